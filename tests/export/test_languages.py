"""Cards in two languages at once."""

from dataclasses import replace

from recall.export.anki import BOTH
from recall.model.card import Card, Words
from recall.model.question import Choose, Option, Question, Reveal, Tick
from tests.export import golden, samples
from tests.export.test_anki_notes import notes


def spoken(card: Card, words: Question) -> Card:
    """The card with a translation."""
    return replace(card, translations={"zh": Words("", samples.Asking(words))})


def both(question: Question, words: Question) -> dict[str, str]:
    """The fields of a card with a translation."""
    (note,) = notes(spoken(samples.card("abc", question), words), lang=BOTH)
    return golden.values(note)


def test_a_field_holds_both_languages() -> None:
    values = both(Question("What?", "This.", Reveal()), Question("什么？", "这个。", Reveal()))
    assert values["Front"] == (
        '<div class="in" lang="en"><p>What?</p></div><div class="in" lang="zh"><p>什么？</p></div>'
    )


def test_what_is_the_same_in_both_stands_once() -> None:
    values = both(Question("What?", "$x$", Reveal()), Question("什么？", "$x$", Reveal()))
    assert values["Back"] == r"<p>\(x\)</p>"


def test_the_language_of_the_card_is_that_of_the_primary() -> None:
    values = both(Question("What?", "a", Reveal()), Question("什么？", "b", Reveal()))
    assert values["Language"] == "en"


def test_an_option_holds_both_languages() -> None:
    one = Choose((Option("yes", True), Option("no", False)), shuffle=False)
    other = Choose((Option("是", True), Option("否", False)), shuffle=False)
    values = both(Question("?", "", one), Question("？", "", other))
    assert values["Options"].count("<li") == 2
    assert values["Options"].count('class="in"') == 4


def test_a_point_holds_both_languages() -> None:
    values = both(Question("?", "", Tick(("a", "b"))), Question("？", "", Tick(("甲", "乙"))))
    assert values["Points"].count("<li>") == 2


def test_the_clozes_of_both_languages_are_the_same_cards() -> None:
    one = Question("", "", Reveal(), cloze="a {{c1::b}} {{c2::c}}")
    other = Question("", "", Reveal(), cloze="甲 {{c2::丙}} {{c1::乙}}")
    cards = [samples.card("abc", one, facet=facet) for facet in ("c1", "c2")]
    (note,) = notes(*(spoken(card, other) for card in cards), lang=BOTH)
    assert [card.ordinal for card in note.cards] == [0, 1]
    assert golden.values(note)["Text"].count("{{c1::") == 2


def test_a_card_without_translation_is_as_in_its_own_language() -> None:
    card = samples.card("mla-rope", samples.BASIC)
    assert notes(card, lang=BOTH)[0].fields == notes(card)[0].fields
