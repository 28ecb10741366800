"""Which note is which across edits."""

import pytest

from recall.deck.digest import note_digest, note_text
from recall.deck.parser import parse
from recall.deck.syntax import Deck
from recall.identity import assign, compare
from recall.model.card import NoteInfo
from recall.model.ids import DeckId, NoteId
from recall.source import SourceFile

LONG = (
    "Because both keys and values are linear in one latent vector, the up-projection can be folded "
    "into the query side, and nothing but the latent has to be kept for past tokens."
)


def deck(text: str, name: str = "p/d") -> Deck:
    source = SourceFile.from_bytes(f"decks/{name}.md", text.encode())
    return parse(source, deck=name, pillar="p", lang="en", translation=False).value


def infos(*decks: Deck, known: tuple[tuple[NoteInfo, bool], ...] = ()) -> list[NoteInfo]:
    ids = assign(decks, known).value.ids
    return [
        NoteInfo(
            id=ids[d.path, i],
            deck=DeckId(d.id),
            heading=note.heading.text,
            text=note_text(note),
            digest=note_digest(note),
            stamped=note.id is not None,
        )
        for d in decks
        for i, note in enumerate(d.notes)
        if (d.path, i) in ids
    ]


def present(notes: list[NoteInfo]) -> tuple[tuple[NoteInfo, bool], ...]:
    return tuple((note, True) for note in notes)


def test_an_id_in_the_file_is_the_notes_id() -> None:
    (note,) = infos(deck("## Why?\n<!-- id: why-mla -->\n\nx\n"))
    assert note.id == "why-mla"


def test_another_id_for_a_note_that_had_one_is_a_warning() -> None:
    text = f"## Why a latent?\n\n{LONG}\n"
    before = infos(deck(text))
    stamped = deck(text.replace("latent?\n", "latent?\n<!-- id: my-own-id -->\n"))
    (problem,) = assign((stamped,), present(before)).diagnostics
    assert problem.code.id == "W602"
    assert before[0].id in problem.hint


def test_a_note_without_an_id_gets_a_readable_one() -> None:
    (note,) = infos(deck("## Why does MLA cache a latent?\n\nx\n"))
    assert note.id.startswith("why-does-mla-cache-a-latent-")


def test_the_id_of_a_long_heading_ends_with_a_word() -> None:
    (note,) = infos(deck("## Why does multi-head latent attention cache a key\n\nx\n"))
    assert note.id.startswith("why-does-multi-head-latent-attention-")
    assert len(note.id) == len("why-does-multi-head-latent-attention-") + 4


def test_a_chinese_heading_gets_an_id_too() -> None:
    (note,) = infos(deck("## 为什么？\n\nx\n"))
    assert note.id.startswith("note-")


def test_the_same_id_in_two_decks_lives_in_the_first_and_names_both_places() -> None:
    first = deck("## A\n<!-- id: same-id -->\n\nx\n", "p/a")
    second = deck("## B\n<!-- id: same-id -->\n\ny\n", "p/b")
    found = assign((second, first), ())
    assert list(found.value.ids) == [("decks/p/a.md", 0)]
    (problem,) = found.diagnostics
    assert problem.code.id == "E601"
    assert problem.span.path == "decks/p/b.md"
    assert "decks/p/a.md:1" in problem.message


@pytest.mark.parametrize(
    "edited",
    [
        f"## Why a latent?\n\n{LONG}\n",
        f"## Why a latent?\n\n{LONG} Really.\n",
        f"## Why is there a latent?\n\n{LONG}\n",
    ],
    ids=["unchanged", "answer edited", "heading edited"],
)
def test_a_note_without_an_id_is_found_again(edited: str) -> None:
    before = infos(deck(f"## Why a latent?\n\n{LONG}\n"))
    after = infos(deck(edited), known=present(before))
    assert [note.id for note in after] == [note.id for note in before]


