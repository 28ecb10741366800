"""The packages as Anki's own importer takes them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from recall.export.anki import export_anki
from recall.model.card import Card
from recall.model.question import Choose, Option, Question, Reveal, Tick, TypeText
from tests.export import samples
from tests.oracle.anki_check import Imported, Profile, profile

DECK = "Recall::Attention & the KV cache::What MLA caches"
HOSTILE_TEXT = (
    "a </div></details><script>alert(1)</script> {{Front}} {{c1::x}} {{#Why}} <!-- [sound:a.mp3] "
    "[latex]x[/latex] <img src=x onerror=alert(1)> \x00 \x1f"
)
HOSTILE = HOSTILE_TEXT + " \\\\(x\\\\) &lt; $a<b>c$ `}}` $\\text{::}$"


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Profile]:
    folder = tmp_path / "anki"
    folder.mkdir()
    with profile(folder) as opened:
        yield opened


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return tmp_path / "out.apkg"


def export(path: Path, *cards: Card, later: int = 0, lang: str | None = None) -> Path:
    """Export cards (default: all samples), changed `later` seconds after the samples were."""
    times = samples.changed(*cards, at=samples.CHANGED + 1000 * later)
    export_anki(samples.collection(*cards), path=path, changed_at=times, lang=lang)
    return path


def edited() -> tuple[Card, ...]:
    """Every sample with other words."""
    cards = []
    for card in samples.cards():
        question = card.body.question()
        if question.cloze:
            cards.append(samples.asking(card, cloze=question.cloze + " Edited."))
        elif card.note == "mla-name":  # stays a pair that swaps its sides
            sides = {side: getattr(question, side) + " edited" for side in ("front", "back")}
            cards.append(samples.asking(card, **sides))
        else:
            cards.append(samples.asking(card, front=question.front + " Edited."))
    return tuple(cards)


def test_every_note_arrives(anki: Profile, package: Path) -> None:
    assert anki.take(export(package)) == Imported(new=8, updated=0, unchanged=0, conflicting=0)


def test_anki_finds_nothing_wrong(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    assert anki.problems() == []


def test_chinese_cards_are_sound(anki: Profile, package: Path) -> None:
    anki.take(export(package, lang="zh"))
    assert anki.problems() == []


def test_cards_stand_in_the_deck_of_their_titles(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    assert anki.decks()[DECK] == 11


def test_new_cards_come_in_deck_order(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    fronts = [question for question, _ in anki.sides()]
    expected = ("separate key", "Latent", "潜在", "how <em>many", "[...]", "[...]", "Press")
    assert [part in front for part, front in zip(expected, fronts, strict=False)] == [True] * 7


def test_the_same_package_again_changes_nothing(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    assert anki.take(export(package)) == Imported(new=0, updated=0, unchanged=8, conflicting=0)


def test_edits_update_every_kind_of_note(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    imported = anki.take(export(package, *edited(), later=1))
    assert imported == Imported(new=0, updated=8, unchanged=0, conflicting=0)


def test_edits_reach_every_card(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    anki.take(export(package, *edited(), later=1))
    assert all("dited" in question for question, _ in anki.sides())


def test_edits_keep_the_progress(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    anki.open_deck("Recall")
    anki.answer(4)
    before = anki.progress()
    anki.take(export(package, *edited(), later=1))
    assert (anki.progress(), sum(p.answers for p in before.values())) == (before, 4)


def test_edits_make_no_second_note_type(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    before = anki.note_types()
    anki.take(export(package, *edited(), later=1))
    assert (anki.note_types(), len(before)) == (before, 7)


def test_a_new_cloze_adds_a_card_and_leaves_the_others(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    before = anki.progress()
    cloze = samples.CLOZE.cloze + " {{c4::more}}"
    first = [samples.card("mla-size", samples.CLOZE, facet=f) for f in ("c1", "c2", "c3", "c4")]
    anki.take(export(package, *(samples.asking(card, cloze=cloze) for card in first), later=1))
    after = anki.progress()
    assert (len(after) - len(before), before.items() <= after.items()) == (1, True)


def test_a_retired_note_is_tagged_in_anki(anki: Profile, package: Path) -> None:
    anki.take(export(package))
    gone, *others = samples.cards()
    times = samples.changed(at=samples.CHANGED + 1000)
    export_anki(samples.collection(*others), path=package, changed_at=times, retired=[gone])
    anki.take(package)
    assert len(anki.collection.find_notes("tag:recall::retired")) == 1


@pytest.mark.parametrize(
    "question",
    [
        Question(HOSTILE, HOSTILE, Reveal(), HOSTILE, (HOSTILE,), HOSTILE),
        Question(HOSTILE, HOSTILE, Choose((Option(HOSTILE, True, HOSTILE), Option("b", False)))),
        Question(HOSTILE, HOSTILE, TypeText((HOSTILE_TEXT, "b"))),
        Question(HOSTILE, HOSTILE, Tick((HOSTILE,))),
    ],
    ids=["reveal", "choose", "type", "tick"],
)
def test_hostile_text_stays_text(anki: Profile, package: Path, question: Question) -> None:
    card = replace(samples.card("hostile", question), source=HOSTILE, tags=(HOSTILE,))
    anki.take(export(package, card))
    ((front, back),) = anki.sides()
    assert (anki.problems(), "<script>alert" in front + back, "<img" in front + back) == (
        [],
        False,
        False,
    )


@pytest.mark.parametrize(
    "mark",
    [
        r"$\frac{1}{\sqrt{x^{2}}}$",
        r"$\text{a::b}$",
        r"$\{x\}$",
        "`std::map<a, {{b}}>`",
        "a {set} of {{c2::nested}} marks",
        "**bold** and *so on*",
        "a::`hint}}`",
        "显存",
    ],
)
def test_what_a_cloze_can_hold(anki: Profile, package: Path, mark: str) -> None:
    facets = ("c1", "c2") if "{{c2" in mark else ("c1",)
    question = Question("", "", Reveal(), cloze=f"before {{{{c1::{mark}}}}} after")
    anki.take(export(package, *(samples.card("cloze", question, facet=f) for f in facets)))
    assert (anki.problems(), len(anki.sides()), anki.note_types()) == (
        [],
        len(facets),
        ["Recall cloze"],
    )
