"""docs/authoring.md, followed to the letter in an empty folder."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.cli.program import environment

PAGE = Path(__file__).parents[2] / "docs" / "authoring.md"
DECK = "decks/attention/first.md"

_BLOCK = re.compile(
    r"(?:^<!-- (?P<what>[^\n]*) -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)


REVIEW = "recall review\n"


def run(line: str, folder: Path, home: Path, *, stdin: str = "") -> str:
    """What a command prints: stdout, then stderr."""
    program, *arguments = shlex.split(line)
    assert program == "recall"
    more = environment(home)
    del more["RECALL_WORKSPACE"]
    done = subprocess.run(
        [sys.executable, "-m", "recall", *arguments],
        input=stdin.encode(),
        capture_output=True,
        env=more,
        cwd=folder,
        timeout=60,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


def matches(printed: str, wanted: str) -> bool:
    """True if a command printed what the page shows, `…` standing for anything."""
    pattern = ".*".join(re.escape(piece) for piece in wanted.strip().split("…"))
    return re.fullmatch(pattern, printed.strip(), re.S) is not None


def write(folder: Path, what: str, text: str) -> None:
    """Do to the deck what the page asks for."""
    path = folder / DECK
    before = path.read_text(encoding="utf-8")
    if what == "append":
        path.write_text(before + text, encoding="utf-8")
    else:
        begin = before.index(what.removeprefix("replace from: "))
        path.write_text(before[:begin] + text, encoding="utf-8")


def test_following_the_page_shows_what_it_says(tmp_path: Path) -> None:
    folder, home, count = tmp_path, tmp_path / "home", 0
    for block in _BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if block["what"]:
            write(folder, block["what"], block["text"])
        if block["text"] == REVIEW:
            assert "answers: 2" in run("recall review", folder, home, stdin="4\n1\n")
        if block["kind"] != "console":
            continue
        for command in re.split(r"^\$ ", block["text"], flags=re.M)[1:]:
            line, _, wanted = command.partition("\n")
            if line.startswith("mkdir "):
                (folder / line.removeprefix("mkdir ")).mkdir()
            elif line.startswith("cd "):
                folder /= line.removeprefix("cd ")
            else:
                printed = run(line, folder, home)
                assert matches(printed, wanted), f"$ {line}\n{printed}\nbut the page has\n{wanted}"
                count += 1
    assert count > 10
    assert sorted(path.name for path in folder.iterdir()) == [".recall", "decks"]
