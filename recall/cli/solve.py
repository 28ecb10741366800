"""`recall solve`: a numeric problem as a calculator."""

import click

from recall.app.solving import body_of, choose, settings_of, sweep
from recall.cardtypes.bodies.numeric import NumericBody
from recall.cli.cards import card_named
from recall.cli.context import Context, pass_context
from recall.cli.output import console, echo_json
from recall.cli.solve_table import Table
from recall.cli.view import View
from recall.errors import UsageError
from recall.model.card import Json
from recall.model.question import TypeNumbers
from recall.numeric.grammar import Value
from recall.numeric.problem import MistakeValue
from recall.numeric.variants import Variant


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--set", "settings", multiple=True, metavar="k=v", help="Set a parameter.")
@click.option("--variant", type=click.IntRange(0), help="Start from the numbers of this variant.")
@click.option("--table", "axis", metavar="k=VALUES", help="A table over one parameter.")
@click.option("--plot", is_flag=True, help="With --table: the answer as a chart, too.")
@click.option("--lang", help="Language of the steps, such as zh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (solve/1, solve-table/1).")
@pass_context
def solve(
    context: Context,
    id_: str,
    *,
    settings: tuple[str, ...],
    variant: int | None,
    axis: str | None,
    plot: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Solve a problem with any numbers, also ones the deck never draws.

    Parameters that are not set keep the values of the first variant (or of --variant). A table's
    values are written as in a deck: `--table S=4096,8192` or `--table "S=4096..131072 step ×2"`.
    """
    if plot and axis is None:
        raise UsageError("--plot draws a table", "Add for example --table S=4096,8192,16384.")
    with context.desk(lang=lang) as desk:
        card = card_named(desk, id_)
        body = body_of(card, desk.lang)
    values = settings_of(settings)
    if axis is not None:
        table = Table(body, sweep(body, axis, values=values, number=variant), desk.lang)
        _tabulate(context, card.id, table, as_json=as_json, plot=plot)
        return
    chosen = choose(body, values, variant)
    if as_json:
        problem = problem_json(body, chosen)
        assert isinstance(problem, dict)
        echo_json("solve/1", {"id": card.id, **problem})
        return
    _print(View.of(context, lang=desk.lang), body, chosen)


def _tabulate(context: Context, id_: str, table: Table, *, as_json: bool, plot: bool) -> None:
    if as_json:
        echo_json("solve-table/1", {"id": id_, **table.json()})
        return
    out = console(color=context.color)
    table.print(out)
    if plot:
        out.print()
        dumb = context.environment.get("TERM", "").lower() in ("dumb", "unknown")
        table.plot(out, ascii_only=dumb or context.workspace.settings.plain)


def _print(view: View, body: NumericBody, chosen: Variant) -> None:
    shown = ", ".join(f"{name} = {value}" for name, value in chosen.shown.items())
    view.line(shown, "dim")
    view.line()
    view.markdown(body.ask(chosen).back)
    mistakes = _mistakes(body, chosen)
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
            for mistake in _mistakes(body, variant)
        ],
    }


def _mistakes(body: NumericBody, variant: Variant) -> list[MistakeValue]:
    """What mistakes lead to, without those that lead to a right answer with these numbers."""
    return [found for found in body.problem.mistake_values(variant) if found.named]


def _value(value: Value) -> Json:
    """A word as it is, a whole number as one, any other number as the nearest float."""
    if isinstance(value, str):
        return value
    whole = value == int(value)
    return int(value) if whole else float(value)
