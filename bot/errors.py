"""The one error a person may cause."""


class BotError(Exception):
    """Its message is safe to show as it stands: one sentence or two that say what to do next."""
