"""`recall check`."""

from collections import Counter
from pathlib import Path

import click

from recall.app.checking import Checkup, check_decks
from recall.app.contact_sheet import contact_sheet, is_sheet
from recall.cli.context import Context, pass_context
from recall.cli.output import count, echo_json, talk
from recall.diagnostics import Diagnostic, Severity
from recall.errors import UsageError
from recall.model.card import Json

PROBLEMS = 3


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True, help="As --format json (check/1).")
@click.option(
    "--contact-sheet",
    "sheet",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Write random variants of every numeric problem, to be skimmed.",
)
@click.option("--variants", type=click.IntRange(1, 50), default=4, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Which variants.")
@pass_context
def check(
    context: Context,
    paths: tuple[Path, ...],
    *,
    strict: bool,
    style: str,
    as_json: bool,
    sheet: Path | None,
    variants: int,
    seed: int,
) -> int:
    """Check decks and say what is wrong, where, and what to do.

    Without PATH: all decks of the workspace. Exits 3 if there are errors (with --strict also for
    warnings). Opens no store and writes nothing but the contact sheet.
    """
    found = check_decks(context.workspace.roots, paths)
    if sheet is not None:
        _write(sheet, contact_sheet(found.collection.cards, variants=variants, seed=seed))
    match "json" if as_json else style:
        case "json":
            _json(found)
        case "github":
            for diagnostic in found.diagnostics:
                click.echo(_github(diagnostic))
        case _:
            _text(found)
    failed = found.count(Severity.ERROR) or (strict and found.count(Severity.WARNING))
    return PROBLEMS if failed else 0


def _write(path: Path, page: str) -> None:
    if path.exists() and not (path.is_file() and is_sheet(path)):
        raise UsageError(f"{path} exists and is no contact sheet", "Name another file.")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise UsageError(f"{path} cannot be written: {reason}", "Name another file.") from None
    talk(f"The contact sheet is in {path}.")


def _by_pillar(found: Checkup) -> Json:
    """Notes, by type, and cards of each pillar."""
    rows: list[Json] = []
    for pillar in dict.fromkeys(card.pillar for card in found.collection.cards):
        cards = [card for card in found.collection.cards if card.pillar == pillar]
        types = Counter({card.note: card.type for card in cards}.values())
        by_type: dict[str, Json] = dict(sorted(types.items()))
        rows.append(
            {
                "pillar": pillar,
                "notes": sum(types.values()),
                "cards": len(cards),
                "types": by_type,
            }
        )
    return rows


def _json(found: Checkup) -> None:
    echo_json(
        "check/1",
        {
            "files": found.files,
            "notes": len(found.collection.notes),
            "cards": len(found.collection.cards),
            "by_pillar": _by_pillar(found),
            "diagnostics": [
                {
                    "code": d.code.id,
                    "severity": str(d.severity),
                    "path": d.span.path,
                    "line": d.span.line,
                    "column": d.span.column,
                    "message": d.message,
                    "hint": d.hint,
                }
                for d in found.diagnostics
            ],
        },
    )


SHOWN = 20
"""So many diagnostics of one code in one file are printed; the rest is counted."""


def _text(found: Checkup) -> None:
    printed: Counter[tuple[str, str]] = Counter()
    for diagnostic in found.diagnostics:
        kind = (diagnostic.span.path, diagnostic.code.id)
        printed[kind] += 1
        if printed[kind] <= SHOWN:
            click.echo(describe(diagnostic, found))
            click.echo()
    for (path, code), times in printed.items():
        if times > SHOWN:
            click.echo(f"{path}: {times - SHOWN:,} more {code} (`--format json` lists all)")
    notes = [count(found.files, "file"), count(len(found.collection.notes), "note")]
    notes.append(count(len(found.collection.cards), "card"))
    errors, warnings = found.count(Severity.ERROR), found.count(Severity.WARNING)
    verdict = f"{count(errors, 'error')}, {count(warnings, 'warning')}"
    click.echo(f"{', '.join(notes)}: {verdict}.")


def describe(diagnostic: Diagnostic, found: Checkup) -> str:
    """The diagnostic with the line it points into, a caret, and the next step."""
    lines = [str(diagnostic)]
    source = found.sources.get(diagnostic.span.path)
    if source is not None and diagnostic.span.line <= len(source.lines):
        text = source.lines[diagnostic.span.line - 1]
        lines += _pointed(text, diagnostic)
    if diagnostic.hint:
        lines.append(f"  next: {diagnostic.hint}")
    return "\n".join(lines)


EXCERPT = 96


def _pointed(text: str, diagnostic: Diagnostic) -> list[str]:
    """The line and a caret under the place, in terminal columns; long lines are cut around it."""
    from recall.render.cells import cell_len

    begin = diagnostic.span.column - 1
    first = max(0, begin - EXCERPT // 2) if len(text) > EXCERPT else 0
    shown = text[first : first + EXCERPT].replace("\t", " ")
    lead = "… " if first else ""
    same_line = diagnostic.span.end_line == diagnostic.span.line
    end = diagnostic.span.end_column - 1 if same_line else len(text)
    marked = text[begin : min(end, first + EXCERPT)]
    indent = " " * cell_len(lead + text[first:begin].replace("\t", " "))
    tail = " …" if first + EXCERPT < len(text) else ""
    return [f"  | {lead}{shown}{tail}", f"  | {indent}{'^' * max(1, cell_len(marked))}"]


def _github(diagnostic: Diagnostic) -> str:
    """One workflow command, its values escaped."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    place = diagnostic.span
    message = f"{diagnostic.message}. {diagnostic.hint}"
    for raw, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        message = message.replace(raw, escaped)
    path = place.path.replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    return (
        f"::{kinds[diagnostic.severity]} file={path},line={place.line},col={place.column},"
        f"title={diagnostic.code.id}::{message}"
    )
