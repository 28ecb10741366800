"""Progress in the real Anki: a package continues where recall is.

300 answers over 60 study days that end today, since Anki has no other day than today.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from recall.app.config import system_zone
from recall.export.anki import Progress, export_anki
from recall.model.card import Card
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Reset, Review, Suspend
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.day import day_span, study_day
from recall.scheduling.fold import apply, steps
from recall.scheduling.fuzz import fuzz_bounds
from recall.scheduling.scheduler import Scheduler
from tests.export import samples
from tests.oracle.anki_check import Profile, profile

DAYS, ANSWERS, CARDS = 60, 300, 45
PARAMETERS = (
    0.3, 1.5, 2.5, 9.0, 6.2, 0.8, 3.0, 0.002, 1.8, 0.15, 0.8, 1.5, 0.06, 0.27, 1.6, 0.6, 1.9, 0.54,
    0.09, 0.066, 0.16,
)  # fmt: skip
SETTINGS = Settings(zone=system_zone(), parameters=PARAMETERS, desired_retention=0.92)
SCHEDULER = Scheduler(SETTINGS)
TODAY = study_day(int(time.time() * 1000), zone=SETTINGS.zone, day_start=SETTINGS.day_start)
NAMES = [f"card-{number:02d}" for number in range(CARDS)]
SUSPENDED, RESET, LAPSED = "card-00", "card-01", "card-02"
STARTED, UNTOUCHED = "card-43", "card-44"


class Journal:
    """A learner who answers what is due, day by day, and now and then forgets."""

    def __init__(self) -> None:
        self.random = Random("progress")
        self.entries: dict[str, list[Entry]] = {name: [] for name in NAMES}
        self.states: dict[str, CardState] = dict.fromkeys(NAMES, NEW)
        self.answers = 0

    def write(self, name: str, at: int, day: int, event: Event) -> None:
        number = sum(len(found) for found in self.entries.values())
        id_ = EntryId(f"{number:08d}")
        entry = Entry(id_, LearnerId("me"), CardId(name), at, 0, day, event)
        self.entries[name].append(entry)
        self.states[name] = apply(self.states[name], entry, SCHEDULER)

    def live(self) -> None:
        for day in range(TODAY - DAYS, TODAY):
            at = day_span(day, zone=SETTINGS.zone, day_start=SETTINGS.day_start)[0] + 5 * 3_600_000
            for name in NAMES[: min(2 + day - (TODAY - DAYS), CARDS - 2)]:
                for _ in range(12):
                    at += 90_000
                    if self.answers < ANSWERS - 2 and self.due(name, at, day):
                        self.answer(name, at, day)
            if day == TODAY - 30:
                self.write(RESET, at + 1000, day, Reset())
        self.write(SUSPENDED, at + 2000, day, Suspend())
        assert self.states[LAPSED].phase is Phase.REVIEW
        self.write(LAPSED, at + 3000, day, Review(Rating.AGAIN, 5_000))
        self.write(STARTED, at + 4000, day, Review(Rating.GOOD, 5_000))
        self.answers += 2

    def due(self, name: str, at: int, day: int) -> bool:
        state = self.states[name]
        if state.due_at is not None and state.due_day == day:
            return state.due_at <= at
        return state.due_day is None or state.due_day <= day

    def answer(self, name: str, at: int, day: int) -> None:
        rating = Rating(self.random.choice((1, 2, 3, 3, 3, 3, 4)))
        self.write(name, at, day, Review(rating, self.random.randrange(2_000, 90_000)))
        self.answers += 1


@pytest.fixture(scope="module")
def journal() -> Journal:
    written = Journal()
    written.live()
    assert written.answers == ANSWERS
    return written


@pytest.fixture(scope="module")
def anki(tmp_path_factory: pytest.TempPathFactory, journal: Journal) -> Iterator[Profile]:
    """A fresh Anki that has imported everything."""
    folder = tmp_path_factory.mktemp("anki")
    cards: list[Card] = [
        replace(samples.card(name, samples.BASIC), position=place)
        for place, name in enumerate(NAMES)
    ]
    histories = {CardId(n): steps(found, SCHEDULER) for n, found in journal.entries.items()}
    export_anki(
        samples.collection(*cards),
        path=folder / "all.apkg",
        changed_at=samples.changed(*cards),
        progress=Progress(SETTINGS, {card: past for card, past in histories.items() if past}),
    )
    with profile(folder) as opened:
        opened.take(folder / "all.apkg", progress=True)
        yield opened


def pairs(anki: Profile, journal: Journal) -> dict[str, tuple[CardState, dict]]:
    """Each card in recall and in Anki."""
    rows = anki.collection.db.all(
        "select n.flds, c.id, c.type, c.queue, c.due, c.ivl, c.reps, c.lapses, c.data "
        "from cards c join notes n on n.id = c.nid"
    )
    names = ("id", "type", "queue", "due", "ivl", "reps", "lapses")
    found = {}
    for flds, *values, data in rows:
        name = next(field for field in flds.split("\x1f") if field.startswith("card-"))
        found[name] = journal.states[name], dict(zip(names, values, strict=True)) | json.loads(data)
    return found


def known(anki: Profile, journal: Journal) -> Iterator[tuple[CardState, dict]]:
    for state, card in pairs(anki, journal).values():
        if state.phase is not Phase.NEW:
            yield state, card


def test_every_phase_is_there(journal: Journal) -> None:
    phases = {state.phase for state in journal.states.values()}
    assert phases == {Phase.NEW, Phase.LEARNING, Phase.REVIEW, Phase.RELEARNING}


def test_phases_arrive(anki: Profile, journal: Journal) -> None:
    types = {Phase.NEW: 0, Phase.LEARNING: 1, Phase.REVIEW: 2, Phase.RELEARNING: 3}
    for state, card in pairs(anki, journal).values():
        assert card["type"] == types[state.phase]


def test_stability_and_difficulty_arrive(anki: Profile, journal: Journal) -> None:
    for state, card in known(anki, journal):
        assert (card["s"], card["d"]) == pytest.approx(
            (state.stability, state.difficulty), abs=1e-3
        )


def test_every_review_is_due_on_the_same_day(anki: Profile, journal: Journal) -> None:
    today = anki.collection.sched.today
    reviews = [pair for pair in known(anki, journal) if pair[0].phase is Phase.REVIEW]
    assert len(reviews) > 30
    for state, card in reviews:
        assert card["due"] - today == (state.due_day or 0) - TODAY


def test_counts_arrive(anki: Profile, journal: Journal) -> None:
    for state, card in known(anki, journal):
        assert (card["reps"], card["lapses"]) == (state.reps, state.lapses)


def test_a_suspended_card_stays_suspended(anki: Profile, journal: Journal) -> None:
    assert pairs(anki, journal)[SUSPENDED][1]["queue"] == -1


def good_range(state: CardState, name: str) -> tuple[int, int]:
    """The shortest and longest interval that fuzz may give *good*, at least a day above *hard*."""
    now = int(time.time() * 1000)
    preview = SCHEDULER.preview(CardId(name), state, at=now, day=TODAY)
    low = high = 0
    for rating in (Rating.HARD, Rating.GOOD):
        plain = SCHEDULER.plain_interval(preview[rating].stability or 0)
        grown = state.interval + 1 if plain + 0.5 > state.interval + 1 else state.interval
        most = SETTINGS.maximum_interval
        low, _ = fuzz_bounds(plain, minimum=low + 1, maximum=most)
        _, high = fuzz_bounds(plain, minimum=max(high + 1, min(grown, high + 99)), maximum=most)
    return low, high


def test_the_next_interval_is_recalls_within_fuzz(anki: Profile, journal: Journal) -> None:
    for name, (state, card) in pairs(anki, journal).items():
        if state.phase is Phase.REVIEW:
            offered = anki.collection._backend.get_scheduling_states(card["id"]).good
            low, high = good_range(state, name)
            assert low <= offered.normal.review.scheduled_days <= high


def test_computing_again_from_the_log_changes_nothing(anki: Profile, journal: Journal) -> None:
    for state, card in known(anki, journal):
        computed = anki.collection._backend.compute_memory_state(card["id"]).state
        assert computed.stability == pytest.approx(state.stability, rel=1e-3)
        assert computed.difficulty == pytest.approx(state.difficulty, abs=1e-3)


def test_the_log_of_every_card_begins_with_learning(anki: Profile) -> None:
    first = anki.collection.db.list(
        "select type from revlog r where id = (select min(id) from revlog where cid = r.cid)"
    )
    assert set(first) == {0}


def test_every_answer_since_the_reset_is_in_the_log(anki: Profile, journal: Journal) -> None:
    states = pairs(anki, journal)
    logged = anki.collection.db.scalar("select count() from revlog")
    assert logged == sum(state.reps for state, _ in states.values())
    assert logged > ANSWERS - 20


def test_the_preset_arrives_with_parameters_and_retention(anki: Profile) -> None:
    deck = anki.collection.decks.by_name("Recall::Attention & the KV cache::What MLA caches")
    assert deck is not None
    preset = anki.collection.decks.config_dict_for_deck_id(deck["id"])
    assert preset["name"] == "Recall"
    assert preset["fsrsParams6"] == pytest.approx(PARAMETERS, rel=1e-6)
    assert preset["desiredRetention"] == pytest.approx(0.92)


def test_the_database_is_sound(anki: Profile) -> None:
    assert anki.problems() == []
