"""Every case of tests/cases: a text, what is wrong with it, and the notes it holds."""

import pytest

from tests.deck.dump import CASES, Case, dump, read, read_cases

FOUND = [case for path in sorted(CASES.glob("*.md")) for case in read_cases(path)]


@pytest.mark.parametrize("case", FOUND, ids=lambda case: f"{case.place} {case.title}")
def test_case(case: Case) -> None:
    found = dump(read(case.text, translation=case.title.startswith("Translation:")))
    assert found == case.expected, f"{case.place} {case.title}"


def test_there_are_cases() -> None:
    assert len(FOUND) >= 60
