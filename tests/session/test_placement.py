"""Which notes a placement test asks, and what it takes for known."""

import random

from hypothesis import given
from hypothesis import strategies as st

from recall.session.placement import KNOWN, Placement, Subject


def chain(length: int, *, guess: float = 0.02) -> list[Subject]:
    """Notes n0, n1, …, each requiring the one before, each in a deck of its own."""
    return [Subject(f"n{i}", f"d{i}", (f"n{i - 1}",) if i else (), guess) for i in range(length)]


def test_the_first_question_is_in_the_middle_of_a_chain() -> None:
    assert Placement.of(chain(9)).next() in ("n3", "n4", "n5")


def test_a_right_answer_speaks_for_what_it_builds_on_and_for_nothing_else() -> None:
    test = Placement.of(chain(7))
    test.answered("n4", right=True)
    assert test.known() == ["n3", "n4"]
    assert test.belief["n2"] > test.belief["n1"] > 0
    assert test.belief["n5"] == 0


def test_a_wrong_answer_speaks_against_what_builds_on_it() -> None:
    test = Placement.of(chain(7))
    test.answered("n2", right=False)
    assert test.known() == []
    assert test.belief["n1"] == 0
    assert 0 > test.belief["n4"] > test.belief["n3"] > test.belief["n2"]


def test_what_was_answered_wrong_is_not_known_whatever_else_is() -> None:
    test = Placement.of(chain(3))
    test.answered("n0", right=False)
    test.answered("n1", right=True)
    test.answered("n2", right=True)
    assert test.belief["n0"] > KNOWN
    assert test.known() == ["n1", "n2"]


def test_a_likely_guess_tells_less() -> None:
    sure, guessed = (Placement.of(chain(3, guess=guess)) for guess in (0.02, 0.5))
    for test in (sure, guessed):
        test.answered("n2", right=True)
    assert sure.belief["n1"] > guessed.belief["n1"] > 0
    assert guessed.known() == ["n2"]


def test_a_deck_is_about_one_thing_and_a_huge_one_is_not() -> None:
    small = [Subject(f"n{i}", "d") for i in range(10)]
    huge = [Subject(f"n{i}", "d") for i in range(100)]
    for subjects, moved in ((small, True), (huge, False)):
        test = Placement.of(subjects)
        test.answered("n0", right=True)
        assert (test.belief["n9"] > 0) is moved


def test_evidence_crosses_to_the_deck_that_is_required() -> None:
    subjects = [Subject("a", "basics"), Subject("b", "more")]
    test = Placement.of(subjects, decks={"more": ("basics",)})
    test.answered("b", right=True)
    assert test.belief["a"] > 0
    again = Placement.of(subjects, decks={"more": ("basics",)})
    again.answered("a", right=True)
    assert again.belief["b"] == 0


def test_what_is_settled_is_not_asked() -> None:
    test = Placement.of(chain(3), known=["n0", "n1", "elsewhere"])
    assert test.next() == "n2"
    test.answered("n2", right=False)
    assert test.next() is None


def test_circles_and_unknown_requirements_do_no_harm() -> None:
    test = Placement.of([Subject("a", "d", ("b",), 0.02), Subject("b", "d", ("a", "gone"), 0.02)])
    test.answered("a", right=True)
    assert test.known() == ["a", "b"]


@given(
    st.lists(st.lists(st.integers(0, 11), max_size=3), min_size=1, max_size=12),
    st.integers(0, 1000),
)
def test_a_test_ends_and_asks_nothing_twice(requires: list[list[int]], seed: int) -> None:
    subjects = [
        Subject(f"n{i}", f"d{i % 3}", tuple(f"n{r}" for r in refs))
        for i, refs in enumerate(requires)
    ]
    dice, test, asked = random.Random(seed), Placement.of(subjects), []
    while (note := test.next()) is not None:
        asked.append(note)
        test.answered(note, right=dice.random() < 0.5)
    assert len(asked) == len(set(asked)) <= len(subjects)


def test_of_made_up_learners_most_of_what_is_taken_for_known_is() -> None:
    subjects = [
        Subject(f"n{i}", f"d{i // 12}", tuple({f"n{i - 1 - i % 3}"} if i % 12 > 2 else ()), 0.1)
        for i in range(96)
    ]
    told = both = had = 0
    for seed in range(12):
        dice = random.Random(seed)
        levels = [dice.choice((0, 4, 8, 12)) for _ in range(8)]
        known = {s.note for i, s in enumerate(subjects) if i % 12 < levels[i // 12]}
        test = Placement.of(subjects)
        for _ in range(30):
            note = test.next()
            if note is None:
                break
            test.answered(note, right=dice.random() < (0.9 if note in known else 0.1))
        found = set(test.known())
        told, both, had = told + len(found), both + len(found & known), had + len(known)
    assert both / told > 0.85
    assert both / had > 0.45
