"""Save, Read, Not for us: buttons under a paper, each with how many members pressed it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from discord import ui

from bot.reading.shelves import UNWANTED_BY, Counts, Kind
from cogs._actions import Action
from cogs._cards import Item, View
from cogs._checks import Interaction, guild_of, is_librarian

KINDS = {"save": Kind.SAVED, "read": Kind.READ, "unwanted": Kind.UNWANTED}
LABELS = {Kind.SAVED: "Save", Kind.READ: "Read ✓", Kind.UNWANTED: "Not for us"}
CUSTOM_ID = re.compile(r"(save|read|unwanted):(\d{1,18})")

MARKED = {
    Kind.SAVED: "Saved. `/shelf show` lists it.",
    Kind.READ: "Marked as read. `/shelf show` lists it under “read”.",
    Kind.UNWANTED: f"Noted. Once {UNWANTED_BY} members say so, digests here leave it out."
    " `/shelf show` lists it under “not for us”.",
}
UNWANTED_BY_LIBRARIAN = (
    "Noted. Digests here leave it out. `/shelf show` lists it under “not for us”."
)
TAKEN_OFF = {
    Kind.SAVED: "Taken off your saved papers.",
    Kind.READ: "Taken off the papers you have read.",
    Kind.UNWANTED: "Taken back: no longer marked as not for us.",
}


def shelf_buttons(paper_id: int, counts: Counts) -> list[Item]:
    """Return the paper's three buttons, for an action row of up to five."""
    return [
        MarkPaper.button(f"{action}:{paper_id}", _label(kind, counts))
        for action, kind in KINDS.items()
    ]


def papers_with_buttons(view: View) -> list[int]:
    """Return the ids of the papers whose buttons the view holds."""
    return sorted({paper_id for _, _, paper_id in _buttons(view)})


def show_counts(view: View, counts: Mapping[int, Counts]) -> bool:
    """Write the counts, by paper, on the view's buttons; False if they stood there already."""
    changed = False
    for button, kind, paper_id in _buttons(view):
        label = _label(kind, counts[paper_id])
        changed |= button.label != label
        button.label = label
    return changed


def _buttons(view: View) -> Iterator[tuple[ui.Button[Any], Kind, int]]:
    for item in view.walk_children():
        if isinstance(item, ui.Button) and (match := CUSTOM_ID.fullmatch(item.custom_id or "")):
            yield item, KINDS[match[1]], int(match[2])


def _label(kind: Kind, counts: Counts) -> str:
    count = counts.of(kind)
    return f"{LABELS[kind]} {count}" if count else LABELS[kind]


class MarkPaper(Action, template=r"(?:save|read|unwanted):(?P<paper_id>\d{1,18})"):
    """Puts the paper on a shelf of whoever presses, or takes it off."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        # Answered like this, the interaction's "original response" is the message with the
        # button, which can then be edited though it is ephemeral or its channel closed to us.
        await interaction.response.defer()
        bot, kind = interaction.client, KINDS[self.custom_id.partition(":")[0]]
        by_librarian = await is_librarian(interaction)
        marked = await bot.shelves.toggle(
            guild_of(interaction),
            interaction.user.id,
            values["paper_id"],
            kind,
            by_librarian=by_librarian,
            now=bot.now(),
        )
        bot.dispatch("shelf_change", interaction)  # cogs.reading renews the counts
        await interaction.followup.send(_answer(kind, marked, by_librarian), ephemeral=True)


def _answer(kind: Kind, marked: bool, by_librarian: bool) -> str:
    if not marked:
        return TAKEN_OFF[kind]
    if kind is Kind.UNWANTED and by_librarian:
        return UNWANTED_BY_LIBRARIAN
    return MARKED[kind]
