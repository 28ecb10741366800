"""How commands speak: data on stdout, talk on stderr, one versioned envelope for JSON."""

import json
import sys
from typing import TYPE_CHECKING

import click

from recall.errors import RecallError

if TYPE_CHECKING:
    from rich.console import Console

    from recall.app.compiling import Compiled
    from recall.model.card import Json


def echo_json(schema: str, data: "dict[str, Json]") -> None:
    """Print one JSON document: `{"schema": "recall.due/1", …}`."""
    envelope: dict[str, Json] = {"schema": f"recall.{schema}"}
    click.echo(json.dumps(envelope | data, ensure_ascii=False, indent=2))


def talk(message: str) -> None:
    """Say something that is not data."""
    click.echo(message, err=True)


def fail(error: RecallError) -> None:
    """Print an error: what went wrong, then the next step."""
    talk(f"recall: {error.message}")
    if error.next_step:
        talk(f"        {error.next_step}")


def tell_compiled(compiled: "Compiled | None") -> None:
    """Say in one line what an automatic compile found, if there is anything to say."""
    if compiled is None:
        return
    from recall.diagnostics import Severity

    errors = sum(d.severity is Severity.ERROR for d in compiled.diagnostics)
    if errors:
        noun = "error" if errors == 1 else "errors"
        talk(f"{errors} {noun} in the decks; those notes are left out.")
        talk("`recall check` shows where and what to do.")
    if not compiled.applied:
        decks = ", ".join(compiled.changes.emptied)
        talk(
            f"{len(compiled.changes.gone)} notes would vanish from {decks}; the collection was "
            "left as it is. If that is meant, run `recall compile --yes`."
        )


def tell_untranslated(lang: str | None) -> None:
    """Say that a language was asked for that no deck has."""
    if lang:
        talk(f"No deck is translated into “{lang}”; cards are shown in their own language.")


def is_terminal() -> bool:
    """True if a person sits at both ends: prompts make sense."""
    ends = (sys.stdin, sys.stdout)
    return all(end is not None and end.isatty() for end in ends)


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says, and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")


def console(*, color: bool, stderr: bool = False) -> "Console":
    """A rich console that respects NO_COLOR, pipes and `--no-color`."""
    from rich.console import Console

    return Console(no_color=not color, highlight=False, stderr=stderr, soft_wrap=False, emoji=False)


def count(number: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
