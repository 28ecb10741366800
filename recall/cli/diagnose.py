"""`recall quiz --diagnose`: a placement test for someone who knows part of it already."""

from contextlib import ExitStack

import click

from recall.app.choosing import Choice
from recall.app.placing import Begun, Placing, take_back_placement
from recall.cli.context import Context
from recall.cli.output import echo_json, is_terminal
from recall.cli.players import Player
from recall.cli.sitting import Sitting, seat
from recall.cli.texts import counted
from recall.cli.view import View
from recall.model.card import Json
from recall.scheduling.day import date_of


def diagnose(
    context: Context, choice: Choice, *, most: int, seed: int, yes: bool, as_json: bool
) -> None:
    """Ask at most so many questions, say what is known, and begin those notes if wished."""
    with context.desk(lang=choice.lang) as desk, ExitStack() as stack:
        placing = Placing(desk, choice, seed=seed)
        view, player = seat(context, desk, stack, stderr=as_json)
        asked = _ask(placing, view, player, most=most)
        begun = placing.known()
        if not as_json:
            _show(placing, view, begun, asked=asked)
        wished = yes or (is_terminal() and bool(begun) and _wishes(view, player))
        written = placing.write(begun) if wished else 0
        if as_json:
            echo_json("diagnose/1", _json(placing, begun, asked=asked, written=written))
        elif written:
            view.line(view.say("diagnose_written", n=counted(desk.lang, "cards", written)))
        elif begun:
            view.line(view.say("diagnose_kept", seed=seed))


def take_back(context: Context) -> None:
    """Undo what placements began and nobody has reviewed since."""
    with context.desk() as desk:
        number = counted(desk.lang, "cards", take_back_placement(desk))
        view = View.of(context, lang=desk.lang)
        view.line(view.say("diagnose_undone", n=number))


def _ask(placing: Placing, view: View, player: Player, *, most: int) -> int:
    """Ask until enough is known or the learner has had enough; how many were answered."""
    for number in range(most):
        quiz = placing.question()
        if quiz is None:
            return number
        sitting = Sitting(
            quiz, view, player, practice=False, limit_ms=None, before=number, total=most
        )
        (item,) = sitting.run().items
        if item.review is None and sitting.stopped:
            return number
        placing.test.answered(item.deal.card.note, right=item.is_right)
    return most


def _show(placing: Placing, view: View, begun: list[Begun], *, asked: int) -> None:
    """How much of each deck is known, as far as the answers tell."""
    view.line()
    view.rule()
    view.line(view.say("diagnose_head", asked=asked, right=len(placing.test.right)), "bold")
    known = {begin.card.note for begin in begun} | placing.settled
    decks: dict[str, list[bool]] = {}
    for note, held in placing.cards.items():
        decks.setdefault(held[0].deck, []).append(note in known)
    for deck, notes in decks.items():
        if any(notes):
            view.line(view.say("diagnose_deck", deck=deck, known=sum(notes), notes=len(notes)))
    if not begun:
        view.line(view.say("diagnose_none"))


def _wishes(view: View, player: Player) -> bool:
    with player.aside():
        return click.confirm(view.say("diagnose_offer"), default=True)


def _json(placing: Placing, begun: list[Begun], *, asked: int, written: int) -> dict[str, Json]:
    test = placing.test
    cards: list[Json] = [
        {
            "id": one.card.card,
            "note": one.card.note,
            "deck": one.card.deck,
            "answered": one.card.note in test.right,
            "stability": one.event.stability,
            "due": date_of(one.event.day).isoformat(),
        }
        for one in begun
    ]
    return {
        "seed": placing.seed,
        "asked": asked,
        "right": len(test.right),
        "known": cards,
        "committed": written,
    }
