"""`recall quiz`: a scored test."""

import secrets
from contextlib import ExitStack

import click

from recall.app.choosing import Choice
from recall.app.quizzing import Quiz
from recall.app.reviewing import Desk
from recall.cli.context import Context, pass_context
from recall.cli.keys import raw
from recall.cli.output import echo_json, is_terminal, talk
from recall.cli.players import Local, PipePlayer, Player, TerminalPlayer, lines_of_stdin
from recall.cli.view import View
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.journal import Entry, Review
from recall.model.moment import Moment
from recall.model.question import Choose, Reveal, Tick, Verdict, VerdictKind
from recall.model.rating import Rating
from recall.session import effects, events
from recall.session.deal import Deal
from recall.session.machine import Session, Stage, Step, step
from recall.session.quiz import Item, Result, Score

MOST_SEED = 1_000_000
QUESTIONS, QUESTIONS_TO_PLACE = 20, 30


@click.command()
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option(
    "-n",
    "count",
    type=click.IntRange(1, 500),
    help="So many questions (20; with --diagnose at most 30).",
)
@click.option("--pillar", "pillars", multiple=True, metavar="P", help="Only this pillar.")
@click.option("--tag", "tags", multiple=True, help="Only cards with this tag.")
@click.option("--seed", type=click.IntRange(0), help="The same questions and numbers again.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="A limit of time.")
@click.option("--practice", is_flag=True, help="Verdict and solution after each answer.")
@click.option("--commit", is_flag=True, help="Write the answers as reviews, too.")
@click.option("--diagnose", is_flag=True, help="Find out what you know already (see below).")
@click.option("--yes", is_flag=True, help="With --diagnose: begin those notes without asking.")
@click.option("--undo", is_flag=True, help="With --diagnose: take back what it began.")
@click.option("--lang", help="Language of cards and messages, such as zh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (quiz/1 or diagnose/1).")
@pass_context
def quiz(
    context: Context,
    decks: tuple[str, ...],
    *,
    count: int | None,
    pillars: tuple[str, ...],
    tags: tuple[str, ...],
    seed: int | None,
    minutes: float | None,
    practice: bool,
    commit: bool,
    diagnose: bool,
    yes: bool,
    undo: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """A scored test over all pillars, or over what is named; the schedule is not touched.

    Choices, typed texts and numbers are graded by the program, and nothing is said of them until
    the end. Where only you can tell (a card that is revealed, a list of points) the answer is shown
    after you gave yours, and 1 means wrong, 2 to 4 right.

    With --diagnose it is a placement test: each question is chosen by what the answers before it
    say, a right answer speaks for what it builds on, a wrong one against what builds on it. In the
    end the notes you know can begin in review, with a first interval of weeks.
    """
    chosen = Choice(decks=decks, pillars=pillars, tags=tags, lang=lang)
    drawn = secrets.randbelow(MOST_SEED) if seed is None else seed
    if diagnose:
        from recall.cli import diagnose as placement

        if undo:
            placement.take_back(context)
            return
        most = count or QUESTIONS_TO_PLACE
        placement.diagnose(context, chosen, most=most, seed=drawn, yes=yes, as_json=as_json)
        return
    if yes or undo:
        raise click.UsageError("--yes and --undo belong to --diagnose.")
    with context.desk(lang=lang) as desk, ExitStack() as stack:
        test = Quiz.draw(desk, chosen, count=count or QUESTIONS, seed=drawn)
        view, player = seat(context, desk, stack, stderr=as_json)
        limit = None if minutes is None else int(minutes * 60_000)
        sitting = Sitting(test, view, player, practice=practice, limit_ms=limit)
        result = sitting.run()
        written = test.commit(sitting.entries) if commit else 0
    if as_json:
        echo_json("quiz/1", _json(result, written=written))
        return
    show_result(view, result)
    if commit:
        view.line(view.say("quiz_written", n=written))


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


def show_result(view: View, result: Result) -> None:
    """The misses with their solutions, then the score."""
    for item in result.misses:
        _miss(view, item)
    view.line()
    view.rule()
    view.line(_score(view, view.say("quiz_score"), result.score), "bold")
    for pillar, found in result.by_pillar.items():
        view.line(_score(view, view.pillars.get(pillar, pillar), found))
        for deck, part in result.by_deck.items():
            if deck.partition("/")[0] == pillar and part != found:
                view.line("  " + _score(view, deck, part))
    unanswered = sum(item.review is None for item in result.items)
    if unanswered:
        view.line(view.say("quiz_unanswered", n=unanswered))
    view.line(view.say("quiz_again", seed=result.seed), "dim")


def _score(view: View, name: str, found: Score) -> str:
    low, high = found.interval
    return view.say(
        "quiz_line",
        name=name,
        right=found.right,
        asked=found.asked,
        share=f"{found.share:.0%}",
        low=f"{low:.0%}",
        high=f"{high:.0%}",
    )


def _miss(view: View, item: Item) -> None:
    """A question that went wrong: what was answered, the verdict, the solution."""
    view.line()
    view.rule(item.deal.card.words(item.deal.lang).title)
    view.markdown(item.deal.question.front)
    if item.review is not None and item.review.response:
        view.line(view.say("quiz_yours", answer=_response(item)))
    if item.verdict is not None:
        view.graded(item.verdict)
    view.markdown(view.right_options(item.deal.question))
    view.markdown(item.deal.question.back)
    if item.deal.question.why:
        view.line(view.say("why"), "bold")
        view.markdown(item.deal.question.why)


def _response(item: Item) -> str:
    """The answer in words: the chosen options instead of their places."""
    text = item.review.response or "" if item.review else ""
    spec = item.deal.question.input
    if not isinstance(spec, Choose):
        return text
    places = [int(part) - 1 for part in text.split(",") if part.isdigit()]
    return " / ".join(spec.options[place].text for place in places if place < len(spec.options))


def _json(result: Result, *, written: int) -> dict[str, Json]:
    items: list[Json] = [_item_json(item.deal, item) for item in result.items]
    return {
        "seed": result.seed,
        **_score_json(result.score),
        "answered": sum(item.review is not None for item in result.items),
        "by_pillar": [{"pillar": k, **_score_json(v)} for k, v in result.by_pillar.items()],
        "by_deck": [{"deck": k, **_score_json(v)} for k, v in result.by_deck.items()],
        "items": items,
        "committed": written,
    }


def _score_json(found: Score) -> dict[str, Json]:
    low, high = found.interval
    return {"asked": found.asked, "right": found.right, "low": low, "high": high}


def _item_json(deal: Deal, item: Item) -> Json:
    review = item.review
    return {
        "id": deal.card.id,
        "pillar": deal.card.pillar,
        "deck": deal.card.deck,
        "type": deal.card.type,
        "terms": list(deal.card.terms),
        "variant": deal.question.variant,
        "right": None if review is None else item.is_right,
        "response": None if review is None else review.response,
        "rating": None if review is None else int(review.rating),
        "mistake": None if review is None else review.mistake,
        "duration_ms": None if review is None else review.duration_ms,
    }
