"""What a session does about cards that are forgotten: leeches, and what a problem requires."""

from dataclasses import replace

import pytest

from recall.model.ids import CardId
from recall.model.journal import Event, Flag, Review, Suspend
from recall.model.memory import CardState, Phase, Scheduled
from recall.model.settings import LeechAction, Settings
from recall.scheduling.leech import became_leech
from recall.scheduling.queue import Queue
from recall.scheduling.scheduler import Scheduler
from recall.session import effects, events
from recall.session.effects import Notice
from recall.session.machine import Rules, begin
from tests.session.test_machine import DAY, Driver, card, deal, scheduled

REVIEW = CardState(
    phase=Phase.REVIEW,
    stability=9.0,
    difficulty=7.0,
    due_day=DAY,
    interval=9,
    last_day=DAY - 9,
    reps=20,
)


class Forgetful(Driver):
    """A driver whose cards are in review, with so many lapses behind them."""

    def __init__(
        self,
        *names: str,
        lapses: int = 0,
        flagged: bool = False,
        requisites: tuple[Scheduled, ...] = (),
        **settings: object,
    ) -> None:
        super().__init__()
        chosen = Settings(fuzz=False, **settings)
        state = replace(REVIEW, lapses=lapses, flagged=flagged)
        rules = Rules(
            self.session.rules.learner,
            chosen,
            Scheduler(chosen),
            lambda s: deal(card(s.card), s, lang=None),
            requisites=lambda _: requisites,
        )
        cards = tuple(scheduled(name).with_state(state) for name in names)
        self.session, self.effects = begin(rules, Queue(DAY, reviews=cards), self.moment())

    def again(self) -> "Forgetful":
        self.reveal().rate(1)
        return self

    @property
    def events(self) -> list[Event]:
        return [e.entry.event for e in self.effects if isinstance(e, effects.Append)]

    @property
    def notices(self) -> list[Notice]:
        return [e.notice for e in self.effects if isinstance(e, effects.Tell)]


@pytest.mark.parametrize(
    ("lapses", "expected"),
    [(1, False), (7, False), (8, True), (9, False), (11, False), (12, True), (16, True)],
)
def test_eight_lapses_make_a_leech_then_every_four(lapses: int, expected: bool) -> None:
    before, after = CardState(lapses=lapses - 1), CardState(lapses=lapses)
    assert became_leech(before, after, threshold=8) is expected
    assert not became_leech(after, after, threshold=8)


def test_a_leech_is_flagged_in_an_entry_of_its_own() -> None:
    driver = Forgetful("basic", lapses=7).again()
    review, flag = driver.events
    assert isinstance(review, Review)
    assert flag == Flag(True)
    assert Notice.LEECH in driver.notices


def test_a_flagged_leech_is_only_told() -> None:
    driver = Forgetful("basic", lapses=7, flagged=True).again()
    assert len(driver.events) == 1
    assert Notice.LEECH in driver.notices


def test_a_leech_is_suspended_on_request() -> None:
    driver = Forgetful("basic", lapses=7, leech_action=LeechAction.SUSPEND).again()
    assert driver.events[1] == Suspend()
    assert Notice.LEECH_SUSPENDED in driver.notices
    assert driver.session.queue.find(CardId("basic")) is None


def test_the_entries_of_a_leech_have_ids_in_their_order() -> None:
    driver = Forgetful("basic", lapses=7).again()
    ids = [e.entry.id for e in driver.effects if isinstance(e, effects.Append)]
    assert ids == sorted(set(ids))


def test_an_ordinary_lapse_is_no_leech() -> None:
    driver = Forgetful("basic", lapses=2).again()
    assert len(driver.events) == 1
    assert not driver.notices


CONCEPT = scheduled("points").with_state(replace(REVIEW, due_day=DAY + 30))


def test_a_lapse_offers_what_the_card_requires() -> None:
    driver = Forgetful("basic", "typed", requisites=(CONCEPT,)).again()
    assert driver.of(effects.Offer) == [effects.Offer(1)]


def test_a_remembered_card_offers_nothing() -> None:
    driver = Forgetful("basic", "typed", requisites=(CONCEPT,))
    driver.reveal().rate(3)
    assert not driver.of(effects.Offer)


def test_what_was_offered_comes_next_if_it_is_wanted() -> None:
    driver = Forgetful("basic", "typed", "choice", requisites=(CONCEPT,)).again()
    driver.send(events.Prepare(driver.moment()))
    assert driver.notices == [Notice.PREPARED]
    driver.send(events.Skip(driver.moment()))
    (asked,) = driver.of(effects.Ask)
    assert isinstance(asked, effects.Ask)
    assert asked.deal.card.id == "points"


def test_it_is_not_forced() -> None:
    driver = Forgetful("basic", "typed", "choice", requisites=(CONCEPT,)).again()
    driver.send(events.Skip(driver.moment()))
    assert driver.session.queue.find(CardId("points")) is None


def test_without_an_offer_there_is_nothing_to_prepare() -> None:
    driver = Forgetful("basic", "typed").again()
    driver.send(events.Prepare(driver.moment()))
    assert driver.notices == [Notice.NOT_NOW]
