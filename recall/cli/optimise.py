"""`recall optimise`."""

from datetime import UTC, datetime

import click

from recall.app.optimising import Trial, adopt, is_usable, numbers_of, parameter_sets, train
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.errors import UsageError
from recall.model.card import Json
from recall.scheduling.evaluation import Quality


@click.command()
@click.option("--dry-run", is_flag=True, help="Compare only; adopt nothing.")
@click.option("--list", "list_", is_flag=True, help="The sets of parameters you had.")
@click.option("--use", type=click.IntRange(0), metavar="N", help="Use set N again; 0: defaults.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (optimise/1).")
@pass_context
def optimise(
    context: Context, *, dry_run: bool, list_: bool, use: int | None, as_json: bool
) -> None:
    """Fit the FSRS parameters to your reviews, and adopt them only if they predict better.

    Trained on the first 80 % of the reviews by time, compared on the last 20 % with your current
    and with the default parameters. No card is due on another day for it: `recall reschedule` moves
    due dates, on request.
    """
    with context.desk() as desk:
        lang = desk.lang
        if list_:
            for number, one in enumerate(parameter_sets(desk), 1):
                day = datetime.fromtimestamp(one.at / 1000, UTC).strftime("%Y-%m-%d")
                shown = " ".join(f"{value:.4g}" for value in one.numbers)
                click.echo(f"{number}  {day}  {one.trained_on}\n   {shown}")
            return
        if use is not None:
            cards = adopt(desk, numbers_of(desk, use), trained_on=f"chosen: {use}", losses={})
            click.echo(texts.say(lang, "optimise_used", number=use, cards=cards))
            return
        trial = train(desk)
        adopted = trial.final is not None and not dry_run
        if adopted and trial.final is not None:
            if not is_usable(desk.settings, trial.final):
                raise UsageError("the trained parameters are out of range", "Nothing was changed.")
            adopt(desk, trial.final, trained_on=f"{trial.usable} reviews", losses=_losses(trial))
    if as_json:
        echo_json("optimise/1", _json(trial, adopted=adopted))
        return
    _print(trial, lang, adopted=adopted)


def _losses(trial: Trial) -> dict[str, float]:
    return {name: quality.log_loss for name, quality in _qualities(trial)}


def _qualities(trial: Trial) -> tuple[tuple[str, Quality], ...]:
    return (("default", trial.default), ("current", trial.current), ("trained", trial.trained))


def _print(trial: Trial, lang: str | None, *, adopted: bool) -> None:
    click.echo(texts.say(lang, "optimise_head", usable=trial.usable, held_out=trial.held_out))
    click.echo(f"{'':<10}{'log loss':>10}{'RMSE(bins)':>12}{'AUC':>8}")
    for name, quality in _qualities(trial):
        auc = "–" if quality.auc is None else f"{quality.auc:.3f}"
        click.echo(f"{name:<10}{quality.log_loss:>10.4f}{quality.rmse_bins:>12.4f}{auc:>8}")
    click.echo()
    click.echo(texts.say(lang, "optimise_calibration"))
    rows = zip(trial.current.calibration, trial.trained.calibration, strict=True)
    for place, (before, after) in enumerate(rows):
        if before.asked or after.asked:
            cells = "".join(
                f"{kept.asked:>7}"
                + (
                    f"{kept.predicted:>6.0%}{kept.retention:>6.0%}"
                    if kept.predicted is not None and kept.retention is not None
                    else f"{'–':>6}{'–':>6}"
                )
                for kept in (before, after)
            )
            click.echo(f"{place * 10:>3}–{place * 10 + 10:>3}%{cells}")
    click.echo()
    key = "adopted" if adopted else "would_adopt" if trial.final else "kept"
    click.echo(texts.say(lang, f"optimise_{key}"))


def _json(trial: Trial, *, adopted: bool) -> dict[str, Json]:
    qualities: dict[str, Json] = {
        name: {
            "log_loss": quality.log_loss,
            "rmse_bins": quality.rmse_bins,
            "auc": quality.auc,
            "calibration": [
                {"asked": k.asked, "recalled": k.recalled, "predicted": k.predicted}
                for k in quality.calibration
            ],
        }
        for name, quality in _qualities(trial)
    }
    return {
        "usable": trial.usable,
        "held_out": trial.held_out,
        "adopted": adopted,
        "better": trial.final is not None,
        "parameters": None if trial.final is None else list(trial.final),
        **qualities,
    }
