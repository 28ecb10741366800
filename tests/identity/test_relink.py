"""Notes without ids in their files, through edits that come together."""

from recall.model.ids import NoteId
from tests.identity.test_identity import LONG, deck, infos, present

TEXT = f"## Why a latent?\n\n{LONG}\n"


def test_a_copy_of_a_deck_never_takes_its_history() -> None:
    before = infos(deck(TEXT, "p/b"))
    copy, own = infos(deck(TEXT, "p/a"), deck(TEXT, "p/b"), known=present(before))
    assert own.id == before[0].id
    assert copy.id != own.id


def test_a_note_moved_and_rewritten_keeps_its_heading_and_its_id() -> None:
    before = infos(deck(TEXT, "p/a"))
    after = infos(deck("## Why a latent?\n\nTo save memory.\n", "q/b"), known=present(before))
    assert after[0].id == before[0].id


def test_a_heading_that_two_notes_have_decides_nothing_elsewhere() -> None:
    before = infos(deck(TEXT, "p/a"), deck("## Why a latent?\n\nQ\n", "p/b"))
    after = infos(deck("## Why a latent?\n\nTo save memory.\n", "q/b"), known=present(before))
    assert after[0].id not in {note.id for note in before}


def test_a_note_put_back_with_a_slip_comes_back() -> None:
    before = infos(deck(TEXT, "p/a"))
    known = ((before[0], False),)
    after = infos(deck(TEXT.replace("latent?", "latnt?"), "q/b"), known=known)
    assert after[0].id == before[0].id


def test_of_notes_with_one_heading_the_most_similar_is_meant() -> None:
    two = f"## Example\n\n{LONG}\n\n## Example\n\nA short one.\n"
    first, second = infos(deck(two))
    (left,) = infos(deck("## Example\n\nA short one!\n"), known=present([first, second]))
    assert left.id == second.id


def test_a_vanished_note_that_nobody_reviewed_gives_way() -> None:
    from recall.identity import assign

    (ghost,) = infos(deck(TEXT, "p/copy"))
    (own,) = infos(deck(TEXT.replace("one", "two"), "p/a"), known=((ghost, False),))
    moved = deck(TEXT, "q/b")
    known = ((ghost, False), (own, True))
    found = assign((moved,), known, reviewed=frozenset({own.id})).value.ids
    assert found[moved.path, 0] == own.id


def test_no_new_id_is_one_of_a_deck_that_was_not_read() -> None:
    from recall.identity import assign

    (first,) = infos(deck("## Why?\n\none\n"))
    again = deck("## Why?\n\none\n")
    found = assign((again,), (), reserved=frozenset({NoteId(first.id)})).value.ids
    assert found[again.path, 0] != first.id
