"""Looking up the details of a paper from what a librarian pastes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from bot.papers.identifiers import identifiers
from bot.papers.paper import Record
from bot.papers.sources.arxiv import ask_arxiv
from bot.papers.sources.asking import Ask, Asker
from bot.papers.sources.crossref import ask_crossref
from bot.papers.sources.found import Found, NoAnswerError, Reason
from bot.papers.sources.memory import Memory
from bot.papers.sources.openreview import ask_openreview
from bot.papers.sources.pace import Clock
from bot.papers.sources.pages import ask_acl, ask_pmlr
from bot.papers.sources.question import read_question
from bot.papers.sources.titles import ask_title

log = logging.getLogger(__name__)

TIME_OUT_S = 10.0
KEPT_S = 86_400.0
# A paper may be announced any minute after somebody asked for it too early.
UNKNOWN_KEPT_S = 600.0
MOST_KEPT = 500
_SITES: dict[str, tuple[str, Callable[[Ask, str], Awaitable[Record]]]] = {
    "arxiv": ("arXiv", ask_arxiv),
    "doi": ("Crossref", ask_crossref),
    "openreview": ("OpenReview", ask_openreview),
    "acl": ("The ACL Anthology", ask_acl),
    "url": ("PMLR", ask_pmlr),
    "title": ("The title search", lambda ask, key: ask_title(ask, key.removeprefix("title:"))),
}
_KEPT_S = {
    None: KEPT_S,
    Reason.SEVERAL: KEPT_S,
    Reason.NOT_FOUND: UNKNOWN_KEPT_S,
    Reason.REFUSED: UNKNOWN_KEPT_S,
}


class LookUp:
    """Asks arXiv, Crossref, OpenReview, the ACL Anthology and PMLR, and nobody else.

    `bases` gives hosts of `hosts.BASES` other addresses, as a test does. `time_out_s` is for all
    of one look-up, waiting for its turn included.
    """

    def __init__(
        self,
        bases: Mapping[str, str] | None = None,
        *,
        time_out_s: float = TIME_OUT_S,
        clock: Clock | None = None,
    ) -> None:
        clock = clock or Clock()
        self._asker = Asker(bases or {}, clock)
        self._time_out_s = time_out_s
        self._memory: Memory[str, Found] = Memory(
            MOST_KEPT, lambda found: _KEPT_S.get(found.reason, 0), clock.now
        )

    async def close(self) -> None:
        """Give up what is on its way and close the connections."""
        await self._memory.close()
        await self._asker.close()

    async def find(self, text: str) -> Found:
        """Return the paper that a link, an id or a whole title names.

        Never raises for what is typed or what the network says. Answers are kept for a day, and
        the same question asked by several at once is asked once.
        """
        question = read_question(text)
        deadline = asyncio.get_running_loop().time() + self._time_out_s
        found = Found(reason=Reason.NOT_ASKED, said=Reason.NOT_ASKED.value)
        for key in question.keys:
            found = await self._memory.get(key, partial(self._ask, key, deadline))
            if found.reason is not Reason.NOT_FOUND:
                break
        known = found.record.url if found.record else None
        return replace(found, id=question.id or found.id, url=question.url or known)

    async def _ask(self, key: str, deadline: float) -> Found:
        site, ask_site = _SITES[key.partition(":")[0]]
        try:
            record = await ask_site(self._asker.until(deadline), key)
        except NoAnswerError as none:
            if none.reason not in _KEPT_S:  # the network's fault, not the question's
                log.info("%s: %s, when asked for %s", site, none.reason.name, key)
            said = none.reason.value.format(site=site)
            return Found(reason=none.reason, said=said, possible=none.possible)
        return Found(record, id=next(iter(identifiers(record.url or "")), None))
