"""Names under which a work is known elsewhere: arXiv, DOI, OpenReview, ACL, or its address."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from bot.papers.paper import Record

# https://info.arxiv.org/help/arxiv_identifier.html: four digits until December 2014, five
# since; before April 2007 an archive and seven. Text of this shape alone must fit exactly:
# 2012.2026 are years.
_MONTH = r"(?:0[1-9]|1[0-2])"
_ARCHIVES = (
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas"
    " cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin"
    " nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int stat supr-con"
)
_OLD = rf"(?:{_ARCHIVES.replace(' ', '|')})(?:\.[a-z]{{2}})?/[0-9]{{2}}{_MONTH}[0-9]{{3}}"
_NEW = rf"(?:0[7-9]|1[0-4]){_MONTH}\.[0-9]{{4}}|(?:1[5-9]|[2-9][0-9]){_MONTH}\.[0-9]{{5}}"
_SAID_TO_BE = rf"({_OLD}|[0-9]{{2}}{_MONTH}\.[0-9]{{4,5}})(?:v[0-9]+)?"
# As arXiv prints it down the margin of a PDF: arXiv:2401.01234v2 [cs.CL]
_ARXIV = re.compile(
    rf"({_OLD}|{_NEW})(?:v[0-9]+)?|arxiv(?::\s*|\s+){_SAID_TO_BE}(?:\s*\[[a-z.-]+\])?",
    re.IGNORECASE,
)
_ARXIV_PATH = re.compile(
    rf"/(?:abs|pdf|html|format|papers|overview)/{_SAID_TO_BE}(?:\.pdf)?/*", re.IGNORECASE
)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.{_SAID_TO_BE}", re.IGNORECASE)
_DOI = re.compile(r"(?:doi(?::\s*|\s+))?(10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+)", re.IGNORECASE)
_ACL_PATH = re.compile(
    r"(?:/anthology)?/([A-Z][0-9]{2}-[0-9]{4}|[0-9]{4}\.[a-z0-9_-]+\.[0-9]+)"
    r"(?:v[0-9]+)?(?:\.pdf|\.bib)?/*",
    re.IGNORECASE,
)

_ARXIV_HOSTS = {
    *("arxiv.org", "export.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org"),
    *("alphaxiv.org", "huggingface.co"),
}
_DOI_HOSTS = {"doi.org", "dx.doi.org"}
_ACL_HOSTS = {"aclanthology.org", "aclweb.org"}
# What browsers show without http:// and people then copy.
_KNOWN_HOSTS = "|".join(
    re.escape(host) for host in sorted(_ARXIV_HOSTS | _DOI_HOSTS | _ACL_HOSTS | {"openreview.net"})
)
_ADDRESS = re.compile(rf"(?:https?://|(?=(?:www\.)?(?:{_KNOWN_HOSTS})/))\S+", re.IGNORECASE)


def identifiers(text: str) -> tuple[str, ...]:
    """Return what a text names if it is, as a whole, one link, DOI or arXiv id; else nothing.

    They read `arxiv:2401.01234` (without version), `doi:10.1145/…`, `openreview:…`,
    `acl:P19-1001`, or `url:host/path` for any other http(s) address.
    """
    whole = text.strip()
    if whole.startswith("<") and whole.endswith(">"):
        whole = whole[1:-1].strip()
    whole = _without_punctuation(whole)
    if match := _ARXIV.fullmatch(whole):
        return (_arxiv(match[1] or match[2]),)
    if match := _DOI.fullmatch(whole):
        return (_doi(match[1]),)
    found = _of_address(whole) if _ADDRESS.fullmatch(whole) else None
    return (found,) if found else ()


def known_as(record: Record) -> tuple[str, ...]:
    """Return every identifier of a record, that of its link first."""
    return tuple(dict.fromkeys([*identifiers(record.url or ""), *record.ids]))


def _without_punctuation(text: str) -> str:
    """Drop what a sentence put behind a link; `10.1016/S0004-3702(97)` keeps its bracket."""
    while text:
        bare = text.rstrip(".,;:!?'\"。，；")
        for opening, closing in ("()", "[]"):
            if bare.endswith(closing) and bare.count(closing) > bare.count(opening):
                bare = bare[:-1]
        if bare == text:
            break
        text = bare
    return text


def _arxiv(number: str) -> str:
    """`math.GT/0309136` and `math/0309136` are one paper: the class is no part of the id."""
    archive, slash, rest = number.lower().partition("/")
    return f"arxiv:{archive.partition('.')[0]}/{rest}" if slash else f"arxiv:{archive}"


def _doi(doi: str) -> str:
    arxiv = _ARXIV_DOI.fullmatch(doi)
    return _arxiv(arxiv[1]) if arxiv else f"doi:{doi.lower()}"


def _of_address(address: str) -> str | None:
    try:
        parts = urlsplit(address if "://" in address[:8] else f"https://{address}")
        host = (parts.hostname or "").removeprefix("www.")
        port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    except ValueError:  # such as https://[ or a port that is no number
        return None
    return (_of_known_host(host, parts) or _bare_address(host + port, parts)) if host else None


def _of_known_host(host: str, parts: SplitResult) -> str | None:
    if host in _ARXIV_HOSTS and (match := _ARXIV_PATH.fullmatch(parts.path)):
        return _arxiv(match[1])
    if host in _DOI_HOSTS and (match := _DOI.fullmatch(unquote(parts.path).strip("/"))):
        return _doi(_without_punctuation(match[1]))
    if host == "openreview.net" and parts.path.rstrip("/") in ("/forum", "/pdf"):
        forum = parse_qs(parts.query).get("id")
        return f"openreview:{forum[0]}" if forum else None
    if host in _ACL_HOSTS and (match := _ACL_PATH.fullmatch(parts.path)):
        return f"acl:{match[1].upper() if '-' in match[1][:4] else match[1].lower()}"
    return None


def _bare_address(host: str, parts: SplitResult) -> str:
    kept = [part for part in parts.query.split("&") if part and not part.lower().startswith("utm_")]
    return f"url:{host}{parts.path.rstrip('/')}" + (f"?{'&'.join(kept)}" if kept else "")
