"""Texts with the places that matter in them, as the deck layer hands them to the numeric layer."""

from dataclasses import dataclass

from recall.source import Excerpt


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """A code span:

    `text` is its content, trimmed as CommonMark does; `start` and `end` enclose the content in the
    excerpt.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hole:
    """A `{{…}}` outside code and comments.

    `text` is what stands inside; `start` and `end` enclose the braces too.

    `in_math` holes that are no expression over known names stay as they are (TeX uses braces).
    """

    text: str
    start: int
    end: int
    in_math: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """Markdown with its code spans and holes found, both in order."""

    excerpt: Excerpt
    codes: tuple[CodeSpan, ...] = ()
    holes: tuple[Hole, ...] = ()

    @property
    def text(self) -> str:
        """The Markdown itself."""
        return self.excerpt.text
