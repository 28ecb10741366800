"""The formulas that a deck file writes, with their places."""

from dataclasses import dataclass

from recall.deck.markdown import Token, regions, tokens
from recall.deck.region import Kind
from recall.source import SourceFile, Span


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as a deck writes it: the TeX between the dollars."""

    tex: str
    span: Span


def formulas_in(source: SourceFile) -> tuple[Formula, ...]:
    """The formulas of a deck file, outside of code and comments."""
    if "$" not in source.text:
        return ()
    found = []
    for region in regions(source.text):
        if region.kind is Kind.MATH:
            written = region.inner or source.text[region.start : region.end]
            span = source.span(region.start, region.end)
            found += [Formula(tex, span) for tex in _tex(tokens(written))]
    return tuple(found)


def _tex(found: list[Token]) -> list[str]:
    formulas = []
    for token in found:
        if token.type.startswith("math_"):
            formulas.append(token.content)
        formulas += _tex(token.children or [])
    return formulas
