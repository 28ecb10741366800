"""Collecting diagnostics while a problem is read, and cutting passages without losing places."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from recall.diagnostics import Code, Diagnostic, has_errors
from recall.model.text import CodeSpan, Hole, Passage
from recall.numeric.codes import FORMULA, TOO_BIG, UNKNOWN_NAME
from recall.numeric.expression import Expression
from recall.numeric.grammar import Refused, Scope
from recall.source import Excerpt

MAX_ITEM = 4000
"""Longest line of the program that is read, in characters."""
MAX_ITEMS = 200
"""Most items of one part, and most placeholders of one text."""

T = TypeVar("T")


@dataclass(slots=True)
class Report:
    """The diagnostics so far."""

    found: list[Diagnostic] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """True once there is an error."""
        return has_errors(self.found)

    def add(
        self, code: Code, passage: Passage, message: str, *, start: int = 0,
        end: int | None = None, hint: str = "",
    ) -> None:  # fmt: skip
        """A diagnostic at `passage.text[start:end]`."""
        self.found.append(code.at(passage.excerpt.span(start, end), message, hint))

    def refused(self, error: Refused, passage: Passage, offset: int, code: Code = FORMULA) -> None:
        """A diagnostic for a refused formula whose source begins at `offset`."""
        if error.unknown_name and code is FORMULA:
            code = UNKNOWN_NAME
        self.add(
            code,
            passage,
            error.message,
            start=offset + error.start,
            end=offset + error.end,
            hint=error.hint,
        )

    def compiled(
        self, compile_: Callable[[str, Scope], Expression], source: str, scope: Scope,
        passage: Passage, offset: int,
    ) -> Expression | None:  # fmt: skip
        """The formula, or None after a diagnostic."""
        try:
            return compile_(source, scope)
        except Refused as error:
            self.refused(error, passage, offset + len(source) - len(source.lstrip()))
            return None

    def short_enough(self, passage: Passage) -> bool:
        """True unless the passage is beyond what a line of a program may be (then: diagnostic)."""
        if len(passage.text) <= MAX_ITEM:
            return True
        self.add(TOO_BIG, passage, f"the line has more than {MAX_ITEM:,} characters", end=80)
        return False


def piece(passage: Passage, start: int, end: int) -> Passage:
    """The passage of `text[start:end]`, without white space around it."""
    text = passage.text[start:end]
    start += len(text) - len(text.lstrip())
    end = max(start, end - (len(text) - len(text.rstrip())))
    return Passage(
        passage.excerpt.slice(start, end),
        tuple(
            CodeSpan(c.text, c.start - start, c.end - start)
            for c in passage.codes
            if start <= c.start and c.end <= end
        ),
        tuple(
            Hole(h.text, h.start - start, h.end - start, h.in_math)
            for h in passage.holes
            if start <= h.start and h.end <= end
        ),
    )


def before(passage: Passage, code: CodeSpan) -> int:
    """Where the back-ticks that open a code span begin."""
    return len(passage.text[: code.start].rstrip().rstrip("`"))


def after(passage: Passage, code: CodeSpan) -> int:
    """Where the back-ticks that close a code span end."""
    rest = passage.text[code.end :]
    return len(passage.text) - len(rest.lstrip().lstrip("`"))


def offset_in(passage: Passage, code: CodeSpan) -> int:
    """Where the trimmed text of a code span begins in the passage."""
    content = passage.text[code.start : code.end]
    return code.start + max(0, content.find(code.text[:1]))


EMPTY = Passage(Excerpt.of(""))
