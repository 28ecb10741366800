"""`recall` alone: today at a glance."""

import click

from recall.cli.context import Context, pass_context
from recall.cli.due import print_today, today


@click.command()
@pass_context
def glance(context: Context) -> None:
    """Today at a glance, and what to type next."""
    found = today(context)
    print_today(found, context.workspace.settings)
    click.echo()
    if found.due or found.new_available:
        click.echo("Next: recall review")
    else:
        click.echo("Nothing is left for today. `recall --help` shows what else there is.")
