"""Diagnostics of files that are no decks, in one line."""

from collections.abc import Iterable
from dataclasses import replace

from recall.deck.codes import I109
from recall.diagnostics import Diagnostic


def in_one_line(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics with those that say that a file is no deck told once for all of them."""
    listed = tuple(diagnostics)
    quiet = [each for each in listed if each.code == I109]
    if len(quiet) < 2:
        return listed
    first = min(quiet, key=lambda each: each.span)
    message = f"no note heading here and in {len(quiet) - 1:,} more files, so they are no decks"
    return (*(each for each in listed if each.code != I109), replace(first, message=message))
