"""The quick path answers as the store does, without its libraries, or not at all."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recall.model.card import Pillar
from recall.model.ids import CardId
from recall.model.journal import Reset, Review, Undo
from recall.model.memory import CardState, Phase
from recall.model.rating import Rating
from recall.store import quick
from recall.store.open import open_store
from tests.store.samples import DAY_MS, ME, card, collection, entry

TODAY = 20_000
NOW = TODAY * DAY_MS + DAY_MS // 2


def random_state(random_: random.Random) -> CardState:
    """A state around today, of any kind, likely or not."""
    phase = random_.choice(list(Phase))
    learning = phase in (Phase.LEARNING, Phase.RELEARNING)

    def day(choices: list[int | None]) -> int | None:
        return random_.choice(choices)

    return CardState(
        phase=phase,
        due_at=NOW + random_.randint(-9, 9) * 1_000 if learning else None,
        due_day=day([None, TODAY - 3, TODAY, TODAY + 1]),
        last_day=day([None, TODAY - 3, TODAY - 1, TODAY]),
        suspended=random_.random() < 0.2,
        buried_day=day([None, None, TODAY - 1, TODAY, TODAY + 1]),
        reps=random_.randint(0, 9),
    )


def fill(path: str, seed: int) -> None:
    """Write a collection of three pillars, one of them unknown, with random states."""
    random_ = random.Random(seed)
    pillars = ["moe", "attention", "stray"]
    names = [f"card-{number}" for number in range(300)]
    cards = tuple(
        card(name, position, pillar=random_.choice(pillars)) for position, name in enumerate(names)
    )
    known = (Pillar("moe", 0, {}), Pillar("attention", 1, {}))
    whole = replace(collection(*names), cards=cards, pillars=known)
    states = {CardId(name): random_state(random_) for name in random_.sample(names, 200)}
    with closing(open_store(path)) as store, store.begin() as transaction:
        transaction.save_collection(whole, now=1)
        fewer = replace(whole, cards=tuple(c for c in cards if c.position % 10))
        transaction.save_collection(fewer, now=2)
        transaction.ensure_learner(ME, now=1)
        transaction.put_states(ME, states)


def test_scheduled_is_what_the_store_has(sqlite: str) -> None:
    fill(sqlite, 1)
    with closing(open_store(sqlite)) as store, store.read() as transaction:
        assert quick.scheduled(Path(sqlite), learner="me") == transaction.scheduled(ME)


def test_the_days_tally_is_what_the_store_has(sqlite: str) -> None:
    history = [
        entry(1),
        entry(2, card="other", day=TODAY - 1),
        entry(3, Review(Rating.AGAIN, 1), card="other"),
        entry(4, card="undone"),
        entry(5, Undo(entry(4).id), card="undone"),
        entry(6, card="reset", day=TODAY - 1),
        entry(7, Reset(), card="reset"),
        entry(8, card="reset"),
        entry(9, learner="you"),
    ]
    with closing(open_store(sqlite)) as store, store.begin() as transaction:
        transaction.save_collection(collection("kv-cache", "other"), now=1)
        transaction.append(history)
        expected = transaction.done_on(ME, TODAY)
    assert quick.done_on(Path(sqlite), learner="me", day=TODAY) == expected


def test_answers_are_counted_by_day_without_those_that_were_undone(sqlite: str) -> None:
    history = [
        entry(1),
        entry(2, card="other", day=TODAY - 1),
        entry(3, Undo(entry(2).id), card="other"),
        entry(4, card="third", day=TODAY - 2),
        entry(5, Undo(entry(4).id), card="third"),
        entry(6, Undo(entry(5).id), card="third"),
        entry(7, Undo(entry(1).id), card="of another card"),
        entry(8, Reset(), day=TODAY - 5),
        entry(9, learner="you", day=TODAY - 6),
        entry(10),
    ]
    with closing(open_store(sqlite)) as store, store.begin() as transaction:
        transaction.append(history)
        assert transaction.activity(ME) == {TODAY - 2: 1, TODAY: 2}
    assert quick.Glance(Path(sqlite)).activity(ME) == {TODAY - 2: 1, TODAY: 2}


def test_another_learner_has_everything_new(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store, store.begin() as transaction:
        transaction.save_collection(collection("one", "two"), now=1)
        transaction.ensure_learner(ME, now=1)
        transaction.put_states(ME, {CardId("one"): CardState(Phase.REVIEW, due_day=TODAY)})
    found = quick.scheduled(Path(sqlite), learner="you")
    assert found is not None
    assert [card.state.phase for card in found] == [Phase.NEW, Phase.NEW]


def test_the_files_are_those_of_the_store(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store:
        with store.begin() as transaction:
            transaction.save_collection(collection("one"), now=1)
        with store.read() as transaction:
            assert quick.deck_files(Path(sqlite)) == transaction.deck_files()


def test_no_store_is_no_answer(tmp_path: Path) -> None:
    assert quick.scheduled(tmp_path / "none.db", learner="me") is None
    assert list(tmp_path.iterdir()) == []


def test_another_schema_is_no_answer(sqlite: str) -> None:
    open_store(sqlite).close()
    with closing(sqlite3.connect(sqlite)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    assert quick.scheduled(Path(sqlite), learner="me") is None


@pytest.mark.parametrize("content", [b"", b"garbage" * 1_000], ids=["empty", "garbage"])
def test_a_file_of_something_else_is_no_answer(sqlite: str, content: bytes) -> None:
    Path(sqlite).write_bytes(content)
    assert quick.scheduled(Path(sqlite), learner="me") is None


def test_the_quick_path_reads_beside_a_writer(sqlite: str) -> None:
    with closing(open_store(sqlite)) as store:
        with store.begin() as transaction:
            transaction.save_collection(collection("one"), now=1)
        with store.begin() as transaction:
            transaction.save_collection(collection("one", "two"), now=1)
            found = quick.scheduled(Path(sqlite), learner="me")
    assert found is not None
    assert [scheduled.card for scheduled in found] == ["one"]


def test_the_quick_path_imports_no_heavy_library() -> None:
    heavy = ("sqlalchemy", "alembic", "fsrs", "markdown_it", "asyncio", "recall.cardtypes")
    program = f"import sys, recall.store.quick; print([m for m in {heavy!r} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_a_glance_answers_as_a_transaction_does(sqlite: str) -> None:
    fill(sqlite, 3)
    numbers = [0.5 + n / 10 for n in range(21)]
    with closing(open_store(sqlite)) as store:
        with store.begin() as writing:
            writing.add_parameters(
                ME, numbers, now=1, desired_retention=0.9, trained_on="x", losses={}
            )
        glance = quick.Glance(Path(sqlite))
        with store.read() as transaction:
            assert glance.parameters(ME) == transaction.parameters(ME) == tuple(numbers)
            assert glance.scheduled(ME) == transaction.scheduled(ME)
            assert glance.done_on(ME, TODAY) == transaction.done_on(ME, TODAY)
            assert glance.texts() == transaction.texts()
            assert glance.pillars() == transaction.pillars()
            assert [deck.titles for deck in glance.decks()] == [
                deck.titles for deck in transaction.decks()
            ]
            for name in ("card-7", "card-10", "no-such-card"):
                assert glance.card(CardId(name)) == transaction.card(CardId(name))


def test_a_glance_at_no_store_is_unanswered(tmp_path: Path) -> None:
    glance = quick.Glance(tmp_path / "none.db")
    for ask in (glance.texts, glance.pillars, glance.decks, lambda: glance.parameters(ME)):
        with pytest.raises(quick.Unanswered):
            ask()
