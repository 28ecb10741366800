"""`recall explain`."""

import click

from recall.app.codes import ALL_CODES
from recall.errors import UsageError, did_you_mean


@click.command()
@click.argument("code", metavar="CODE")
def explain(code: str) -> None:
    """What a diagnostic code such as E203 means, and what to do about it."""
    known = {c.id: c for c in ALL_CODES}
    found = known.get(code.upper())
    if found is None:
        hint = did_you_mean(code.upper(), tuple(known))
        raise UsageError(f"there is no code {code}.{hint}", "docs/diagnostics.md lists them all.")
    click.echo(f"{found.id} ({found.severity}): {found.title}")
    click.echo(f"\n  why   {found.why}\n  next  {found.fix}")
