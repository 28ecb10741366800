"""The order in which new cards are met."""

from dataclasses import replace

from recall.export.path import learning_order
from recall.model.card import Card, Collection, DeckInfo
from recall.model.ids import DeckId
from tests.export import samples


def card(name: str, *needs: str, deck: str = "a/one", position: int = 0) -> Card:
    made = samples.card(name, samples.BASIC, position=position)
    return replace(made, prerequisites=needs, deck=DeckId(deck))


def order(*cards: Card, decks: tuple[DeckInfo, ...] = ()) -> list[str]:
    placed = tuple(replace(one, position=place) for place, one in enumerate(cards))
    places = learning_order(Collection(decks=decks, cards=placed))
    return sorted(places, key=places.__getitem__)


def test_cards_without_requirements_stay_in_deck_order() -> None:
    assert order(card("one"), card("two"), card("three")) == ["one", "two", "three"]


def test_what_is_required_comes_first() -> None:
    assert order(card("one", "three"), card("two"), card("three")) == ["three", "one", "two"]


def test_a_required_deck_comes_first() -> None:
    found = order(card("one", "b/two"), card("two", deck="b/two"), card("three", deck="b/two"))
    assert found == ["two", "three", "one"]


def test_what_a_deck_requires_comes_before_its_first_card() -> None:
    decks = (
        DeckInfo(DeckId("a/one"), "a", 0, {}, ("b/two",)),
        DeckInfo(DeckId("b/two"), "b", 1, {}),
    )
    assert order(card("one"), card("two", deck="b/two"), decks=decks) == ["two", "one"]


def test_a_circle_stays_in_deck_order() -> None:
    assert order(card("one", "two"), card("two", "one")) == ["two", "one"]


def test_an_unknown_requirement_is_passed_over() -> None:
    assert order(card("one", "nothing"), card("two")) == ["one", "two"]


def test_a_long_chain_is_no_recursion() -> None:
    names = [f"card-{number}" for number in range(3_000)]
    chain = [card(name, *names[place + 1 : place + 2]) for place, name in enumerate(names)]
    assert order(*chain) == names[::-1]
