"""What a digest has brought, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ui

from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.papers.paper import Paper
from cogs import _digest_texts as texts
from cogs._actions import Action
from cogs._cards import Item, View, headline, view_of
from cogs._checks import Interaction, guild_of, require_librarian
from cogs._digest_choices import digest_meant

PAGE = 5  # posts of up to five papers each
MAX_HEADLINE = 120
ALL_HEADLINES = 1_500  # characters on a page; escaped they may be twice as many
GONE = "a paper no longer in the library"


async def history_view(interaction: Interaction, digest: Digest, page: int) -> View:
    """Return a page, from 0 on, of the digest's posts, the newest first."""
    bot = interaction.client
    entries = await bot.courier.ledger.history(digest.id, PAGE + 1, page * PAGE)
    shown = entries[:PAGE]
    ids = [paper_id for entry in shown for paper_id in entry.paper_ids]
    found = await bot.catalog.get_many(ids, guild_of(interaction))
    papers = {paper.id: paper for paper in found}
    limit = min(MAX_HEADLINE, ALL_HEADLINES // max(len(ids), 1))
    items: list[Item] = [ui.TextDisplay(f"### What digest #{digest.id} brought")]
    if not shown:
        items.append(ui.TextDisplay("Nothing yet." if page == 0 else "Nothing more."))
    for entry in shown:
        lines = [_head(interaction, digest, entry), *_papers(entry.paper_ids, papers, limit)]
        items += [ui.Separator(), ui.TextDisplay("\n".join(lines))]
    if page or len(entries) > PAGE:
        items.append(ui.ActionRow(*_pager(digest, page, more=len(entries) > PAGE)))
    return view_of(*items)


def _head(interaction: Interaction, digest: Digest, entry: Entry) -> str:
    date = entry.local_date
    when = f"**{date:%a}, {date.day} {date:%b %Y}**" if date else "**Extra**"
    if entry.state == "posted":
        return f"{when} · [see the post]({texts.jump_link(interaction, digest, entry)})"
    return f"{when} · {texts.outcome(entry)}"


def _papers(ids: Sequence[int], papers: Mapping[int, Paper], limit: int) -> list[str]:
    return [
        f"{headline(papers[one], limit)} · {papers[one].code}" if one in papers else GONE
        for one in ids
    ]


def _pager(digest: Digest, page: int, *, more: bool) -> list[Item]:
    back, on = (f"past:{digest.id}:{max(page - 1, 0)}", f"past:{digest.id}:{page + 1}")
    return [
        TurnHistory.button(back, "◀ Newer", disabled=page == 0),
        TurnHistory.button(on, "Older ▶", disabled=not more),
    ]


class TurnHistory(Action, template=r"past:(?P<digest_id>\d{1,18}):(?P<page>\d{1,5})"):
    """Turns the pages."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        digest = await digest_meant(interaction, str(values["digest_id"]))
        view = await history_view(interaction, digest, values["page"])
        await interaction.response.edit_message(view=view)
