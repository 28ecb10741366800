"""The session machine: what follows what, without a clock, a store or a terminal."""

import pytest

from recall.cardtypes.bodies.choice import ChoiceBody
from recall.cardtypes.bodies.frame import Frame
from recall.cardtypes.bodies.points import PointsBody
from recall.cardtypes.bodies.revealed import RevealBody
from recall.cardtypes.bodies.typed import TypedBody
from recall.model.card import Card, CardBody
from recall.model.ids import CardId, DeckId, EntryId, LearnerId, NoteId
from recall.model.journal import Bury, Flag, Review, Suspend
from recall.model.memory import NEW, Phase, Scheduled
from recall.model.moment import Moment
from recall.model.question import Chosen, Option, Outcome, Ticked, Typed, VerdictKind
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.queue import Queue
from recall.scheduling.scheduler import Scheduler
from recall.session import effects, events
from recall.session.deal import deal
from recall.session.machine import Rules, Session, Stage, begin, step
from recall.source import Span

DAY = 20_000
NOON = DAY * 86_400_000 + 12 * 3_600_000
FRAME = Frame("en", "", ("a first hint", "a second one"), "")
OPTIONS = (Option("one", False, "no"), Option("two", True), Option("three", False))
BODIES: dict[str, CardBody] = {
    "basic": RevealBody("Why?", "Because.", FRAME),
    "typed": TypedBody("Name it.", "**MLA**", ("MLA", "latent attention"), FRAME),
    "choice": ChoiceBody("Which?", "", OPTIONS, True, FRAME),
    "points": PointsBody("Defend it.", "", ("a", "b", "c"), FRAME),
}


def card(name: str) -> Card:
    return Card(
        id=CardId(name),
        note=NoteId(name),
        facet="",
        deck=DeckId("p/d"),
        pillar="p",
        type=name,
        digest="d" * 16,
        position=sorted(BODIES).index(name),
        span=Span("decks/p/d.md", 1, 1, 1, 2),
        lang="en",
        title=name.title(),
        body=BODIES[name],
    )


def scheduled(name: str) -> Scheduled:
    return Scheduled(CardId(name), name, "p/d", "p", sorted(BODIES).index(name), NEW)


class Driver:
    """Feeds events a second apart and keeps the effects of the last one."""

    def __init__(self, *names: str, limit: int | None = None) -> None:
        settings = Settings(fuzz=False)
        rules = Rules(
            LearnerId("me"),
            settings,
            Scheduler(settings),
            lambda s: deal(card(s.card), s, lang=None),
            limit,
        )
        self.at = NOON
        self.count = 0
        queue = Queue(day=DAY, new=tuple(scheduled(name) for name in names))
        self.session, self.effects = begin(rules, queue, self.moment())

    def moment(self) -> Moment:
        self.at += 1000
        self.count += 1
        return Moment(self.at, 0, DAY, EntryId(f"{self.count:08d}"))

    def send(self, event: events.Event) -> "Driver":
        self.session, self.effects = step(self.session, event)
        return self

    def reveal(self) -> "Driver":
        return self.send(events.Reveal(self.moment()))

    def rate(self, rating: int | None = None) -> "Driver":
        return self.send(events.Rate(rating and Rating(rating), self.moment()))

    def answer(self, text: str) -> "Driver":
        return self.send(events.Answer(Typed(text), text, self.moment()))

    def of(self, kind: type) -> list[effects.Effect]:
        return [effect for effect in self.effects if isinstance(effect, kind)]

    @property
    def review(self) -> Review:
        (append,) = self.of(effects.Append)
        assert isinstance(append, effects.Append)
        assert isinstance(append.entry.event, Review)
        return append.entry.event

    @property
    def suggested(self) -> Rating:
        (shown,) = self.of(effects.ShowAnswer)
        assert isinstance(shown, effects.ShowAnswer)
        return shown.suggested


def test_a_session_begins_with_the_first_question() -> None:
    driver = Driver("basic")
    (ask,) = driver.effects
    assert isinstance(ask, effects.Ask)
    assert ask.deal.question.front == "Why?"
    assert driver.session.stage is Stage.ASKING


def test_an_empty_queue_finishes_at_once() -> None:
    driver = Driver()
    (finish,) = driver.effects
    assert isinstance(finish, effects.Finish)
    assert finish.left == 0


def test_a_revealed_card_suggests_good_and_previews_all_ratings() -> None:
    driver = Driver("basic").reveal()
    assert driver.suggested is Rating.GOOD
    (shown,) = driver.of(effects.ShowAnswer)
    assert isinstance(shown, effects.ShowAnswer)
    assert list(shown.next) == list(Rating)


def test_a_rating_before_the_answer_does_nothing() -> None:
    driver = Driver("basic").rate(3)
    assert driver.effects == (effects.Tell(effects.Notice.NOT_NOW),)
    assert driver.session.stage is Stage.ASKING


def test_a_second_reveal_cannot_rate() -> None:
    driver = Driver("basic").reveal().reveal()
    assert not driver.of(effects.Append)
    assert driver.session.stage is Stage.RATING


