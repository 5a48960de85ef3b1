"""Settings, read from the environment and from a `.env` file in the working directory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import BotError

PROJECT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """Everything an operator can set. An empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    token: SecretStr | None = Field(default=None, alias="DISCORD_TOKEN")
    database: Path = Field(default=Path("data/paperboy.sqlite3"), alias="PAPERBOY_DATABASE")
    seeds: Path = Field(default=PROJECT / "seeds", alias="PAPERBOY_SEEDS")
    home_guild: int | None = Field(default=None, alias="PAPERBOY_HOME_GUILD", gt=0)
    shards: int = Field(default=1, alias="PAPERBOY_SHARDS", ge=1, le=4096)
    api_base: str | None = Field(default=None, alias="PAPERBOY_API_BASE")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", alias="PAPERBOY_LOG_LEVEL"
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_any_case(cls, level: object) -> object:
        return level.strip().upper() if isinstance(level, str) else level

    @field_validator("api_base")
    @classmethod
    def _is_web_address(cls, base: str | None) -> str | None:
        if base is not None and not re.fullmatch(r"https?://[^\s?#]+", base):
            raise ValueError("an address beginning with http:// or https:// is needed")
        return base


def load_settings() -> Settings:
    """Read the settings; raises `BotError` naming each variable that cannot be used."""
    try:
        return Settings()
    except UnicodeDecodeError:
        raise BotError("The file .env is not UTF-8 text; save it as UTF-8.") from None
    except ValidationError as error:
        faults = (f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors())
        raise BotError("These settings cannot be used: " + "; ".join(faults) + ".") from None
