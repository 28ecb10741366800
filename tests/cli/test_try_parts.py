"""Asked steps: `recall try` for a part, and whole sessions from a pipe."""

import json
from pathlib import Path

import pytest

from tests.cli.program import Ran, recall

ID = "moe-capacity-drop"
NUMBERS = "T=2048 E=64 k=2 cf=1.5 load=150"
"""The buffer then holds 96 tokens, and 36 % are dropped."""


def try_(folder: Path, *arguments: str) -> Ran:
    return recall(folder, "try", ID, "--set", NUMBERS, *arguments)


@pytest.mark.parametrize(
    ("arguments", "verdict", "rating"),
    [
        (("--part", "C", "--answer", "96"), "right", 3),
        (("--part", "C", "--answer", "100"), "wrong", 1),
        (("--answer", "36"), "right", 3),
        (("--answer", "0.36"), "note", 2),
        (("--answer", "33.3"), "wrong", 1),
        (("--earlier", "C=100", "--answer", "33.3"), "note", 2),
        (("--earlier", "C=100 tokens", "--answer", "1/3"), "note", 2),
        (("--earlier", "C=96", "--answer", "33.3"), "wrong", 1),
        (("--earlier", "C=100", "--answer", "36"), "right", 3),
        (("--answer", "64"), "mistake", 1),
    ],
)
def test_a_part_is_graded_after_earlier_ones(
    compiled: Path, arguments: tuple[str, ...], verdict: str, rating: int
) -> None:
    data = json.loads(try_(compiled, *arguments, "--json").out)
    assert (data["verdict"], data["suggested_rating"]) == (verdict, rating)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--part", "c", "--answer", "1"), "c is not asked"),
        (("--part", "C", "--earlier", "answer=3", "--answer", "1"), "does not come before C"),
        (("--earlier", "C=many", "--answer", "1"), "the earlier C is not read"),
        (("--earlier", "C", "--answer", "1"), "NAME=TEXT"),
    ],
)
def test_what_no_session_could_ask_is_refused(
    compiled: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = try_(compiled, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_variant_beyond_the_product_is_said_to_be_gone(compiled: Path) -> None:
    for command in (("show", ID), ("solve", ID), ("try", ID, "--answer", "1")):
        ran = recall(compiled, *command, "--variant", "99999")
        assert ran.code == 1
        assert "no variant 99999: the problem now has 270" in ran.err
        assert "before the problem was edited" in ran.err


DECK = """\
## Tokens dropped
<!-- id: dropped -->

A buffer is 1.5 times the even share of 8192 choices among 128 experts. What share of 150 is lost?

**Steps**

1. How many fit? `C = ceil(1.5 * 8192 / 128)` token exact
2. The rest: `answer = 100 * (150 - C) / 150` % ± 0.5 pp

**Mistakes**

- `100 * C / 150`: that is what is kept.

**Hints**

- First the buffer.
- It is a whole number.
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A workspace whose only card is a problem of two parts: 96 tokens, then 36 %."""
    deck = tmp_path / "decks" / "moe" / "one.md"
    deck.parent.mkdir(parents=True)
    deck.write_text(DECK, encoding="utf-8")
    return tmp_path


def review(folder: Path, *lines: str) -> tuple[str, tuple[object, ...]]:
    """What a session prints, and the rating, outcome and answers that it writes."""
    ran = recall(folder, "review", "--limit", "1", stdin="".join(f"{line}\n" for line in lines))
    assert ran.code == 0, ran.err
    entry = json.loads(recall(folder, "export", "journal").out.splitlines()[0])
    return ran.out, (entry["rating"], entry["outcome"], entry["response"])


@pytest.mark.parametrize(
    ("lines", "said", "written"),
    [
        (("96", "36"), "Right: 36 %", (3, "correct", "96 | 36")),
        (("100", "96", "36"), "Right: 36 %", (2, "correct", "100 | 96 | 36")),
        (("100", "100", "36"), "Right: 36 %", (2, "correct", "100 | 100 | 36")),
        ((":h", "96", "36"), "First the buffer.", (2, "correct", "96 | 36")),
        ((":h", ":h", ":h", "96", "36"), "It is a whole number.", (2, "correct", "96 | 36")),
        (("96", "0.36"), "read as a fraction", (2, "correct", "96 | 0.36")),
        (("96", "64", "36"), "that is what is kept", (2, "correct", "96 | 64 | 36")),
        (("96", "64", "64"), "that is what is kept", (1, "incorrect", "96 | 64 | 64")),
        (("100", "100", "33.3"), "C = 100", (2, "correct", "100 | 100 | 33.3")),
        (("96 GB", "96", "36"), "different kind", (3, "correct", "96 | 36")),
        (("96", ""), "36 %", (1, "incorrect", "96")),
    ],
)
def test_a_session_of_two_parts(
    alone: Path, lines: tuple[str, ...], said: str, written: tuple[object, ...]
) -> None:
    shown, entry = review(alone, *lines)
    assert said in shown
    assert entry == written


def test_hints_come_one_at_a_time(alone: Path) -> None:
    shown, _ = review(alone, ":h", "96", "36")
    assert "Hint 1 of 2" in shown
    assert "It is a whole number." not in shown


def test_the_calculator_names_no_mistake_that_leads_to_the_answer(tmp_path: Path) -> None:
    usual = recall(tmp_path, "solve", "kv-cache-batch", "--set", "n_q=32", "--set", "n_kv=4")
    equal = recall(tmp_path, "solve", "kv-cache-batch", "--set", "n_q=4", "--set", "n_kv=4")
    assert "you used the query heads" in usual.out
    assert "you used the query heads" not in equal.out
    assert "you counted the keys" in equal.out
