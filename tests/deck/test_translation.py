"""Matching a translation with its primary."""

from recall.deck.syntax import Deck
from recall.deck.translation import match
from tests.deck.dump import read


def deck(*ids: str, translation: bool = False) -> Deck:
    notes = [
        f"## Note {i}\n{f'<!-- id: {name} -->' if name else ''}\nA\n" for i, name in enumerate(ids)
    ]
    path = "d.zh.md" if translation else "d.md"
    return read("\n".join(notes), translation=translation, path=path).value


def found(primary: Deck, translation: Deck) -> tuple[list[str], list[str]]:
    checked = match(primary, translation)
    return list(checked.value), [str(problem) for problem in checked.diagnostics]


def test_notes_are_matched_by_id_in_any_order() -> None:
    primary, translation = deck("one-one", "two-two"), deck("two-two", "one-one", translation=True)
    checked = match(primary, translation)
    assert not checked.diagnostics
    assert checked.value["one-one"].heading.text == "Note 1"


def test_an_unknown_id_is_a_warning_at_the_id() -> None:
    ids, problems = found(deck("one-one"), deck("one-one", "one-tow", translation=True))
    assert ids == ["one-one"]
    assert [problem[:18] for problem in problems] == ["d.zh.md:6:1: W701 "]


def test_a_missing_translation_is_told_and_no_problem() -> None:
    ids, problems = found(deck("one-one", "two-two"), deck("one-one", translation=True))
    assert ids == ["one-one"]
    assert [problem[:18] for problem in problems] == ["d.zh.md:1:1: I702 "]


def test_a_translated_note_without_an_id_is_a_warning() -> None:
    _, problems = found(deck("one-one"), deck("one-one", "", translation=True))
    assert [problem[:18] for problem in problems] == ["d.zh.md:5:4: W703 "]


def test_the_first_of_two_translations_counts() -> None:
    translation = deck("one-one", "one-one", translation=True)
    checked = match(deck("one-one"), translation)
    assert checked.value["one-one"].heading.text == "Note 0"
    assert [problem.code.id for problem in checked.diagnostics] == ["E704"]
