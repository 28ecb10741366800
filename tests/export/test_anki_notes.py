"""Cards as Anki notes."""

import json
from dataclasses import replace

import pytest

from recall.export.anki.ids import RETIRED_TAG, clean_tags, deck_id, deck_name, guid
from recall.export.anki.kinds import TEMPLATES_CHANGED, Kind
from recall.export.anki.notes import AnkiNote, Setting, notes_of
from recall.model.card import Card
from recall.model.question import Choose, Option, Question, Reveal, TypeText
from tests.export import golden, samples


def notes(*cards: Card, lang: str | None = None, at: int = samples.CHANGED) -> tuple[AnkiNote, ...]:
    listed = cards or samples.cards()
    decks = {card.deck: "Recall::P::D" for card in listed}
    return tuple(notes_of(listed, Setting(lang, decks, samples.changed(*listed, at=at))))


def test_the_notes_of_the_samples_are_the_golden_ones() -> None:
    assert golden.shown(notes()) == json.loads(golden.NOTES.read_text(encoding="utf-8"))


def test_note_types_are_frozen() -> None:
    assert golden.note_types() == json.loads(golden.NOTE_TYPES_FILE.read_text(encoding="utf-8"))


def test_templates_do_not_change_without_a_new_date() -> None:
    # Anki takes changed templates only if TEMPLATES_CHANGED is later than in the last package.
    known = json.loads(golden.TEMPLATES.read_text(encoding="utf-8"))
    assert known[str(TEMPLATES_CHANGED)] == golden.templates()


@pytest.mark.parametrize("kind", Kind)
def test_a_note_type_has_three_spare_fields(kind: Kind) -> None:
    assert sum(field.name.startswith("Spare") for field in golden.NOTE_TYPES[kind].fields) == 3


def test_a_separator_of_fields_cannot_come_from_a_text() -> None:
    question = Question("?", "a\x1fb", TypeText(("c\x1fd", "e")))
    (note,) = notes(samples.card("abc", question))
    assert "\x1f" not in "".join(note.fields)


def test_a_guid_does_not_depend_on_the_content() -> None:
    card = samples.card("mla-rope", samples.BASIC)
    (before,), (after,) = notes(card), notes(samples.asking(card, front="Other", back="Other"))
    assert before.guid == after.guid


def test_a_guid_depends_on_the_kind() -> None:
    assert guid(Kind.BASIC, "a-b") != guid(Kind.CHOICE, "a-b")


def test_two_cards_that_do_not_swap_sides_are_two_notes() -> None:
    one = samples.card("abc", samples.REVERSED, facet="forward")
    other = samples.card("abc", samples.BASIC, facet="backward")
    assert [note.kind for note in notes(one, other)] == [Kind.BASIC, Kind.BASIC]


def test_a_direction_is_its_template_whatever_the_order_of_the_cards() -> None:
    one, other = (card for card in samples.cards() if card.note == "mla-name")
    (note,) = notes(replace(one, position=9), replace(other, position=3))
    assert (golden.values(note)["Front"], [card.id for card in note.cards]) == (
        "<p>Latent attention</p>",
        ["mla-name/forward", "mla-name/backward"],
    )


def test_a_cloze_number_is_its_ordinal_whatever_else_is_missing() -> None:
    question = replace(samples.CLOZE, cloze="{{c2::a}} {{c7::b}}")
    cards = [samples.card("abc", question, facet=facet) for facet in ("c2", "c7")]
    (note,) = notes(*cards)
    assert [(card.id, card.ordinal) for card in note.cards] == [("abc/c2", 1), ("abc/c7", 6)]


def test_clozes_that_anki_would_count_otherwise_become_notes_of_their_own() -> None:
    question = Question("a […]", "a b", Reveal(), cloze="a {{c1::b")
    assert [note.kind for note in notes(samples.card("abc", question, facet="c1"))] == [Kind.BASIC]


