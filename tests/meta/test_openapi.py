"""What the bot sends is what Discord's own published specification allows.

The specification is named by PAPERBOY_DISCORD_SPEC; without it, one that lies beside the
checkout is taken. It can be had at https://github.com/discord/discord-api-spec.
"""

from __future__ import annotations

import json
import os
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import simcord
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.conftest import World

Json = dict[str, Any]

BESIDE = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
SPEC = Path(os.environ.get("PAPERBOY_DISCORD_SPEC") or BESIDE)

pytestmark = pytest.mark.skipif(
    not SPEC.is_file(), reason=f"{SPEC} is absent; name Discord's API spec by PAPERBOY_DISCORD_SPEC"
)

# The specification joins all kinds of answer with anyOf. Each is held against its own, so
# that a fault is named rather than lost among the others.
ANSWERS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}


@cache
def validator(schema: str) -> Draft202012Validator:
    """Return what checks a body against one named schema of the specification."""
    spec = DRAFT202012.create_resource(json.loads(SPEC.read_text(encoding="utf-8")))
    registry: Registry[Any] = Registry().with_resource("discord:", spec)
    reference = {"$ref": f"discord:#/components/schemas/{schema}"}
    return Draft202012Validator(reference, registry=registry)


def faults(schema: str, body: Json) -> list[str]:
    """Return what is wrong with a body; nothing if the specification allows it."""
    found = map(cause, validator(schema).iter_errors(body))
    return [f"{error.json_path}: {error.message[:300]}" for error in found]


def cause(error: ValidationError) -> ValidationError:
    """Return the fault inside the one alternative that is of the body's own type."""
    others = {
        inner.relative_schema_path[0]
        for inner in error.context or ()
        if list(inner.relative_path) == ["type"]
    }
    for inner in error.context or ():
        if inner.relative_schema_path[0] not in others:
            return cause(inner)
    return error


def sent(env: simcord.Env, method: str, path: str) -> list[Json]:
    """Return the JSON bodies the bot sent to a path."""
    return [
        request.json
        for request in env.http_requests
        if request.method == method and fnmatch(request.path, path) and request.json
    ]


async def walk_through(world: World) -> None:
    """Use what the bot offers, so that it sends every kind of message and answer."""
    member, librarian, channel = world.member, world.librarian, world.channel
    await member.slash(channel, "help")
    await member.autocomplete(channel, "paper search", "query", "hyp")
    found = await member.slash(channel, "paper search", query="learning")
    assert found.response is not None
    await member.click(found.response.message, label="Next ▶")
    await member.slash(channel, "paper search", query="hyprflw")
    await member.slash(channel, "paper search", query="?!")
    dealt = await member.slash(channel, "paper random")
    assert dealt.response is not None
    await member.click(dealt.response.message, label="Another")
    await librarian.slash(channel, "library remove", paper="P-2")
    form = await librarian.slash(channel, "library add")
    await librarian.submit_modal(form, {"title": "A title", "link": "https://example.org/a"})
    await librarian.slash(
        channel, "digest create", channel=channel, time="08:00", timezone="Europe/Berlin"
    )
    for command in ("list", "preview", "post-now", "pause"):
        options = {} if command == "list" else {"digest": "1"}
        await librarian.slash(channel, f"digest {command}", **options)


async def test_messages_and_answers_are_what_discord_specifies(world: World) -> None:
    await walk_through(world)
    answers = sent(world.env, "POST", "/interactions/*/callback")
    messages = sent(world.env, "POST", "/channels/*/messages")
    assert {answer["type"] for answer in answers} == {4, 5, 7, 8, 9}
    assert messages
    wrong = [
        *(fault for answer in answers for fault in faults(ANSWERS[answer["type"]], answer)),
        *(fault for message in messages for fault in faults("MessageCreateRequest", message)),
    ]
    assert wrong == []


async def test_every_card_is_what_discord_specifies(world: World) -> None:
    ids = await world.bot.catalog.ids(world.guild.id)
    assert ids
    for paper_id in ids:
        await world.member.slash(world.channel, "paper show", paper=f"P-{paper_id}")
    answers = sent(world.env, "POST", "/interactions/*/callback")
    assert len(answers) == len(ids)
    assert [fault for one in answers for fault in faults(ANSWERS[one["type"]], one)] == []


async def test_commands_are_what_discord_specifies(world: World) -> None:
    commands = [command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()]
    schema = "ApplicationCommandUpdateRequest"
    assert [fault for command in commands for fault in faults(schema, command)] == []


def test_a_fault_is_found_and_named() -> None:
    button = {"type": 2, "style": 1, "custom_id": "a" * 101}
    body = {"components": [{"type": 1, "components": [button]}], "flags": 1 << 15}
    [fault] = faults("MessageCreateRequest", body)
    assert fault.startswith("$.components[0].components[0].custom_id: ")
