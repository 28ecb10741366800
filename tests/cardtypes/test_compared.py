"""Typed texts compared letter by letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cardtypes.bodies.compared import compared
from recall.cardtypes.bodies.typed import fold
from recall.render.terminal import plain

ACCEPTED = ("Multi-head latent attention", "MLA")


def shown(typed: str, accepted: tuple[str, ...] = ACCEPTED) -> tuple[str, str] | None:
    found = compared(typed, accepted, fold=fold)
    return None if found is None else (plain(found[0], width=90), plain(found[1], width=90))


@pytest.mark.parametrize(
    ("typed", "yours", "nearest"),
    [
        ("multihead latnt atention", "multihead latnt atention",
         "Multi-head lat«e»nt a«t»tention"),
        ("multi head latent attentions", "multi head latent attention«s»",
         "Multi-head latent attention"),
        ("MLB", "ML«B»", "ML«A»"),
        ("multi-head latent", "multi-head latent", "Multi-head latent «attention»"),
    ],
)  # fmt: skip
def test_what_differs_is_marked_in_both(typed: str, yours: str, nearest: str) -> None:
    assert shown(typed) == (yours, nearest)


def test_nothing_near_is_compared_with_nothing() -> None:
    assert shown("grouped queries") is None


def test_chinese_and_markdown_are_compared_as_they_are_written() -> None:
    assert shown("多头潜在注意利", ("多头潜在注意力",)) == ("多头潜在注意«利»", "多头潜在注意«力»")
    assert shown("a*b_c$", ("a*b_d$",)) == ("a*b_«c»$", "a*b_«d»$")


@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_any_text_is_compared(typed: str, accepted: str) -> None:
    if fold(typed) and fold(accepted):
        found = compared(typed, (accepted,), fold=fold)
        assert found is None or all(isinstance(side, str) for side in found)
