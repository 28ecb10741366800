"""The words of a problem in one language, and how they are stored."""

from dataclasses import dataclass
from typing import cast

from recall.model.card import Json
from recall.model.text import CodeSpan, Hole, Passage
from recall.source import Excerpt, Span


@dataclass(frozen=True, slots=True)
class ProblemText:
    """A problem as written, in one language.

    `question` is all that is asked: heading and body. `span` is the note's heading, the place of
    diagnostics about the whole problem.
    """

    question: Passage
    given: tuple[Passage, ...]
    steps: tuple[Passage, ...]
    mistakes: tuple[Passage, ...]
    checks: tuple[Passage, ...]
    hints: tuple[Passage, ...]
    why: Passage | None
    span: Span


_PARTS = ("given", "steps", "mistakes", "checks", "hints")
_NOWHERE = Span("", 1, 1, 1, 1)


def to_json(text: ProblemText) -> Json:
    """The words as JSON: texts with the places of code spans and holes, no places in files."""
    parts: dict[str, Json] = {
        name: [_passage(passage) for passage in getattr(text, name)] for name in _PARTS
    }
    why = None if text.why is None else _passage(text.why)
    return {"question": _passage(text.question), **parts, "why": why}


def from_json(data: Json) -> ProblemText:
    """The words that `to_json` wrote. Raises KeyError or TypeError for anything else."""
    stored = cast(dict[str, Json], data)
    parts = {name: tuple(map(_read, cast(list[Json], stored[name]))) for name in _PARTS}
    why = None if stored["why"] is None else _read(stored["why"])
    return ProblemText(_read(stored["question"]), **parts, why=why, span=_NOWHERE)


def _passage(passage: Passage) -> Json:
    text = passage.text
    if not passage.codes and not passage.holes:
        return text
    codes: list[Json] = [
        [c.start, c.end] if text[c.start : c.end] == c.text else [c.start, c.end, c.text]
        for c in passage.codes
    ]
    holes: list[Json] = [[h.start, h.end, h.text, h.in_math] for h in passage.holes]
    return [text, codes, holes]


def _read(data: Json) -> Passage:
    if isinstance(data, str):
        return Passage(_excerpt(data))
    text, codes, holes = cast(tuple[str, list[list[int | str]], list[list[int | str]]], data)
    spans = []
    for code in codes:
        start, end = cast(tuple[int, int], tuple(code[:2]))
        spans.append(CodeSpan(str(code[2]) if len(code) > 2 else text[start:end], start, end))
    found = tuple(
        Hole(inner, start, end, in_math)
        for start, end, inner, in_math in cast(list[tuple[int, int, str, bool]], holes)
    )
    return Passage(_excerpt(text), tuple(spans), found)


def _excerpt(text: str) -> Excerpt:
    return Excerpt(text, "", ((1, 1),))
