"""The real bot inside a simulated Discord: in a browser, or as a tour in the terminal."""

from bot.demo.live import serve
from bot.demo.tour import tour_in_terminal

__all__ = ["serve", "tour_in_terminal"]
