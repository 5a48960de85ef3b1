"""Settings from the environment and from `.env`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import BotError
from bot.settings import Settings, load_settings


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder and an environment that says nothing of Paperboy."""
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields.values():
        monkeypatch.delenv(str(field.alias), raising=False)


def test_nothing_set_means_the_defaults() -> None:
    settings = load_settings()
    assert (settings.token, settings.shards, settings.home_guild) == (None, 1, None)
    assert settings.database == Path("data/paperboy.sqlite3")
    assert (settings.seeds / "neurips-2026-a.txt").is_file()


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["\ufeffDISCORD_TOKEN='from file'", "PAPERBOY_SHARDS=3", "PAPERBOY_LOG_LEVEL=", ""]
    Path(".env").write_text("\r\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("PAPERBOY_SHARDS", "2")
    monkeypatch.setenv("PAPERBOY_HOME_GUILD", "17")
    settings = load_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "from file"
    assert (settings.shards, settings.home_guild, settings.log_level) == (2, 17, "INFO")


def test_a_level_may_be_written_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERBOY_LOG_LEVEL", "debug")
    assert load_settings().log_level == "DEBUG"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PAPERBOY_SHARDS", "many", "a valid integer"),
        ("PAPERBOY_SHARDS", "0", "greater than or equal to 1"),
        ("PAPERBOY_HOME_GUILD", "-3", "greater than 0"),
        ("PAPERBOY_API_BASE", "ftp://x", "beginning with http:// or https://"),
        ("PAPERBOY_LOG_LEVEL", "loud", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
    ],
)
def test_what_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BotError) as refused:
        load_settings()
    assert name in str(refused.value)
    assert reason in str(refused.value)


def test_the_token_does_not_show_in_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    assert "secret-token" not in repr(load_settings())
