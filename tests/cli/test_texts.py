"""What the program says: the same things in every language, and nothing that does not exist."""

import re
from pathlib import Path
from string import Formatter

import pytest

import recall
from recall.cardtypes.bodies import messages
from recall.cli import texts
from recall.cli.commands import COMMANDS
from recall.cli.export import export
from recall.cli.main import main

CATALOGUES = {"session": texts.TEXTS, "verdicts": messages.MESSAGES}


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=CATALOGUES)
def test_every_language_says_the_same_things(catalogue: dict[str, dict[str, str]]) -> None:
    english = {key: holes(text) for key, text in catalogue["en"].items()}
    for lang, said in catalogue.items():
        assert {key: holes(text) for key, text in said.items()} == english, lang


def test_commands_named_in_messages_exist() -> None:
    known = {command.name for command in COMMANDS} | set(main.list_commands(None))  # type: ignore[arg-type]
    sources = [*Path(recall.__file__).parent.rglob("*.py")]
    named = {
        (path.name, match[1])
        for path in sources
        for match in re.finditer(r"`recall ([a-z]+)\b", path.read_text(encoding="utf-8"))
    }
    assert {item for item in named if item[1] not in known} == set()
    assert {"anki", "journal"} <= set(export.commands)


@pytest.mark.parametrize(
    ("milliseconds", "expected"),
    [(400, "0 s"), (59_000, "59 s"), (60_000, "1 min"), (5_400_000, "1 h 30 min")],
)
def test_durations_are_short(milliseconds: int, expected: str) -> None:
    assert texts.duration(milliseconds) == expected
