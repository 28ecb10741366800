"""`recall config`."""

import click

from recall.app.config import KEYS, user_config
from recall.app.workspace import CONFIG
from recall.cli.context import Context, pass_context
from recall.errors import UsageError, did_you_mean


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def config() -> None:
    """Settings: flags win over RECALL_* variables, over recall.toml, over the user's file."""


@config.command()
@pass_context
def path(context: Context) -> None:
    """Where settings, decks and the store are."""
    workspace = context.workspace
    click.echo(f"workspace  {workspace.folder}")
    click.echo(f"settings   {workspace.folder / CONFIG}")
    click.echo(f"           {user_config()}")
    for root in workspace.roots:
        click.echo(f"decks      {root.path}{' (shipped, read only)' if root.shipped else ''}")
    click.echo(f"store      {workspace.database}")


@config.command("list")
def list_() -> None:
    """Every setting with an example."""
    width = max(len(key.example) for key in KEYS)
    for key in KEYS:
        click.echo(f"{key.example:<{width}}  # {key.help}")


@config.command()
@click.argument("name")
@pass_context
def get(context: Context, name: str) -> None:
    """The value in force."""
    workspace = context.workspace
    known = tuple(key.name for key in KEYS)
    if name not in known:
        raise UsageError(f"there is no setting “{name}”.{did_you_mean(name, known)}", "Try `list`.")
    match name:
        case "decks":
            click.echo(", ".join(str(root.path) for root in workspace.roots))
        case "database":
            click.echo(workspace.database)
        case "learner":
            click.echo(workspace.learner)
        case "day_start":
            minutes = workspace.settings.day_start
            click.echo(f"{minutes // 60:02d}:{minutes % 60:02d}")
        case _:
            click.echo(getattr(workspace.settings, name))


@config.command()
@pass_context
def check(context: Context) -> None:
    """Read every settings file and say whether it is sound."""
    click.echo(f"Settings are sound ({context.workspace.folder}).")
