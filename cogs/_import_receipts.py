"""What is said of an import: how far it is, and what became of each record."""

from __future__ import annotations

from bot.papers.imports import Upload
from bot.papers.markup import cut, escape
from bot.papers.readers.contract import Reading
from bot.papers.readers.decoding import decode
from bot.papers.receipt import KINDS, Receipt

MAX_SAMPLE = 90
MAX_REFUSALS = 5
TITLES = {
    "new": "new",
    "updated": "updated",
    "same": "here already",
    "contrary": "here with another title, authors or year, which stay",
    "removed": "removed by a librarian before, and stay out",
}
SHOWN = ("new", "updated", "contrary", "removed")  # of which samples are shown


def progress_text(name: str, done: int, all_records: int, rehearse: bool) -> str:
    """Return how far it is."""
    share = 100 * done // max(all_records, 1)
    doing = "Reading" if rehearse else "Importing"
    return f"{doing} **{escape(cut(name, 80))}**: {done:,} of {all_records:,} ({share} %) …"


def receipt_text(receipt: Receipt, *, done: bool) -> str:
    """Return what became of the records, or would."""
    name = escape(cut(receipt.source, 80))
    heading = f"### {name} is in" if done else f"### {name}: what would become of it"
    if receipt.stopped:
        heading = f"### {name}: stopped before its end"
    lists = [escape(cut(tally.list_name, 60)) for tally in receipt.tallies]
    more = f" and {len(lists) - 3} more" if len(lists) > 3 else ""
    lines = [heading, f"-# Into {', '.join(lists[:3])}{more}"] if lists else [heading]
    for kind in KINDS:
        if count := receipt.total(kind):
            lines.append(f"**{count:,}** {TITLES[kind]}")
            lines += _samples(receipt, kind)
    return "\n".join([*lines, *_refusals(receipt), *_next(receipt, done=done)])


def _samples(receipt: Receipt, kind: str) -> list[str]:
    if kind not in SHOWN:
        return []
    return [
        f"-# line {one.line}: {escape(cut(one.text, MAX_SAMPLE))}"
        for one in receipt.samples.get(kind, [])
    ]


def _refusals(receipt: Receipt) -> list[str]:
    if not receipt.refused:
        return []
    shown = [f"-# {escape(cut(str(one), MAX_SAMPLE))}" for one in receipt.refused[:MAX_REFUSALS]]
    left = len(receipt.refused) - MAX_REFUSALS
    return [
        f"**{len(receipt.refused):,}** refused",
        *shown,
        *([f"-# and {left:,} more"] if left > 0 else []),
    ]


def _next(receipt: Receipt, *, done: bool) -> list[str]:
    if done:
        return ["-# It can be undone for 30 days, here or in `/library log`."]
    if not receipt.changed:
        return ["Nothing of it is new here."]
    return ["Nothing is changed before you commit it."]


def refused_file(upload: Upload, reading: Reading) -> str:
    """Return the refused parts of the file, each behind the line and the reason."""
    parts = []
    try:
        lines = decode(upload.data).splitlines()
    except UnicodeDecodeError:  # such as an archive
        lines = []
    for refusal in reading.refused:
        part = "\n".join(lines[refusal.line - 1 : refusal.line - 1 + refusal.lines])
        parts.append(f"# {refusal}\n{part}\n")
    return "\n".join(parts)
