"""The page for authors of problems, followed to the letter."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.program import recall

PAGE = (Path(__file__).parents[2] / "docs" / "numeric.md").read_text(encoding="utf-8")
TABLE = PAGE[PAGE.index("| type | and see |") : PAGE.index("The rest of this page")]
COMMANDS = re.findall(r"`recall ([^`]+)`", TABLE)
SAID = {
    "check": "0 errors, 0 warnings",
    "show": "billion parameters, kept in FP8",
    "try": "Right: 130.4 GiB is 140.016 GB.",
    "solve": "405",
    "review": "numeric",
}


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with the first problem of the page where the page says."""
    folder = tmp_path_factory.mktemp("author")
    example = re.search(r"Save this as `([^`]+)`.*?```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    deck = folder / example[1]
    deck.parent.mkdir(parents=True)
    deck.write_text(example[2], encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works_as_written(
    author: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(author)
    arguments = shlex.split(command)
    ran = recall(author, *arguments)
    assert ran.code == 0, ran.err
    if arguments != ["review"]:
        assert SAID[arguments[0]] in ran.out


def test_the_table_has_commands() -> None:
    assert {command.split()[0] for command in COMMANDS} == set(SAID)
