"""Reads the shipped decks as plain text, so that their figures can be recomputed without recall."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

DECKS = Path(__file__).parents[2] / "decks"

UNITS = {
    "": Fraction(1),
    "B": Fraction(1),
    "kB": Fraction(10**3),
    "MB": Fraction(10**6),
    "GB": Fraction(10**9),
    "KiB": Fraction(2**10),
    "MiB": Fraction(2**20),
    "GiB": Fraction(2**30),
    "%": Fraction(1, 100),
}


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a note's Checks.

    `values` are the parameters as written, `number` the typed number, `unit` its unit. `expected`
    is `right`, `wrong`, `asked` or the start of a mistake's message.
    """

    note: str
    values: dict[str, str]
    number: Fraction
    unit: str
    expected: str

    def __getitem__(self, name: str) -> Fraction:
        return Fraction(self.values[name])

    @property
    def typed(self) -> Fraction:
        """The typed number in base units (bytes, or a plain number; percent as a fraction)."""
        return self.number * UNITS[self.unit]


_NOTE = re.compile(r"^## .*\n<!-- id: ([a-z0-9-]+)", re.MULTILINE)
_LINE = re.compile(r'^- `([^`]+)`: ([\d.,]+) ?(\S*) is (?:"([^"]+)"|(\w+))$', re.MULTILINE)


def read_deck(name: str) -> str:
    return (DECKS / f"{name}.md").read_text(encoding="utf-8")


def split_notes(text: str) -> dict[str, str]:
    """Note id → text of the note, from its id comment to the next one's heading."""
    starts = list(_NOTE.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {match[1]: text[match.start() : end] for match, end in zip(starts, ends, strict=True)}


def read_checks(name: str) -> list[Check]:
    return [
        Check(
            note=note,
            values=dict(pair.split("=") for pair in match[1].split()),
            number=Fraction(match[2].replace(",", "")),
            unit=match[3],
            expected=match[4] or match[5],
        )
        for note, body in split_notes(read_deck(name)).items()
        for match in _LINE.finditer(body)
    ]


@pytest.fixture(scope="session")
def deck_notes() -> Callable[[str], dict[str, str]]:
    """A deck's notes as text, by id."""
    return lambda name: split_notes(read_deck(name))


@pytest.fixture(scope="session")
def deck_checks() -> Callable[[str], list[Check]]:
    """A deck's Checks lines."""
    return read_checks
