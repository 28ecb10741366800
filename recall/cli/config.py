"""`recall config`."""

import click

from recall.app.config import KEYS, changed_text, in_toml, read_value, user_config
from recall.app.files import write_atomically
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
        message = f"there is no setting “{name}”.{did_you_mean(name, known)}"
        raise UsageError(message, "`recall config list` shows them all.")
    value = workspace.value_of(name)
    click.echo("(not set)" if value is None else in_toml(name, value))


@config.command("set")
@click.argument("name")
@click.argument("value")
@click.option("--user", is_flag=True, help="In the user's file instead of the workspace's.")
@pass_context
def set_(context: Context, name: str, value: str, *, user: bool) -> None:
    """Write a setting into recall.toml; steps are separated by spaces ("1m 10m")."""
    checked = read_value(name, value, where="config set")
    context.workspace.with_value(name, checked)
    path = user_config() if user else context.workspace.folder / CONFIG
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    after = changed_text(before, name, checked)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, after.encode())
    click.echo(f"{path}: {name} = {in_toml(name, checked)}")


@config.command()
@pass_context
def check(context: Context) -> None:
    """Read every settings file and say whether it is sound."""
    click.echo(f"Settings are sound ({context.workspace.folder}).")
