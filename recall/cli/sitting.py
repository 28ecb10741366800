"""A quiz being taken, by a person at a terminal or by the lines of a pipe."""

from contextlib import ExitStack

from recall.app.quizzing import Quiz
from recall.app.reviewing import Desk
from recall.cli.context import Context
from recall.cli.keys import raw
from recall.cli.output import is_terminal, talk
from recall.cli.players import Local, PipePlayer, Player, TerminalPlayer, lines_of_stdin
from recall.cli.view import View
from recall.model.ids import CardId
from recall.model.journal import Entry, Review
from recall.model.moment import Moment
from recall.model.question import Choose, Reveal, Tick, Verdict, VerdictKind
from recall.model.rating import Rating
from recall.session import effects, events
from recall.session.machine import Session, Stage, Step, step
from recall.session.quiz import Item, Result


def seat(context: Context, desk: Desk, stack: ExitStack, *, stderr: bool) -> tuple[View, Player]:
    """What is shown and who answers: at a terminal a person, else the lines of a pipe."""
    interactive = is_terminal()
    player: Player = (
        TerminalPlayer(stack.enter_context(raw())) if interactive else PipePlayer(lines_of_stdin())
    )
    titles = desk.pillar_titles()
    quiet = not interactive
    return View.of(context, lang=desk.lang, quiet=quiet, stderr=stderr, pillars=titles), player


class Sitting:
    """A quiz being taken: answers are kept in hand, verdicts are held back."""

    def __init__(
        self,
        quiz: Quiz,
        view: View,
        player: Player,
        *,
        practice: bool,
        limit_ms: int | None,
        before: int = 0,
        total: int | None = None,
    ) -> None:
        """`before` questions were asked in front of these; `total` are asked at most."""
        self.quiz, self.view, self.player = quiz, view, player
        self.practice, self.limit_ms = practice, limit_ms
        self.stopped = False
        self._before, self._total = before, len(quiz.cards) if total is None else total
        self.entries: list[Entry] = []
        self._items: dict[CardId, Item] = {}
        self._verdict: Verdict | None = None

    def run(self) -> Result:
        """Ask everything there is time for. Ctrl-C leaves nothing behind."""
        begun = self._now().at
        session = self._perform(self.quiz.start(retry=self.practice))
        while session.stage is not Stage.OVER:
            try:
                action = self.player.act(session)
            except KeyboardInterrupt:
                talk("")
                talk(self.view.say("quiz_dropped"))
                raise
            if isinstance(action, Local):
                self._local(session, action)
                continue
            when = self._now()
            if self.limit_ms is not None and when.at - begun > self.limit_ms:
                self.view.line(self.view.say("quiz_time"), "yellow")
                break
            event = action(when)
            self.stopped = isinstance(event, events.Stop)
            session = self._perform(self._step(session, event))
        asked = [self.quiz.deal(card) for card in self.quiz.cards]
        items = (self._items.get(deal.card.id, Item(deal)) for deal in asked)
        return Result(self.quiz.seed, tuple(items))

    def _now(self) -> Moment:
        return self.quiz.desk.workspace.now()

    def _step(self, session: Session, event: events.Event) -> Step:
        """What a quiz allows: answering, skipping, stopping."""
        allowed = (events.Reveal, events.Answer, events.Rate, events.Skip, events.Stop)
        if isinstance(event, allowed) or (self.practice and isinstance(event, events.Hint)):
            return step(session, event)
        return session, (effects.Tell(effects.Notice.NOT_NOW),)

    def _perform(self, taken: Step) -> Session:
        session, todo = taken
        for effect in todo:
            match effect:
                case effects.Append():
                    self._keep(session, effect.entry)
                case effects.Ask():
                    self._ask(effect)
                    self.player.asked(effect.deal.question.input)
                case effects.Graded():
                    self._graded(effect)
                case effects.ShowPoints():
                    self.view.points(effect.deal)
                    self.player.shown()
                case effects.ShowAnswer():
                    return self._answered(session, effect)
                case effects.ShowHint():
                    self.view.hint(effect)
                case effects.Tell():
                    self.view.line(self.view.say(str(effect.notice)), "yellow")
                case _:
                    pass
        return session

    def _ask(self, effect: effects.Ask) -> None:
        number = self._before + len(self._items) + 1
        head = self.view.say("quiz_head", number=number, total=self._total)
        self.view.ask(effect.deal, left=head, part=effect.part)

    def _graded(self, effect: effects.Graded) -> None:
        self._verdict = effect.verdict
        if self.practice or effect.verdict.kind is VerdictKind.ASK:
            self.view.graded(effect.verdict, again=effect.then is effects.Then.SAME_AGAIN)

    def _answered(self, session: Session, effect: effects.ShowAnswer) -> Session:
        """Show the answer where the learner has to judge, or wants to; else go on at once."""
        own = isinstance(effect.deal.question.input, Reveal | Tick)
        if self.practice or own:
            self.view.answer(effect, judging=own)
            self.player.shown()
        if own:
            return session
        given = self._verdict if effect.attempted else None
        right = given is not None and given.kind in (VerdictKind.RIGHT, VerdictKind.NOTE)
        rating = Rating.GOOD if right else Rating.AGAIN
        return self._perform(step(session, events.Rate(rating, self._now())))

    def _keep(self, session: Session, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry.event, Review):
            scheduled = next(card for card in self.quiz.cards if card.card == entry.card)
            deal = self.quiz.deal(scheduled)
            self._items[entry.card] = Item(deal, entry.event, self._verdict)
            self._verdict = None

    def _local(self, session: Session, action: Local) -> None:
        spec = session.deal.question.input if session.deal else None
        match action:
            case Local.MARKED if isinstance(spec, Choose):
                self.view.choices(spec, self.player.marked)
            case Local.MARKED if isinstance(spec, Tick):
                self.view.ticks(len(spec.points), self.player.marked)
            case Local.UNREAD:
                self.view.line(self.view.say("unread"), "yellow")
            case Local.KEYS:
                self.view.line(self.view.say("quiz_keys"))
            case Local.REDRAW if session.deal and session.stage is Stage.ASKING:
                self.view.clear()
                part = session.attempt.part
                self._ask(effects.Ask(session.deal, part, session.queue.counts))
            case Local.REDRAW:
                pass
            case _:
                self.view.line(self.view.say("not-now"), "yellow")
