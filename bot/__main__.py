"""`python -m bot`, the same as `paperboy`."""

from bot.cli import main

main()
