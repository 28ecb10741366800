"""Decks from strangers: refused with diagnostics and at once, the other decks unharmed."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.program import Ran, recall

GOOD = "## Why?\n<!-- id: good-note -->\n\nBecause.\n"
PROBLEM = """\
## How much {number}?
<!-- id: hostile-{number} -->

What?

**Given**

- `a` from {values}

**Steps**

1. So: `answer = {formula}` GB
"""
FORMULAS = (
    "9**9**9**9", "a**a**a**a**a", "2**(2**(2**(2**a)))", "comb(10**300, 10**299)",
    "(" * 5000 + "a" + ")" * 5000, "-" * 399 + "a",
    "+".join(["a"] * 199), "a.__class__.__mro__[1].__subclasses__()",
    "().__class__.__bases__[0]", "__import__('os').system('id')", "open('/etc/passwd').read()",
    "[x for x in (1,2)]", "lambda: 1", "f'{a}'", "'a' * 10**9", "exec('1')", "eval('1')",
    "(a := 10**9)", "1e999999999", "10**10**10", "exp(exp(exp(exp(a))))", "a and b or (yield)",
    "log(0)", "sqrt(-1)", "max()", "min(*[1])", "0x" + "f" * 300, "1" * 400, "a" * 400,
    "\u0000", "{}",
)  # fmt: skip
VALUES = ("1..10", "1..1e300 step 1e-300", "1e-300..1e300 step ×1.0000001", "0..1e9")
PARTS = {
    "towers": "\n".join(
        PROBLEM.format(number=i, formula=formula, values="1..10")
        for i, formula in enumerate(FORMULAS)
    ),
    "ranges": "\n".join(
        PROBLEM.format(number=100 + i, formula="a", values=values)
        for i, values in enumerate(VALUES[1:])
    ),
    "product": PROBLEM.format(number=200, formula="a + b + c + d", values="1..4000").replace(
        "\n**Steps**", "".join(f"- `{n}` from 1..4000\n" for n in "bcd") + "\n**Steps**"
    ),
    "long-line": PROBLEM.format(number=300, formula="a" + " + 1" * 2_500_000, values="1..10"),
    "long-list": PROBLEM.format(number=301, formula="a", values="1, " * 600_000 + "1"),
    "nesting": "## Deep?\n<!-- id: deep-note -->\n\n" + ">" * 200_000 + " x\n\n" + "- " * 50_000,
    "stars": "## Stars?\n<!-- id: stars-note -->\n\n" + "*a **b " * 50_000 + "\n",
    "brackets": "## Links?\n<!-- id: links-note -->\n\n" + "[" * 50_000 + "](" * 50_000 + "\n",
    "holes": PROBLEM.format(number=302, formula="a", values="1..10").replace(
        "What?", "{{a}} " * 20_000
    ),
    "math": "## Math?\n<!-- id: math-note -->\n\n" + "$x" * 100_000 + "\n",
    "aliases": "---\ntags: &b0 [x]\n"
    + "".join(f"k{i}: &b{i} [*b{i - 1}, *b{i - 1}]\n" for i in range(1, 60))
    + "---\n"
    + GOOD.replace("good-note", "alias-note"),
}  # fmt: skip


def checked(folder: Path) -> tuple[float, Ran]:
    """The seconds of computing that a check takes, and what it says."""
    before = os.times()
    ran = recall(folder, "check", "--format", "json")
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system, ran


def workspace(folder: Path, texts: dict[str, str]) -> Path:
    decks = folder / "decks" / "p"
    decks.mkdir(parents=True)
    for name, text in texts.items():
        (decks / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long a check of nothing but one good note takes: mostly the start of Python."""
    folder = workspace(tmp_path_factory.mktemp("good"), {"good": GOOD})
    return min(checked(folder)[0] for _ in range(2))


@pytest.mark.parametrize("part", PARTS)
def test_a_hostile_deck_is_refused_at_once(tmp_path: Path, baseline: float, part: str) -> None:
    folder = workspace(tmp_path, {"good": GOOD, "hostile": PARTS[part]})
    took, ran = checked(folder)
    assert "Traceback" not in ran.err
    assert ran.code in (0, 3)
    assert json.loads(ran.out)["notes"] >= 1
    # About half a second on a quiet machine. The bound is there to catch what would hang.
    assert took - baseline < 5


@pytest.mark.parametrize("part", ["towers", "ranges", "long-line", "long-list", "aliases"])
def test_it_is_told_what_was_refused_and_where(tmp_path: Path, part: str) -> None:
    _, ran = checked(workspace(tmp_path, {"hostile": PARTS[part]}))
    assert ran.code == 3
    found = json.loads(ran.out)["diagnostics"]
    assert all(len(d["message"]) < 300 and d["path"] == "decks/p/hostile.md" for d in found)
    assert any(d["severity"] == "error" for d in found)


def test_every_hostile_formula_is_refused_on_its_own(tmp_path: Path) -> None:
    folder = workspace(tmp_path, {"good": GOOD, "hostile": PARTS["towers"]})
    data = json.loads(checked(folder)[1].out)
    assert data["cards"] == 1
    assert data["files"] == 2


def test_the_other_decks_can_be_reviewed(tmp_path: Path) -> None:
    folder = workspace(tmp_path, {"good": GOOD} | PARTS)
    ran = recall(folder, "review", "p/good", stdin="3\n")
    assert ran.code == 0
    assert "Because." in ran.out
    assert "errors in the decks" in ran.err
