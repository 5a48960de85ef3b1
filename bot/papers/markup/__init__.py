"""How a paper's text is read and shown: LaTeX and Markdown in, plain text or Discord out.

raw text --repair--> --parse--> Document --plain-----------> search, menus, autocomplete
                                         --discord_markdown-> cards
                                plain text --snippet_cut----> the line that shows why

`document` is the model in between: paragraphs of runs. A new face is a function over it,
as `plain` is. A new command is a line in the table of `macros`, a new symbol one in
`symbols`, a new mark of the source a group of `tokens.TOKEN` and its reader.
"""

from bot.papers.markup.cut import cut, snippet_cut
from bot.papers.markup.document import Document, Face, Run, plain
from bot.papers.markup.escape import escape
from bot.papers.markup.markdown import discord_markdown
from bot.papers.markup.ordinary import is_plain, read_ordinary
from bot.papers.markup.reader import parse

__all__ = [
    "Document",
    "Face",
    "Run",
    "cut",
    "discord_markdown",
    "escape",
    "is_plain",
    "parse",
    "plain",
    "read_ordinary",
    "snippet_cut",
]
