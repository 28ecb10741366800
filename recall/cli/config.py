"""`recall config`."""

import re

import click

from recall.app.config import (
    KEYS,
    OVERRIDES,
    changed_text,
    in_toml,
    read_override,
    read_value,
)
from recall.app.files import write_atomically
from recall.app.reading import deck_paths
from recall.app.workspace import CONFIG
from recall.cli.context import Context, pass_context, user_config
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
    for table, names in OVERRIDES.items():
        click.echo(f"\n[{table}.NAME]  # of one {table}: {', '.join(names)}")


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
@click.option("--pillar", metavar="P", help="For this pillar alone.")
@click.option("--deck", metavar="D", help="For this deck alone.")
@click.option("--target", metavar="R", help="With `exam`: the recall wanted on the day.")
@pass_context
def set_(
    context: Context,
    name: str,
    value: str,
    *,
    user: bool,
    pillar: str | None,
    deck: str | None,
    target: str | None,
) -> None:
    """Write a setting into recall.toml; lists are separated by spaces ("1m 10m").

    \b
    recall config set exam 2027-03-01 --target 0.95
    recall config set desired_retention 0.95 --pillar moe
    recall config set easy_days "1 1 1 1 1 0.5 0"
    """
    if pillar and deck:
        raise UsageError("--pillar and --deck do not go together", "Choose one of them.")
    if target and name != "exam":
        raise UsageError("--target goes with `exam` only", "Set exam_target instead.")
    of = ("pillar", pillar) if pillar else ("deck", deck) if deck else None
    path = user_config() if user else context.workspace.folder / CONFIG
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for key, given in ((name, value), *([("exam_target", target)] if target else [])):
        checked = _checked(context, key, given, of)
        text = changed_text(text, key, checked, table=of and f"{of[0]}.{_toml_key(of[1])}")
        click.echo(f"{path}: {f'{of[1]}: ' if of else ''}{key} = {in_toml(key, checked)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())


def _checked(context: Context, name: str, value: str, of: tuple[str, str] | None) -> object:
    """The value, if it and what it belongs to make sense."""
    if of is None:
        checked = read_value(name, value, where="config set")
        context.workspace.with_value(name, checked)
        return checked
    table, owner = of
    paths = deck_paths(context.workspace.roots).value
    decks = {path.deck for path in paths}
    known = decks if table == "deck" else {deck.partition("/")[0] for deck in decks}
    if owner not in known:
        hint = did_you_mean(owner, tuple(known))
        raise UsageError(
            f"there is no {table} “{owner}”.{hint}", f"Known: {', '.join(sorted(known))}."
        )
    return read_override(table, name, value, where="config set")


def _toml_key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else f'"{name}"'


@config.command()
@pass_context
def check(context: Context) -> None:
    """Read every settings file and say whether it is sound."""
    click.echo(f"Settings are sound ({context.workspace.folder}).")
