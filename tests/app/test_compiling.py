"""Decks into the store: what keeps its history, what is fresh, what waits."""

import re
from pathlib import Path

from recall.app.compiling import compile_decks
from recall.app.freshness import is_fresh
from recall.app.reviewing import Desk
from recall.model.ids import CardId
from recall.model.memory import Phase
from tests.app.desk import DECK, answer, open_desk, states, write_deck


def test_decks_are_compiled_only_when_a_file_changed(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert desk.refresh() is None
        write_deck(folder, DECK + "\n## Six?\n\n6\n")
        compiled = desk.refresh()
        assert compiled is not None
        assert len(compiled.changes.new) == 1
        with desk.store.read() as tx:
            assert is_fresh(desk.workspace.roots, tx.deck_files())


def test_a_new_title_of_a_pillar_is_noticed(folder: Path) -> None:
    with open_desk(folder) as desk:
        (folder / "decks" / "pillars.toml").write_text('[p]\norder = 1\ntitle.en = "Pea"\n')
        assert desk.refresh() is not None
        assert desk.refresh() is None


def test_an_edit_keeps_the_history(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, DECK.replace("## One?", "## One, really?"))
        desk.refresh()
        assert states(desk) == {"one": Phase.REVIEW}
        with desk.store.read() as tx:
            card = tx.card(CardId("one"))
        assert card is not None
        assert card.title == "One, really?"


def test_a_deck_that_empties_waits_for_confirmation(folder: Path) -> None:
    with open_desk(folder) as desk:
        write_deck(folder, "## Other?\n\nx\n")
        waiting = compile_decks(desk.workspace, desk.store)
        assert not waiting.applied
        with desk.store.read() as tx:
            assert "one" in tx.card_ids()
        assert compile_decks(desk.workspace, desk.store, confirmed=True).applied
        with desk.store.read() as tx:
            assert "one" not in tx.card_ids()


def test_a_note_that_comes_back_has_its_history(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, "## Other?\n\nx\n")
        compile_decks(desk.workspace, desk.store, confirmed=True)
        write_deck(folder)
        report = compile_decks(desk.workspace, desk.store, confirmed=True)
        assert "one" in report.changes.back
        assert states(desk)["one"] is Phase.REVIEW


CLOZES = "## {marks}\n<!-- id: marks -->\n"


def hidden(desk: Desk) -> dict[str, str]:
    """What each present cloze card of the note hides."""
    with desk.store.read() as tx:
        cards = tx.cards(tx.card_ids()).values()
    facets = {c.facet: c.body for c in cards if c.note == "marks"}
    return {f: re.sub(r".*==(.+)==.*", r"\1", b.question().back) for f, b in facets.items()}


def test_a_mark_never_gets_a_number_that_its_note_had(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks in ("==alpha== ==beta==", "==alpha==", "==alpha== ==zzzzz=="):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c3": "zzzzz"}


def test_a_mark_that_comes_back_has_its_number_again(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks in ("==alpha== ==beta==", "==alpha==", "==alpha== ==new== ==beta=="):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c2": "beta", "c3": "new"}


def test_a_note_that_comes_back_with_a_mark_in_front_keeps_its_numbers(folder: Path) -> None:
    with open_desk(folder) as desk:
        for text in (
            CLOZES.format(marks="==alpha== ==beta=="),
            "## Other?\n\nx\n",
            CLOZES.format(marks="==gamma== ==alpha== ==beta=="),
        ):
            write_deck(folder, text, name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c2": "beta", "c3": "gamma"}


def test_both_languages_hide_the_same_mark(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks, words in (
            ("==alpha== ==beta==", "==阿尔法== ==贝塔=="),
            ("==gamma== ==alpha== ==beta==", "==伽马== ==阿尔法== ==贝塔=="),
        ):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            write_deck(folder, CLOZES.format(marks=words), name="p/marks.zh.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        with desk.store.read() as tx:
            card = tx.card(CardId("marks/c1"))
        assert card is not None
        assert "==alpha==" in card.body.question().back
        assert "==阿尔法==" in card.words("zh").body.question().back


def test_history_that_stays_behind_is_told(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, DECK.replace("\n1\n", "\n==1==\n"))
        compiled = compile_decks(desk.workspace, desk.store, confirmed=True)
        assert compiled.left_behind == ("one",)


def test_a_file_without_notes_does_not_ask_for_a_compile_each_time(folder: Path) -> None:
    (folder / "decks" / "p" / "prose.md").write_text("Just prose.\n")
    with open_desk(folder) as desk:
        assert desk.refresh() is None


def test_two_folders_with_the_same_deck_are_reported(folder: Path) -> None:
    write_deck(folder / "more")
    (folder / "recall.toml").write_text('decks = ["decks", "more/decks"]\n')
    with open_desk(folder) as desk:
        compiled = compile_decks(desk.workspace, desk.store)
        assert [d.code.id for d in compiled.diagnostics] == ["E113"]
