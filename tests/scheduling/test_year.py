"""A year of study in three zones, through both changes of the clock, and a journey there and back.

The learner's days are told by the calendar on the wall, which knows nothing of study days.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Review
from recall.model.memory import NEW, CardState, Phase, Scheduled
from recall.model.rating import Rating
from recall.model.settings import Override, Settings
from recall.scheduling.counting import done
from recall.scheduling.day import study_day, utc_offset
from recall.scheduling.fold import fold, placement
from recall.scheduling.load import Load
from recall.scheduling.queue import Queue, build_queue
from recall.scheduling.scheduler import Aim, Scheduler

FIRST, DAYS = date(2026, 1, 10), 365
NOTES, NEW_A_DAY, REVIEWS_A_DAY, MOE_REVIEWS = 80, 3, 9, 5
AT_TEN = time(10)
TOKYO, THERE, BACK = "Asia/Tokyo", date(2026, 2, 2), date(2026, 3, 16)
"""In winter: nine hours ahead of London."""


@dataclass(frozen=True)
class Learner:
    """Someone with a zone and the minute at which their day begins; the traveller spends weeks in
    Tokyo. The evening session is late, for the night owl after midnight."""

    zone: str
    day_start: int
    late: time
    travels: bool = False

    def zone_on(self, day: date) -> str:
        return TOKYO if self.travels and THERE <= day < BACK else self.zone


LEARNERS = {
    "London, nine hours east and back": Learner("Europe/London", 240, time(23, 40), travels=True),
    "New York, day begins in the hour that is skipped": Learner("America/New_York", 150, time(1)),
    "Chatham": Learner("Pacific/Chatham", 240, time(3, 30)),
}


@dataclass
class Year:
    """What one learner did."""

    learner: Learner
    settings: Settings
    cards: dict[CardId, Scheduled]
    journal: list[Entry] = field(default_factory=list)
    before: list[CardState] = field(default_factory=list)
    """The state of the card before each entry."""
    visits: list[tuple[date, int]] = field(default_factory=list)
    """The date on the wall at ten o'clock, and the study day it was taken for."""


def sessions(learner: Learner) -> Iterator[tuple[date, datetime, str]]:
    """At ten every morning, and late on most evenings: the date it belongs to, when, and where."""
    dice = Random(learner.zone)
    for number in range(DAYS):
        day = FIRST + timedelta(days=number)
        zone = ZoneInfo(learner.zone_on(day))
        yield day, datetime.combine(day, AT_TEN, zone), zone.key
        if dice.random() < 0.7 and learner.zone_on(day + timedelta(days=1)) == zone.key:
            night = day if learner.late.hour > 12 else day + timedelta(days=1)
            yield day, datetime.combine(night, learner.late, zone), zone.key


def live_a_year(learner: Learner) -> Year:
    settings = Settings(
        new_per_day=NEW_A_DAY,
        reviews_per_day=REVIEWS_A_DAY,
        day_start=learner.day_start,
        pillars=(Override("moe", reviews_per_day=MOE_REVIEWS),),
    )
    cards = [
        Scheduled(CardId(f"{note}#{side}"), f"{note}", "deck", pillar, 2 * note + side, NEW)
        for note in range(NOTES)
        for pillar in (("moe", "attention")[note % 2],)
        for side in (0, 1)
    ]
    year = Year(learner, settings, {card.card: card for card in cards})
    dice = Random(7)
    for wall, local, zone in sessions(learner):
        here = replace(settings, zone=zone)
        at = int(local.astimezone(UTC).timestamp()) * 1000
        day = study_day(at, zone=zone, day_start=here.day_start)
        if local.time() == AT_TEN:
            year.visits.append((wall, day))
        study(year, Scheduler(here), at, day, dice)
    return year


