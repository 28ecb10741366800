"""Formulas that cannot be set are found by `recall check`, at their place."""

from pathlib import Path

import pytest

from recall.app.checking import check_decks
from recall.app.workspace import DeckRoot


def problems(folder: Path, text: str) -> list[tuple[str, str]]:
    deck = folder / "p" / "d.md"
    deck.parent.mkdir(parents=True, exist_ok=True)
    deck.write_text(text, encoding="utf-8")
    found = check_decks((DeckRoot(folder, "decks"),)).diagnostics
    return [(d.code.id, str(d.span).removeprefix("decks/p/d.md:")) for d in found]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("## Q?\n\nIt is $\\frac{a}{b$ here.\n", "3:7"),
        ("## Q?\n\nA\n\n$$\n\\begin{matrix} a\n$$\n", "5:1"),
        ("## Q?\n\n- so $x_{$ it is\n", "3:6"),
        ("## Q?\n\n> as $\\nosuchcommand{x}$ says\n", "3:6"),
        ("## Q?\n\n| a |\n|---|\n| $x^{$ |\n", "5:3"),
    ],
)
def test_a_formula_that_cannot_be_set_is_named_at_its_place(
    tmp_path: Path, text: str, place: str
) -> None:
    assert problems(tmp_path, text) == [("W212", place)]


@pytest.mark.parametrize(
    "body",
    [
        "`$x^{$` and $\\frac{a}{b}$",
        "```\n$x^{$\n```",
        "<!-- $x^{$ -->\n\nA",
        "It costs 5 $ and 6 $ more.",
        "$$\n\\begin{matrix} a & b \\\\ c & d \\end{matrix}\n$$",
    ],
)
def test_what_can_be_set_or_is_no_formula_is_fine(tmp_path: Path, body: str) -> None:
    assert problems(tmp_path, f"## Q?\n\n{body}\n") == []
