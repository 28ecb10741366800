"""From parsed decks to the collection."""

from recall.compile import Sheaf, build
from recall.deck.parser import parse
from recall.deck.syntax import Deck
from recall.diagnostics import Diagnostic
from recall.identity import assign
from recall.model.card import Collection, Pillar
from recall.source import SourceFile

PRIMARY = (
    "---\ntitle: Latents\nsources:\n  V2: DeepSeek-V2\ntags: [memory]\n---\n"
    "# Section\n\nRead this first.\n\n"
    "## Why?\n<!-- id: why-latent -->\n\nBecause.\n\n**Source:** V2 §2\n**Tags:** mla\n"
    "**Terms:** MLA | 潜在\n"
)
CHINESE = "---\ntitle: 潜在向量\n---\n## 为什么？\n<!-- id: why-latent -->\n\n因为。\n"


def deck(text: str, name: str = "attention/latents", lang: str | None = None) -> Deck:
    path = f"decks/{name}{'.' + lang if lang else ''}.md"
    source = SourceFile.from_bytes(path, text.encode())
    pillar = name.partition("/")[0]
    parsed = parse(
        source, deck=name, pillar=pillar, lang=lang or "en", translation=lang is not None
    )
    return parsed.value


def compiled(*decks: Deck, pillars: tuple[Pillar, ...] = ()) -> tuple[Collection, list[str]]:
    ids = assign(decks, ()).value.ids
    built = build(Sheaf(decks, ids, pillars))
    return built.value, [d.code.id for d in built.diagnostics]


def test_a_card_knows_where_it_comes_from() -> None:
    collection, found = compiled(deck(PRIMARY))
    (card,) = collection.cards
    assert found == []
    assert (card.id, card.note, card.deck) == ("why-latent", "why-latent", "attention/latents")
    assert (card.pillar, card.type, card.title, card.source) == (
        "attention",
        "basic",
        "Why?",
        "DeepSeek-V2, §2",
    )
    assert card.tags == ("memory", "mla")
    assert card.terms == ("MLA", "潜在")
    assert str(card.span) == "decks/attention/latents.md:11:4"


def test_the_section_above_is_context() -> None:
    collection, _ = compiled(deck(PRIMARY))
    context = collection.cards[0].body.question().context
    assert "Section" in context
    assert "Read this first." in context


def test_a_translation_holds_the_words_of_the_same_card() -> None:
    collection, found = compiled(deck(PRIMARY), deck(CHINESE, lang="zh"))
    (card,) = collection.cards
    assert found == []
    assert card.words("zh").body.question().back == "因为。"
    assert card.words("fr").body.question().back == "Because."
    assert collection.decks[0].titles == {"en": "Latents", "zh": "潜在向量"}


def test_a_translation_of_an_older_text_is_reported() -> None:
    stale = CHINESE.replace("why-latent", "why-latent, of: 00000000")
    _, found = compiled(deck(PRIMARY), deck(stale, lang="zh"))
    assert found == ["W721"]


def test_a_translation_without_a_primary_is_an_error() -> None:
    _, found = compiled(deck(CHINESE, lang="zh"))
    assert found == ["E722"]


def test_decks_follow_pillars_then_their_own_order() -> None:
    collection, _ = compiled(
        deck("---\norder: 2\n---\n## A?\n\na\n", "b/one"),
        deck("---\norder: 1\n---\n## B?\n\nb\n", "b/two"),
        deck("## C?\n\nc\n", "a/three"),
        pillars=(Pillar("b", 0, {"en": "Bee"}),),
    )
    assert [d.id for d in collection.decks] == ["b/two", "b/one", "a/three"]
    assert [c.position for c in collection.cards] == [0, 1, 2]
    assert [p.id for p in collection.pillars] == ["b", "a"]


def test_one_bad_note_never_hides_its_neighbours() -> None:
    text = "## Good?\n\nyes\n\n## Bad?\n\n## Fine?\n\nyes\n"
    collection, found = compiled(deck(text))
    assert [card.title for card in collection.cards] == ["Good?", "Fine?"]
    assert found == ["E402"]


def test_an_unknown_requirement_is_named_with_the_nearest() -> None:
    text = PRIMARY + "**Requires:** why-latant\n\n## B\n<!-- id: why-latents -->\n\nb\n"
    decks = (deck(text),)
    built = build(Sheaf(decks, assign(decks, ()).value.ids))
    problem: Diagnostic = built.diagnostics[0]
    assert problem.code.id == "E621"
    assert "why-latents" in problem.hint
    assert built.value.cards[0].prerequisites == ()


def test_a_circle_of_requirements_is_printed() -> None:
    text = (
        "## A\n<!-- id: aaa -->\n\na\n\n**Requires:** bbb\n\n"
        "## B\n<!-- id: bbb -->\n\nb\n\n**Requires:** aaa\n"
    )
    decks = (deck(text),)
    built = build(Sheaf(decks, assign(decks, ()).value.ids))
    (problem,) = built.diagnostics
    assert problem.code.id == "E622"
    assert problem.message == "aaa requires bbb requires aaa"
    assert len(built.value.cards) == 2


def test_every_circle_is_printed_and_cut() -> None:
    pairs = (("aaa", "bbb"), ("bbb", "aaa"), ("ccc", "ddd"), ("ddd", "ccc"), ("eee", "aaa"))
    text = "\n".join(
        f"## {one}\n<!-- id: {one} -->\n\nx\n\n**Requires:** {other}\n" for one, other in pairs
    )
    collection, found = compiled(deck(text))
    assert found == ["E622", "E622"]
    assert [card.prerequisites for card in collection.cards] == [(), (), (), (), ("aaa",)]


def test_a_translation_without_a_good_note_and_a_primary_is_an_error() -> None:
    _, found = compiled(deck("## Q?\n<!-- id: X -->\n\nA\n", lang="zh"))
    assert found == ["E722"]


def test_a_source_key_that_is_not_defined_is_a_warning() -> None:
    _, found = compiled(deck(PRIMARY.replace("V2 §2", "V3 §2")))
    assert found == ["W623"]


def test_a_problem_that_fails_its_proof_makes_no_card() -> None:
    text = (
        "## Sum of {{a}}?\n\n**Given**\n\n- `a` from 0..9 step 1\n\n"
        "**Steps**\n\n1. Turn: `answer = 1 / a`\n"
    )
    collection, found = compiled(deck(text))
    assert collection.cards == ()
    assert any(code.startswith("E5") for code in found)


def test_notes_are_listed_with_their_text() -> None:
    collection, _ = compiled(deck(PRIMARY))
    (note,) = collection.notes
    assert note.stamped
    assert note.text.startswith("## Why?")
    assert "id:" not in note.text
