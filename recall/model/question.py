"""The narrow waist: card types produce a Question; front ends and exporters consume it.

All texts are deck Markdown: math between dollars, `==marks==` for what stands out, no placeholders
and no labels.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from recall.model.rating import Rating


@dataclass(frozen=True, slots=True)
class Reveal:
    """Nothing is typed: the learner thinks, looks, and rates."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice and what to say to someone who chose it."""

    text: str
    right: bool
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose among options, in the order given; `shuffle` allows front ends to mix them."""

    options: tuple[Option, ...]
    shuffle: bool = True

    @property
    def multiple(self) -> bool:
        """True if other than exactly one option is right."""
        return sum(option.right for option in self.options) != 1


@dataclass(frozen=True, slots=True)
class TypeText:
    """Type one of the accepted texts (compared after folding, see the typed card type)."""

    accept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """Say the answer, then tick the points that were in it."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberPart:
    """One number that is asked for.

    `prompt` is empty for the answer itself; `unit` and `tolerance` are printed forms.
    """

    name: str
    prompt: str
    unit: str
    tolerance: str


@dataclass(frozen=True, slots=True)
class TypeNumbers:
    """Type numbers with units, one part after the other; the last part is the answer."""

    parts: tuple[NumberPart, ...]


InputSpec: TypeAlias = Reveal | Choose | TypeText | Tick | TypeNumbers


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked at one review.

    `front` can be answered on its own; `back` is the full answer with the worked solution.
    `context` is the section above the note. `hints` are shown one at a time, `why` after the
    answer. `cloze` is the whole text with numbered `{{cN::mark::hint}}` for outputs that have
    clozes of their own, empty for other cards. `variant` is None unless the numbers change from
    review to review.
    """

    front: str
    back: str
    input: InputSpec
    context: str = ""
    hints: tuple[str, ...] = ()
    why: str = ""
    cloze: str = ""
    variant: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """The learner asked to see the answer."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Indices of the chosen options, in the order of the question's input."""

    options: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ticked:
    """Indices of the points that were in the learner's answer."""

    points: frozenset[int]


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed answer.

    `part` names the number asked for; `earlier` holds what was typed for the parts before it.
    """

    text: str
    part: str = "answer"
    earlier: tuple[tuple[str, str], ...] = ()


Response: TypeAlias = Revealed | Chosen | Ticked | Typed


class Outcome(StrEnum):
    """What the journal says of a response. An invalid one was asked again and never rated."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    INVALID = "invalid"
    UNGRADED = "ungraded"


class VerdictKind(StrEnum):
    """What a graded response is.

    `ask` means: unreadable or ambiguous, asked again, never held against the learner.
    """

    RIGHT = "right"
    NOTE = "note"
    MISTAKE = "mistake"
    WRONG = "wrong"
    ASK = "ask"
    UNGRADED = "ungraded"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with a unit.

    `exact` is the exact value as text (`1/3`) where it is rational, else None; `text` is its print.
    """

    value: float
    exact: str | None
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one response.

    `message` is one or two sentences of Markdown; `details` are further lines.

    `suggested` is None when nothing can be suggested (ask, ungraded). `mistake` is a stable id for
    the journal.
    """

    kind: VerdictKind
    message: str
    suggested: Rating | None = None
    mistake: str | None = None
    read_as: Measure | None = None
    truth: Measure | None = None
    details: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What the journal records."""
        match self.kind:
            case VerdictKind.RIGHT | VerdictKind.NOTE:
                return Outcome.CORRECT
            case VerdictKind.MISTAKE | VerdictKind.WRONG:
                return Outcome.INCORRECT
            case VerdictKind.ASK:
                return Outcome.INVALID
            case VerdictKind.UNGRADED:
                return Outcome.UNGRADED