def test_the_entry_says_how_long_it_took_and_which_text_it_was() -> None:
    review = Driver("basic").reveal().rate(3).review
    assert review.duration_ms == 2000
    assert review.digest == "d" * 16
    assert review.outcome is Outcome.UNGRADED


def test_a_card_rated_again_comes_back_in_the_session() -> None:
    driver = Driver("basic", "typed").reveal().rate(1)
    assert driver.session.queue.learning[0].card == "basic"


def test_a_learning_card_is_asked_early_when_nothing_else_is_left() -> None:
    driver = Driver("basic").reveal().rate(1)
    (ask,) = driver.of(effects.Ask)
    assert isinstance(ask, effects.Ask)
    assert ask.deal.card.id == "basic"
    assert ask.deal.scheduled.state.phase is Phase.LEARNING


def test_a_right_text_suggests_good() -> None:
    assert Driver("typed").answer("Latent-Attention").suggested is Rating.GOOD


def test_a_wrong_text_may_be_tried_once_more_before_the_answer_is_shown() -> None:
    driver = Driver("typed").answer("GQA")
    assert not driver.of(effects.ShowAnswer)
    assert driver.session.stage is Stage.ASKING
    assert driver.answer("MLA").suggested is Rating.HARD


def test_two_wrong_texts_suggest_again_and_are_both_kept() -> None:
    driver = Driver("typed").answer("GQA").answer("MQA")
    assert driver.suggested is Rating.AGAIN
    review = driver.rate().review
    assert review.response == "GQA | MQA"
    assert review.rating is Rating.AGAIN
    assert review.outcome is Outcome.INCORRECT


def test_an_unreadable_answer_is_asked_back_and_costs_no_try() -> None:
    driver = Driver("typed").answer("--")
    (graded,) = driver.of(effects.Graded)
    assert isinstance(graded, effects.Graded)
    assert graded.verdict.kind is VerdictKind.ASK
    assert driver.session.attempt.tries == 0
    assert driver.answer("MLA").suggested is Rating.GOOD


def test_showing_the_answer_of_a_typed_card_suggests_again() -> None:
    driver = Driver("typed").reveal()
    assert driver.suggested is Rating.AGAIN
    assert driver.rate().review.mistake == "no-answer"


def test_hints_come_one_at_a_time_and_a_right_answer_after_one_is_hard() -> None:
    driver = Driver("typed").send(events.Hint(Driver().moment()))
    assert driver.effects == (effects.ShowHint("a first hint", 1, 2),)
    driver.send(events.Hint(driver.moment()))
    assert driver.effects == (effects.ShowHint("a second one", 2, 2),)
    driver.send(events.Hint(driver.moment()))
    assert driver.effects == (effects.Tell(effects.Notice.NO_MORE_HINTS),)
    assert driver.answer("MLA").suggested is Rating.HARD


def test_a_wrong_option_is_final_and_named() -> None:
    driver = Driver("choice")
    driver.send(events.Answer(Chosen(frozenset({0})), "1", driver.moment()))
    assert driver.suggested is Rating.AGAIN
    mistake = driver.rate().review.mistake
    assert mistake is not None
    assert mistake.startswith("option:")


@pytest.mark.parametrize(
    ("ticked", "rating"), [((0, 1, 2), Rating.GOOD), ((0, 1), Rating.HARD), ((0,), Rating.AGAIN)]
)
def test_the_share_of_points_suggests_the_rating(ticked: tuple[int, ...], rating: Rating) -> None:
    driver = Driver("points").reveal()
    assert driver.session.stage is Stage.TICKING
    driver.send(events.Answer(Ticked(frozenset(ticked)), "", driver.moment()))
    assert driver.suggested is rating


def test_a_skipped_card_is_not_asked_again_in_the_session() -> None:
    driver = Driver("basic", "typed")
    driver.send(events.Skip(driver.moment()))
    assert driver.session.deal is not None
    assert driver.session.deal.card.id == "typed"
    assert not driver.of(effects.Append)


@pytest.mark.parametrize(("event", "entry"), [(events.Bury, Bury()), (events.Suspend, Suspend())])
def test_a_card_put_away_is_written_down_and_the_next_is_asked(
    event: type[events.Bury] | type[events.Suspend], entry: object
) -> None:
    driver = Driver("basic", "typed")
    driver.send(event(driver.moment()))
    (append,) = driver.of(effects.Append)
    assert isinstance(append, effects.Append)
    assert append.entry.event == entry
    assert driver.of(effects.Ask)


def test_a_flag_is_a_switch() -> None:
    driver = Driver("basic")
    written = []
    for _ in range(2):
        driver.send(events.Flag(driver.moment()))
        written += [e.entry.event for e in driver.effects if isinstance(e, effects.Append)]
    assert written == [Flag(True), Flag(False)]


