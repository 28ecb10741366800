"""`recall quiz`: a scored test."""

import secrets
from contextlib import ExitStack

import click

from recall.app.choosing import Choice
from recall.app.quizzing import Quiz
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.cli.sitting import Sitting, seat
from recall.cli.view import View
from recall.model.card import Json
from recall.model.question import Choose
from recall.session.deal import Deal
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
