"""The texts of the diagnostic codes."""

import re

import pytest

from recall.deck.codes import CODES
from recall.diagnostics import Code
from recall.source import Span


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_every_code_says_what_why_and_what_next(code: Code) -> None:
    assert re.fullmatch(r"[EWI][1237]\d\d", code.id)
    assert not code.title.endswith(".")
    assert code.why.endswith(".")
    assert code.fix.endswith(".")
    assert code.at(Span("d.md", 1, 1, 1, 1), "x").hint == code.fix


def test_codes_are_unique_by_number() -> None:
    assert len({code.id[1:] for code in CODES}) == len(CODES)