def test_undo_is_the_drivers_work_and_asks_the_restored_card_again() -> None:
    driver = Driver("basic", "typed").reveal().rate(3)
    driver.send(events.Undo(driver.moment()))
    assert driver.effects == (effects.TakeBack(),)
    queue = Queue(day=DAY, new=(scheduled("basic"), scheduled("typed")))
    driver.send(events.Restored(CardId("basic"), queue, True, driver.moment()))
    (ask,) = driver.effects
    assert isinstance(ask, effects.Ask)
    assert ask.deal.card.id == "basic"
    assert driver.session.tally.count == 0


def test_a_restored_card_that_is_not_for_today_leaves_the_present_one() -> None:
    driver = Driver("typed")
    queue = Queue(day=DAY, new=(scheduled("typed"),))
    driver.send(events.Restored(CardId("basic"), queue, False, driver.moment()))
    (ask,) = driver.effects
    assert isinstance(ask, effects.Ask)
    assert ask.deal.card.id == "typed"


def test_an_undo_brings_the_siblings_back_with_the_queue() -> None:
    driver = Driver("basic")
    queue = Queue(day=DAY, new=(scheduled("basic"), scheduled("points")))
    driver.send(events.Restored(CardId("basic"), queue, True, driver.moment()))
    assert driver.session.queue.counts.new == 2


def test_a_new_queue_leaves_skipped_cards_out() -> None:
    driver = Driver("basic", "typed")
    driver.send(events.Skip(driver.moment()))
    queue = Queue(day=DAY + 1, new=(scheduled("basic"), scheduled("typed")))
    driver.send(events.Rebuilt(queue, driver.moment()))
    assert [card.card for card in driver.session.queue.new] == ["typed"]
    assert driver.session.queue.day == DAY + 1


def test_what_was_skipped_is_said_to_be_left() -> None:
    driver = Driver("basic")
    driver.send(events.Skip(driver.moment()))
    (finish,) = driver.effects
    assert isinstance(finish, effects.Finish)
    assert (finish.left, finish.skipped) == (1, 1)


def test_a_learning_card_that_comes_later_is_not_left_now() -> None:
    driver = Driver("basic").reveal().rate(4)
    (finish,) = driver.of(effects.Finish)
    assert isinstance(finish, effects.Finish)
    assert finish.left == 0


PARTS = """\
## {{n}} kB in bytes, then in bits?

**Given**

- `n` from 1, 2, 3, 4, 5, 6, 7, 8, 9

**Steps**

1. How many bytes? `b = n * 1000` B
2. In bits: `answer = b * 8` b
"""


def parted() -> Driver:
    from tests.cardtypes.notes import drafts

    BODIES["numeric"] = drafts(PARTS)[0].body
    return Driver("numeric")


def given(driver: Driver) -> int:
    assert driver.session.deal is not None
    variant = driver.session.deal.question.variant
    assert variant is not None
    return variant + 1


def part(driver: Driver, text: str) -> Driver:
    assert driver.session.deal is not None
    name = ("b", "answer")[driver.session.attempt.part]
    typed = Typed(text, name, driver.session.attempt.typed)
    return driver.send(events.Answer(typed, text, driver.moment()))


def test_parts_are_asked_one_after_the_other() -> None:
    driver = parted()
    n = given(driver)
    part(driver, f"{n} kB")
    (ask,) = driver.of(effects.Ask)
    assert isinstance(ask, effects.Ask)
    assert ask.part == 1
    assert part(driver, f"{8 * n} kb").suggested is Rating.GOOD
    assert driver.rate().review.response == f"{n} kB | {8 * n} kb"


def test_a_part_right_at_the_second_try_makes_the_whole_hard() -> None:
    driver = parted()
    n = given(driver)
    part(part(driver, "777 kB"), f"{n} kB")
    assert part(driver, f"{8 * n} kb").suggested is Rating.HARD


def test_a_part_that_stays_wrong_makes_the_whole_hard_at_best() -> None:
    driver = parted()
    n = given(driver)
    part(part(driver, "777 kB"), "778 kB")
    (graded,) = driver.of(effects.Graded)
    assert isinstance(graded, effects.Graded)
    assert graded.then is effects.Then.NEXT_PART
    assert part(driver, f"{8 * n} kb").suggested is Rating.HARD


def test_the_limit_ends_the_session() -> None:
    driver = Driver("basic", "typed", limit=1).reveal().rate(4)
    (finish,) = driver.of(effects.Finish)
    assert isinstance(finish, effects.Finish)
    assert finish.left == 1
    assert finish.tally.count == 1


def test_stopping_keeps_what_was_answered() -> None:
    driver = Driver("basic", "typed").reveal().rate(4)
    driver.send(events.Stop(driver.moment()))
    (finish,) = driver.effects
    assert isinstance(finish, effects.Finish)
    assert finish.tally.ratings[Rating.EASY] == 1
    assert driver.session.stage is Stage.OVER


def test_after_the_end_nothing_happens_any_more() -> None:
    driver = Driver("basic")
    driver.send(events.Stop(driver.moment()))
    before: Session = driver.session
    assert driver.reveal().session == before
