"""`recall try`: grade one typed answer."""

import click

from recall.app.solving import body_of, choose, settings_of, try_answer
from recall.cli.cards import card_named, measure_json
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.cli.view import View
from recall.errors import UsageError


@click.command("try")
@click.argument("id_", metavar="ID")
@click.option("--variant", type=click.IntRange(0), help="The numbers of this variant.")
@click.option("--set", "settings", multiple=True, metavar="k=v", help="Set a parameter.")
@click.option("--part", default="answer", show_default=True, help="The asked step to answer.")
@click.option("--earlier", multiple=True, metavar="NAME=TEXT", help="What was typed before.")
@click.option("--answer", required=True, metavar="TEXT", help="The answer to grade.")
@click.option("--lang", help="Language of the verdict, such as zh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (try/1).")
@pass_context
def try_(
    context: Context,
    id_: str,
    *,
    variant: int | None,
    settings: tuple[str, ...],
    part: str,
    earlier: tuple[str, ...],
    answer: str,
    lang: str | None,
    as_json: bool,
) -> None:
    """Grade one typed answer to a numeric problem; nothing is written.

    Values that are not set come from the first variant (or from --variant).
    """
    with context.desk(lang=lang) as desk:
        card = card_named(desk, id_)
        body = body_of(card, desk.lang)
    chosen = choose(body, settings_of(settings), variant)
    verdict = try_answer(body, chosen, answer, part=part, earlier=_earlier(earlier))
    if not as_json:
        View.of(context, lang=desk.lang).graded(verdict)
        return
    echo_json(
        "try/1",
        {
            "id": card.id,
            "variant": chosen.number,
            "verdict": str(verdict.kind),
            "message": verdict.message,
            "read_as": measure_json(verdict.read_as),
            "truth": measure_json(verdict.truth),
            "suggested_rating": verdict.suggested and int(verdict.suggested),
            "part": part,
        },
    )


def _earlier(pairs: tuple[str, ...]) -> dict[str, str]:
    """NAME=TEXT pairs; the text may hold spaces and equals signs."""
    values = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not text.strip():
            raise UsageError(f"“{pair}” is not NAME=TEXT", "Write --earlier 'per_token=320 KiB'.")
        values[name.strip()] = text
    return values