def study(year: Year, scheduler: Scheduler, at: int, day: int, dice: Random) -> None:
    """Answer what is due, eight seconds a card, until nothing is left or patience is."""
    settings, pool = scheduler.settings, year.cards
    queue = today(year, settings, day)
    load = Load.of(pool.values())
    for _ in range(dice.choice((4, 60, 60))):
        at += 8_000
        card = queue.next(now=at, learn_ahead_ms=settings.learn_ahead * 1000)
        if card is None:
            return
        rating = Rating(dice.choice((1, 2, 3, 3, 3, 3, 4)))
        state = scheduler.review(card.card, card.state, rating, at=at, day=day, aim=Aim(load=load))
        entry = Entry(
            EntryId(f"{len(year.journal):06}"),
            LearnerId("me"),
            card.card,
            at,
            utc_offset(at, zone=settings.zone),
            day,
            Review(rating, 8_000, placed=placement(state)),
        )
        state = replace(state, last_entry=entry.id)
        year.journal.append(entry)
        year.before.append(card.state)
        load.add(state.due_day or 0)
        pool[card.card] = card.with_state(state)
        queue = queue.without(card.card).without_siblings(card.note).returning(pool[card.card])


def today(year: Year, settings: Settings, day: int) -> Queue:
    """The queue, with what earlier sessions of the day did counted from the journal."""
    touched = {entry.card for entry in year.journal[-200:] if entry.study_day == day}
    by_card = defaultdict(list)
    for entry in year.journal if touched else ():
        if entry.card in touched:
            by_card[entry.card].append(entry)
    had = done(((year.cards[c].pillar, entries) for c, entries in by_card.items()), day=day)
    return build_queue(year.cards.values(), day=day, settings=settings, done=had)


@pytest.fixture(scope="module", params=LEARNERS.values(), ids=LEARNERS.keys())
def year(request: pytest.FixtureRequest) -> Year:
    return live_a_year(request.param)


def first_answers(year: Year) -> Iterator[tuple[int, CardId, CardState]]:
    """Of each study day the first answer to each card, with the state it was in."""
    seen: set[tuple[int, CardId]] = set()
    for entry, state in zip(year.journal, year.before, strict=True):
        if (entry.study_day, entry.card) not in seen:
            seen.add((entry.study_day, entry.card))
            yield entry.study_day, entry.card, state


def test_every_date_on_the_wall_is_one_study_day(year: Year) -> None:
    epoch = date(1970, 1, 1)
    assert [day for _, day in year.visits] == [(wall - epoch).days for wall, _ in year.visits]


def test_no_answer_lies_outside_the_days_on_the_wall(year: Year) -> None:
    assert {entry.study_day for entry in year.journal} <= {day for _, day in year.visits}


def test_study_days_never_go_back(year: Year) -> None:
    days = [entry.study_day for entry in year.journal]
    assert days == sorted(days)


def test_limits_hold_on_every_day(year: Year) -> None:
    new: Counter[int] = Counter()
    reviews: Counter[int] = Counter()
    moe: Counter[int] = Counter()
    for day, card, state in first_answers(year):
        if state.phase is Phase.NEW:
            new[day] += 1
        elif state.phase is Phase.REVIEW:  # steps left over from the day before have no limit
            reviews[day] += 1
            moe[day] += year.cards[card].pillar == "moe"
    assert max(new.values()) == NEW_A_DAY
    assert max(reviews.values()) == REVIEWS_A_DAY
    assert max(moe.values()) == MOE_REVIEWS


def test_siblings_never_meet_on_one_day(year: Year) -> None:
    notes = Counter((day, year.cards[card].note) for day, card, _ in first_answers(year))
    assert max(notes.values()) == 1


def test_no_card_in_review_comes_twice_on_a_day_or_before_it_is_due(year: Year) -> None:
    met: Counter[tuple[int, CardId]] = Counter()
    for entry, state in zip(year.journal, year.before, strict=True):
        if state.phase is Phase.REVIEW:
            met[entry.study_day, entry.card] += 1
            assert state.due_day is not None
            assert state.due_day <= entry.study_day
    assert max(met.values()) == 1


def test_the_journal_folds_to_the_states_that_were_lived(year: Year) -> None:
    scheduler = Scheduler(year.settings)
    by_card = defaultdict(list)
    for entry in year.journal:
        by_card[entry.card].append(entry)
    assert {card: fold(entries, scheduler) for card, entries in by_card.items()} == {
        card: year.cards[card].state for card in by_card
    }
