"""`recall show`."""

import click

from recall.app.reviewing import Desk
from recall.app.solving import body_of, choose, settings_of
from recall.cli.cards import card_named, state_of
from recall.cli.context import Context, pass_context
from recall.cli.languages import InLanguages, in_languages, print_languages
from recall.cli.output import echo_json
from recall.cli.solve import problem_json
from recall.cli.view import View
from recall.export.jsonl import write_time
from recall.model.card import Card, Json
from recall.model.memory import CardState
from recall.model.question import Choose, Question, Tick, TypeText
from recall.scheduling.day import date_of


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--variant", type=click.IntRange(0), help="The numbers of this variant.")
@click.option("--set", "settings", multiple=True, metavar="k=v", help="Set a parameter.")
@click.option("--lang", help="Language of the card, such as zh; en,zh shows both.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (show/1).")
@pass_context
def show(
    context: Context,
    id_: str,
    *,
    variant: int | None,
    settings: tuple[str, ...],
    lang: str | None,
    as_json: bool,
) -> None:
    """A card with its answer, and for a numeric problem its numbers.

    ID is a card id or the beginning of one.
    """
    if lang is not None and "," in lang:
        shown = in_languages(context, id_, lang, settings=settings, variant=variant)
        if as_json:
            echo_json("show/1", _with_languages(shown))
        else:
            print_languages(context, shown)
        return
    with context.desk(lang=lang) as desk:
        card = card_named(desk, id_)
        state = state_of(desk, card)
        question, problem = question_of(desk, card, settings, variant)
    if as_json:
        echo_json("show/1", _json(card, state, question, problem, lang=desk.lang))
        return
    view = View.of(context, lang=desk.lang)
    print_card(view, card, state, question)


def question_of(
    desk: Desk, card: Card, settings: tuple[str, ...], variant: int | None
) -> tuple[Question, Json]:
    """What the card asks in the desk's language, and its numbers as JSON (None without any)."""
    body = card.words(desk.lang).body
    plain = body.question() if not settings and variant is None else None
    if plain is not None and plain.variant is None:
        return plain, None
    numeric = body_of(card, desk.lang)
    chosen = choose(numeric, settings_of(settings), variant)
    return numeric.ask(chosen), problem_json(numeric, chosen)


def print_card(view: View, card: Card, state: CardState, question: Question) -> None:
    """The card as a person reads it: question, hints, answer, source, state."""
    number = "" if question.variant is None else f" · variant {question.variant}"
    view.rule(f"{card.id} · {card.type} · {card.deck}{number}")
    view.line()
    view.markdown(question.front)
    if not isinstance(question.input, Tick):
        _material(view, question)
    for index, hint in enumerate(question.hints, 1):
        view.line()
        view.line(view.say("hint", number=index, total=len(question.hints)), "bold")
        view.markdown(hint)
    if question.back:
        view.line()
        view.line(view.say("answer"), "bold")
        view.markdown(question.back)
    if isinstance(question.input, Tick):
        _material(view, question)
    if question.why:
        view.line()
        view.line(view.say("why"), "bold")
        view.markdown(question.why)
    view.line()
    if card.source:
        view.line(view.say("source", source=card.source), "dim")
    due = f", due {date_of(state.due_day)}" if state.due_day is not None else ""
    view.line(f"{state.phase}{due}{', suspended' if state.suspended else ''}", "dim")


def _material(view: View, question: Question) -> None:
    """Options, points or accepted texts: what a review would ask for."""
    match question.input:
        case Choose(options=options):
            view.line()
            for option in options:
                view.markdown(f"- [{'x' if option.right else ' '}] {option.text}")
                if option.feedback:
                    view.markdown_line("   ", option.feedback, "")
        case Tick(points=points):
            view.line()
            view.line(view.say("points"), "bold")
            for point in points:
                view.markdown(f"- {point}")
        case TypeText(accept=accept):
            view.line()
            view.line(f"{view.say('answer')}: {' | '.join(accept)}")
        case _:
            pass


def _json(
    card: Card, state: CardState, question: Question, problem: Json, *, lang: str | None
) -> dict[str, Json]:
    shown: Json = {
        "phase": str(state.phase),
        "stability": state.stability,
        "difficulty": state.difficulty,
        "due": None if state.due_at is None else write_time(state.due_at),
        "study_day_due": state.due_day,
        "reps": state.reps,
        "lapses": state.lapses,
        "suspended": state.suspended,
    }
    data: dict[str, Json] = {
        "id": card.id,
        "note": card.note,
        "facet": card.facet,
        "type": card.type,
        "deck": card.deck,
        "pillar": card.pillar,
        "lang": lang if lang in card.translations else card.lang,
        "question": question.front,
        "answer": question.back,
        "why": question.why or None,
        "source": card.source,
        "terms": list(card.terms),
        "requires": list(card.prerequisites),
        "state": shown,
    }
    if problem is not None:
        data["problem"] = problem
    return data


def _with_languages(shown: InLanguages) -> dict[str, Json]:
    """The card in the first language, and below `languages` its words in each of them."""
    lang, question, problem = shown.asked[0]
    words: dict[str, Json] = {
        lang: {"question": question.front, "answer": question.back, "why": question.why or None}
        for lang, question, _ in shown.asked
    }
    return {**_json(shown.card, shown.state, question, problem, lang=lang), "languages": words}