def choice(*, shuffle: bool) -> list[str]:
    options = tuple(Option(f"option {index}", index == 0) for index in range(6))
    question = Question("Which?", "", Choose(options, shuffle))
    (note,) = notes(samples.card("abc", question))
    return (
        golden.values(note)["Options"]
        .replace(" fixed", "")
        .removeprefix('<ol class="options"><li data-i="0">option ')
        .split("</li>")
    )


def test_options_are_mixed_once_and_for_all() -> None:
    assert choice(shuffle=True)[0] == "2"


def test_options_of_fixed_order_stay_in_order() -> None:
    assert choice(shuffle=False)[0] == "0"


def test_the_right_options_are_named_by_their_place_on_the_card() -> None:
    options = (Option("a", True), Option("b", False), Option("c", True))
    (note,) = notes(samples.card("abc", Question("?", "", Choose(options, shuffle=False))))
    assert golden.values(note)["Right"] == "[0, 2]"


def test_a_translation_gives_the_words_and_the_language() -> None:
    card = samples.chinese(samples.card("mla-why", samples.BASIC))
    (note,) = notes(card, lang="zh")
    assert (golden.values(note)["Language"], "维的 key" in golden.values(note)["Front"]) == (
        "zh",
        True,
    )


def test_a_missing_translation_falls_back_to_the_primary() -> None:
    (note,) = notes(samples.card("mla-rope", samples.BASIC), lang="zh")
    assert golden.values(note)["Language"] == "en"


def test_a_language_does_not_change_the_guid() -> None:
    card = samples.chinese(samples.card("mla-why", samples.BASIC))
    assert notes(card)[0].guid == notes(card, lang="zh")[0].guid


def test_a_later_change_makes_a_later_note() -> None:
    card = samples.card("mla-rope", samples.BASIC)
    (before,), (after,) = notes(card, at=1_000_000), notes(card, at=1_001_000)
    assert after.modified == before.modified + 1


def test_a_note_is_as_new_as_its_newest_card() -> None:
    cards = [samples.card("abc", samples.CLOZE, facet=facet) for facet in ("c1", "c2", "c3")]
    times = {cards[0].id: 5_000_000, cards[1].id: 9_000_000, cards[2].id: 7_000_000}
    (late,) = notes_of(cards, Setting(None, {cards[0].deck: "D"}, times))
    (early,) = notes_of(cards, Setting(None, {cards[0].deck: "D"}, {**times, cards[1].id: 0}))
    assert late.modified - early.modified == 2_000


def test_a_language_cannot_leave_its_attribute() -> None:
    card = replace(samples.card("abc", samples.BASIC), lang='zh-Hans" onclick="x')
    assert golden.values(notes(card)[0])["Language"] == "zh-Hansonclickx"


def test_retired_notes_say_so() -> None:
    card = samples.card("abc", samples.BASIC)
    (note,) = notes_of([card], Setting(None, {card.deck: "D"}, {}, retired=True))
    assert RETIRED_TAG in note.tags


@pytest.mark.parametrize(
    ("tags", "clean"),
    [
        (["a b", "c\u3000d"], ("a-b", "c-d")),
        (["KV", "kv"], ("KV",)),
        (["", " ", "::"], ()),
        (["a::::b", "::c"], ("a::b", "c")),
        (["内存", "a\x00b"], ("ab", "内存")),
    ],
)
def test_tags_are_what_anki_can_hold(tags: list[str], clean: tuple[str, ...]) -> None:
    assert clean_tags(tags) == clean


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What MLA caches", "What MLA caches"),
        ("a::b", "a:b"),
        ("  a\n\tb ", "a b"),
        ('the "KV" cache', "the ”KV” cache"),
        ("", "–"),
        (":", "–"),
    ],
)
def test_a_title_is_one_level_of_a_deck_name(title: str, name: str) -> None:
    assert deck_name("P", title) == f"Recall::P::{name}"


def test_deck_ids_do_not_collide() -> None:
    first = deck_id("a", ())
    assert deck_id("a", (first,)) != first
