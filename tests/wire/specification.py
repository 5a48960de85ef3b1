"""Discord's own published specification, and what it says of requests the bot made.

It is named by PAPERBOY_DISCORD_SPEC; without it, one that lies beside the checkout is taken.
It can be had at https://github.com/discord/discord-api-spec.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.wire.payloads import Json
from tests.wire.standin import Request

BESIDE = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
SPEC = Path(os.environ.get("PAPERBOY_DISCORD_SPEC") or BESIDE)
ABSENT = f"{SPEC} is absent; name Discord's API spec by PAPERBOY_DISCORD_SPEC"
GUILD_MEDIA = 16


def faults(requests: Iterable[Request]) -> list[str]:
    """Return what is wrong with the requests; nothing if the specification is absent."""
    known = SPEC.is_file()
    return [fault for one in requests if known and (fault := _fault(one))]


def _fault(request: Request) -> str | None:
    said = f"{request.method} {request.path}"
    path = _described(request.method, request.path)
    if path is None:
        return f"{said}: there is no such request"
    validator = _validator(request.method, path)
    if request.json is None or validator is None:
        return None if request.json is None else f"{said}: it has no body"
    error = best_match(validator.iter_errors(request.json))
    return f"{said}: {error.json_path}: {error.message[:300]}" if error else None


@cache
def _spec() -> Json:
    spec: Json = json.loads(SPEC.read_text(encoding="utf-8"))
    # Discord's documentation has this type of channel, its specification has forgotten it.
    spec["components"]["schemas"]["ChannelTypes"]["oneOf"].append({"const": GUILD_MEDIA})
    # discord.py writes ids as numbers too, and Discord takes them.
    spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return spec


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    """Return the paths, those with the fewest gaps first, as they are meant where two fit."""
    found = sorted(_spec()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in found]


@cache
def _described(method: str, path: str) -> str | None:
    fitting = (known for pattern, known in _paths() if pattern.fullmatch(path))
    return next((known for known in fitting if method.lower() in _spec()["paths"][known]), None)


@cache
def _validator(method: str, path: str) -> Draft202012Validator | None:
    """Return what checks the JSON body of a request; None if it has none."""
    operation: dict[str, Any] = _spec()["paths"][path][method.lower()]
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return Draft202012Validator(_absolute(schema), registry=_registry())


@cache
def _registry() -> Registry[Any]:
    registry: Registry[Any] = Registry()
    return registry.with_resource("discord:", DRAFT202012.create_resource(_spec()))


def _absolute(schema: Any) -> Any:
    """Return a schema whose references name the specification."""
    if isinstance(schema, dict):
        changed = {key: _absolute(value) for key, value in schema.items()}
        reference = schema.get("$ref")
        return changed | {"$ref": f"discord:{reference}"} if reference else changed
    return [_absolute(one) for one in schema] if isinstance(schema, list) else schema
