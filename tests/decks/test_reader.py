"""The decks answer twice twenty questions from the report that they prepare for."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.decks.conftest import DECKS

QUESTIONS = tomllib.loads((Path(__file__).parent / "reader_test.toml").read_text(encoding="utf-8"))[
    "question"
]


@pytest.fixture(scope="module")
def notes() -> dict[str, str]:
    """The English text of every note by its id, on one line."""
    found = {}
    for file in Path(DECKS).glob("*/*.md"):
        if file.name.count(".") > 1:
            continue
        for text in re.split(r"(?m)^(?=## )", file.read_text(encoding="utf-8")):
            name = re.search(r"<!-- id: ([a-z0-9-]+)", text)
            if name:
                found[name[1]] = " ".join(text.split())
    return found


def test_there_are_forty_questions() -> None:
    assert len({question["asks"] for question in QUESTIONS}) == 40


@pytest.mark.parametrize("question", QUESTIONS, ids=[q["notes"][0] for q in QUESTIONS])
def test_the_notes_say_what_the_answer_needs(question: dict, notes: dict[str, str]) -> None:
    said = " ".join(notes[name] for name in question["notes"])
    assert [needed for needed in question["needs"] if needed not in said] == []
