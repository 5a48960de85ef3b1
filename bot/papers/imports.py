"""Files that librarians bring: kept until they say the word, then imported while they watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.database import Database, fetch_in
from bot.errors import BotError
from bot.papers.changes import By
from bot.papers.files import read_bytes
from bot.papers.importing import import_reading
from bot.papers.readers.contract import Reading
from bot.papers.receipt import Receipt

LIFETIME = timedelta(days=1)
MAX_WAITING = 10  # files of one server
GONE = "That file is no longer here. Run `/library import` again."

Progress = Callable[[int, int], object]  # records done, and all of them


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that waits for the librarian's word. `list_name`: where its papers go."""

    id: int
    guild_id: int
    name: str
    list_name: str | None
    data: bytes


class Imports:
    """Rehearses and carries out imports, one of a file at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stopped: dict[int, bool] = {}

    async def keep(
        self,
        name: str,
        data: bytes,
        list_name: str | None,
        *,
        guild_id: int,
        by_user: int,
        now: datetime,
    ) -> Upload:
        """Keep a file for a day; raises `BotError` if a server brings too many at once."""
        async with self._database.write() as connection:
            await connection.execute(
                "DELETE FROM upload WHERE expires_at <= ?", (int(now.timestamp()),)
            )
            rows = await fetch_in(
                connection, "SELECT count(*) FROM upload WHERE guild_id = ?", (guild_id,)
            )
            if rows[0][0] >= MAX_WAITING:
                raise BotError("Too many files wait for your word here. Commit or cancel one.")
            rows = await fetch_in(
                connection,
                """
                INSERT INTO upload (guild_id, by_user, name, list_name, data, expires_at)
                VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                """,
                (
                    *(guild_id, by_user, name, list_name, data),
                    int((now + LIFETIME).timestamp()),
                ),
            )
        return Upload(rows[0]["id"], guild_id, name, list_name, data)

    async def get(self, upload_id: int, guild_id: int) -> Upload:
        """Return a file this server brought; raises `BotError` if it is not here any more."""
        row = await self._database.fetch_one(
            "SELECT * FROM upload WHERE id = ? AND guild_id = ?", (upload_id, guild_id)
        )
        if row is None:
            raise BotError(GONE)
        return Upload(row["id"], guild_id, row["name"], row["list_name"], row["data"])

    async def forget(self, upload_id: int) -> None:
        """Drop a file."""
        async with self._database.write() as connection:
            await connection.execute("DELETE FROM upload WHERE id = ?", (upload_id,))

    async def read(self, upload: Upload) -> Reading:
        """Return what the file says; raises `BotError` if it cannot be read or holds no paper."""
        reading = await asyncio.to_thread(read_bytes, upload.name, upload.data)
        if upload.list_name is None:
            return reading
        return replace(
            reading,
            sections=[replace(one, name=upload.list_name) for one in reading.sections],
        )

    async def run(
        self,
        upload: Upload,
        library: int | None,
        by: By,
        *,
        rehearse: bool,
        on_progress: Progress = lambda done, all_of_them: None,
    ) -> Receipt:
        """Import a file, or only find out what would become of it.

        Raises `BotError` if the file is being imported already.
        """
        if upload.id in self._stopped:
            raise BotError("This file is being read already.")
        self._stopped[upload.id] = False
        try:
            reading = await self.read(upload)
            all_records, done = len(reading.records), 0

            def count(records: int) -> bool:
                nonlocal done
                done += records
                on_progress(done, all_records)
                return not self._stopped[upload.id]

            return await import_reading(
                self._database,
                reading,
                upload.name,
                by,
                guild_id=library,
                rehearse=rehearse,
                on_progress=count,
            )
        finally:
            del self._stopped[upload.id]

    def stop(self, upload_id: int) -> bool:
        """Let an import end after the batch under way; False if none is under way."""
        if upload_id not in self._stopped:
            return False
        self._stopped[upload_id] = True
        return True
