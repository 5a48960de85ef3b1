"""How a paper's text is read and shown: LaTeX and Markdown in, plain text or Discord out.

raw text --parse--> Document --plain--> search, menus, autocomplete
                             --discord_markdown--> cards
"""

from bot.papers.markup.cut import cut, snippet_cut
from bot.papers.markup.document import Document, Face, Run, plain
from bot.papers.markup.escape import escape
from bot.papers.markup.markdown import discord_markdown
from bot.papers.markup.reader import parse

__all__ = [
    "Document",
    "Face",
    "Run",
    "cut",
    "discord_markdown",
    "escape",
    "parse",
    "plain",
    "snippet_cut",
]
