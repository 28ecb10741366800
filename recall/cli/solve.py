"""`recall solve`: a numeric problem as a calculator."""

import click

from recall.app.solving import body_of, choose, settings_of
from recall.cardtypes.numeric import NumericBody
from recall.cli.cards import card_named
from recall.cli.context import Context, pass_context
from recall.cli.output import console, echo_json
from recall.cli.view import View
from recall.model.card import Json
from recall.model.question import TypeNumbers
from recall.numeric.grammar import Value
from recall.numeric.variants import Variant


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--set", "settings", multiple=True, metavar="k=v", help="Set a parameter.")
@click.option("--variant", type=click.IntRange(0), help="Start from the numbers of this variant.")
@click.option("--lang", help="Language of the steps, such as zh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (solve/1).")
@pass_context
def solve(
    context: Context,
    id_: str,
    *,
    settings: tuple[str, ...],
    variant: int | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Solve a problem with any numbers, also ones the deck never draws.

    Parameters that are not set keep the values of the first variant (or of --variant).
    """
    with context.desk(lang=lang) as desk:
        body = body_of(card_named(desk, id_), desk.lang)
        chosen = choose(body, settings_of(settings), variant)
    if as_json:
        problem = problem_json(body, chosen)
        assert isinstance(problem, dict)
        echo_json("solve/1", {"id": id_, **problem})
        return
    view = View(console(color=context.color), lang=desk.lang, quiet=True)
    shown = ", ".join(f"{name} = {value}" for name, value in chosen.shown.items())
    view.line(shown, "dim")
    view.line()
    view.markdown(body.ask(chosen).back)
    mistakes = body.problem.mistake_values(chosen)
    if mistakes:
        view.line()
        view.line(view.say("mistakes_lead"), "bold")
        for mistake in mistakes:
            view.markdown(f"- {mistake.text}: {mistake.message}")


def problem_json(body: NumericBody, variant: Variant) -> Json:
    """Parameters, steps, answer and mistakes of a problem with its numbers."""
    answer = variant.solved[-1]
    values: dict[str, Json] = {n: _value(v) for n, v in variant.values.items()}
    steps: list[Json] = [
        {
            "name": step.name,
            "expression": step.expression,
            "substituted": step.substituted,
            "value": step.value,
            "unit": step.unit,
            "exact": step.exact,
        }
        for step in variant.solved
    ]
    part = body.ask(variant).input
    tolerance = part.parts[-1].tolerance if isinstance(part, TypeNumbers) else ""
    return {
        "variant": variant.number,
        "parameters": values,
        "steps": steps,
        "answer": {
            "value": answer.value,
            "exact": answer.exact,
            "unit": answer.unit,
            "tolerance": tolerance,
        },
        "mistakes": [
            {"message": mistake.message, "value": mistake.value}
            for mistake in body.problem.mistake_values(variant)
        ],
    }


def _value(value: Value) -> Json:
    """A word as it is, a whole number as one, any other number as the nearest float."""
    if isinstance(value, str):
        return value
    whole = value == int(value)
    return int(value) if whole else float(value)