def test_shuffling_notes_changes_no_id() -> None:
    blocks = [f"## Question {n}?\n\nAnswer {n} {LONG[n:]}\n" for n in range(6)]
    before = infos(deck("\n".join(blocks)))
    after = infos(deck("\n".join(reversed(blocks))), known=present(before))
    assert {n.id: n.heading for n in before} == {n.id: n.heading for n in after}


def test_a_note_moved_to_another_deck_is_the_same_note() -> None:
    text = f"## Why a latent?\n\n{LONG}\n"
    before = infos(deck(text, "p/a"))
    after = infos(deck(text, "q/b"), known=present(before))
    assert after[0].id == before[0].id
    assert compare(present(before), after).moved == (before[0].id,)


def test_a_note_that_is_quite_different_is_new() -> None:
    before = infos(deck(f"## Why a latent?\n\n{LONG}\n"))
    after = infos(deck("## What is YaRN?\n\nA scaling of positions.\n"), known=present(before))
    assert after[0].id != before[0].id


def test_a_vanished_note_comes_back_with_its_id() -> None:
    text = f"## Why a latent?\n\n{LONG}\n"
    before = infos(deck(text))
    known = ((before[0], False),)
    after = infos(deck(text), known=known)
    assert after[0].id == before[0].id
    assert compare(known, after).back == (before[0].id,)


def test_a_new_id_never_takes_one_that_was_ever_used() -> None:
    (first,) = infos(deck("## Why?\n\none\n"))
    gone = NoteInfo(first.id, DeckId("p/x"), "other", "other text", "0" * 16, stamped=True)
    (second,) = infos(deck("## Why?\n\none\n"), known=((gone, False),))
    assert second.id != first.id


def test_the_report_names_each_note_once() -> None:
    before = infos(deck(f"## A?\n<!-- id: aaa -->\n\n{LONG}\n\n## B?\n<!-- id: bbb -->\n\nb\n"))
    text = f"## A!\n<!-- id: aaa -->\n\n{LONG}!\n\n## C?\n<!-- id: ccc -->\n\nc\n"
    changes = compare(present(before), infos(deck(text), known=present(before)))
    assert (changes.renamed, changes.new, changes.gone) == (("aaa",), ("ccc",), ("bbb",))
    assert changes.unchanged == 0


def test_a_deck_that_loses_more_than_a_fifth_is_named() -> None:
    whole = "\n".join(f"## Q{n}\n<!-- id: note-{n} -->\n\n{n}\n" for n in range(10))
    before = infos(deck(whole))
    kept = "\n".join(f"## Q{n}\n<!-- id: note-{n} -->\n\n{n}\n" for n in range(7))
    assert compare(present(before), infos(deck(kept))).emptied == ("p/d",)
    fewer = "\n".join(f"## Q{n}\n<!-- id: note-{n} -->\n\n{n}\n" for n in range(8))
    assert compare(present(before), infos(deck(fewer))).emptied == ()


def test_case_counts_in_a_digest() -> None:
    upper, lower = (deck(f"## How much?\n\n8 {unit}\n") for unit in ("GB", "Gb"))
    assert note_digest(upper.notes[0]) != note_digest(lower.notes[0])


def test_text_that_moves_between_fields_changes_the_digest() -> None:
    one, other = deck("## ab\n\nc\n"), deck("## a\n\nbc\n")
    assert note_digest(one.notes[0]) != note_digest(other.notes[0])


def test_tags_and_sources_are_not_content() -> None:
    plain = deck("## a\n\nb\n")
    tagged = deck("## a\n\nb\n\n**Tags:** x\n**Source:** V2 §1\n")
    assert note_digest(plain.notes[0]) == note_digest(tagged.notes[0])


def test_ids_are_note_ids() -> None:
    from recall.model.ids import is_note_id

    (note,) = infos(deck("## " + "very long heading " * 20 + "\n\nx\n"))
    assert is_note_id(NoteId(note.id))
