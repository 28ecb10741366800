"""Reading `Checks`: what the author says the problem must grade."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from recall.model.text import Passage
from recall.numeric.codes import CHECK, TOO_BIG
from recall.numeric.report import MAX_ITEMS, Report, after, before, piece

_ASSIGNED = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([^\s=]+)[\s,，;]*", re.ASCII)
_CLAIM = re.compile(
    r"(.*?)\s+is\s+(?:(right|wrong|asked)|[\"“”「](.+)[\"”“」])\s*[.。]?", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Check:
    """With these values, `typed` must be judged as `expected`: `right`, `wrong`, `asked`, or a
    known mistake whose message begins with `message`."""

    values: Mapping[str, str]
    typed: str
    expected: str
    message: str
    place: Passage


def read_checks(items: tuple[Passage, ...], report: Report) -> tuple[Check, ...]:
    """The checks in order."""
    checks = []
    if len(items) > MAX_ITEMS:
        report.add(TOO_BIG, items[0], f"there are more than {MAX_ITEMS} checks")
        return ()
    for passage in items:
        if not report.short_enough(passage):
            continue
        check = _read_check(passage, report)
        if check:
            checks.append(check)
    return tuple(checks)


def _read_check(passage: Passage, report: Report) -> Check | None:
    values: dict[str, str] | None = {}
    rest = passage.text
    code = passage.codes[0] if passage.codes else None
    if code and not passage.text[: before(passage, code)].strip():
        tail = piece(passage, after(passage, code), len(passage.text)).text
        if tail[:1] in (":", "："):
            values, rest = _assignments(code.text), tail[1:]
    claim = _CLAIM.fullmatch(rest.strip())
    if values is None or claim is None:
        what = "the claim after the colon" if claim is None else "the values"
        report.add(CHECK, passage, f"{what} cannot be read")
        return None
    typed = claim[1].strip().strip("`").strip()
    return Check(values, typed, claim[2] or "mistake", claim[3] or "", passage)


def _assignments(text: str) -> dict[str, str] | None:
    values: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = _ASSIGNED.match(text, position)
        if not match or match[1] in values:
            return None
        values[match[1]] = match[2].rstrip(",;")
        position = match.end()
    return values
