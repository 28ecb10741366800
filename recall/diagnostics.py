"""Content problems as values: codes, diagnostics, and results that carry them.

Every stage from text to cards returns `Checked[T]`: the value it could make of the input and what
was wrong with it. Each stage keeps its own codes in its `codes.py`; `app/codes.py` lists those
modules once, for the documentation and `recall explain`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from recall.source import Span

T = TypeVar("T")


class Severity(StrEnum):
    """How much it weighs: an error refuses its note, a warning fails `--strict`, an info never."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of content problem.

    `id` begins with the severity's letter (E, W, I) and a number: 1xx files and front matter, 2xx
    block structure, 3xx notes and parts, 4xx card types, 5xx numeric problems, 6xx collection and
    identity, 7xx translations. `title` says what is wrong; `why` what would go wrong if it stayed;
    `fix` the next step.
    """

    id: str
    title: str
    why: str
    fix: str

    @property
    def severity(self) -> Severity:
        """The severity that the letter of the id names."""
        return {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}[self.id[0]]

    def at(self, span: Span, message: str, hint: str = "") -> "Diagnostic":
        """A diagnostic of this kind; `hint` is the next step in this very case (default: `fix`)."""
        return Diagnostic(self, span, message, hint or self.fix)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A content problem at a place.

    `message` is one line without a full stop at its end; `hint` the next step.
    """

    code: Code
    span: Span
    message: str
    hint: str

    @property
    def severity(self) -> Severity:
        """The severity of the code."""
        return self.code.severity

    def __str__(self) -> str:
        return f"{self.span}: {self.code.id} {self.message}"


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """A value and what was wrong with the text it came from."""

    value: T
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """True unless a diagnostic is an error."""
        return not has_errors(self.diagnostics)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True if any of them is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def in_file_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, then by code, without exact repetitions."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda d: (d.span, d.code.id, d.message)))
