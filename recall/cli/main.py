"""The `recall` command: lazy subcommands, one place that turns failures into exit codes."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from recall import __version__
from recall.cli.commands import COMMANDS, Command
from recall.cli.context import Context
from recall.cli.output import fail, talk, use_utf8
from recall.errors import RecallError, did_you_mean

INTERRUPTED = 130

EPILOG = """
\b
Examples
  recall review                        today's session
  recall due                           what is due, by pillar
  recall solve kv-cache-batch --set S=131072 --set B=1
  recall check --strict                are the decks sound?
  recall export anki recall.apkg       everything for Anki
"""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are run, and only then."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # click's own arguments
        self._commands = {command.name: command for command in COMMANDS}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self._commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        command = self._commands.get(cmd_name)
        if command is None:
            return None
        found = getattr(import_module(f"recall.cli.{command.module}"), command.attribute)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; an unknown one suggests the nearest."""
        if args and args[0] not in self._commands and not args[0].startswith("-"):
            hint = did_you_mean(args[0], tuple(self._commands))
            raise click.UsageError(f"there is no command “{args[0]}”.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands by group, from the static lines."""
        groups: dict[str, list[Command]] = {}
        for command in COMMANDS:
            if not command.hidden:
                groups.setdefault(command.group, []).append(command)
        for title, commands in groups.items():
            with formatter.section(title):
                formatter.write_dl([(c.name, c.help) for c in commands])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names that begin so, without importing them."""
        items = [
            CompletionItem(command.name, help=command.help)
            for command in COMMANDS
            if command.name.startswith(incomplete) and not command.hidden
        ]
        return items + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--workspace", "workspace", metavar="DIR", help="The folder with decks and store.")
@click.option("--database", metavar="URL", help="The store: a path, sqlite:/// or postgresql://.")
@click.option("--learner", metavar="NAME", help="Whose journal it is (default: me).")
@click.option("--no-color", is_flag=True, help="No colour; NO_COLOR does the same.")
@click.version_option(
    __version__, "-V", "--version", prog_name="recall", message="%(prog)s %(version)s"
)
@click.pass_context
def main(
    ctx: click.Context,
    *,
    workspace: str | None,
    database: str | None,
    learner: str | None,
    no_color: bool,
) -> None:
    """Spaced repetition for understanding frontier LLM technical reports.

    Without a command: today at a glance.
    """
    color = not (no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb")
    ctx.color = None if color else False
    ctx.obj = Context(workspace_flag=workspace, database=database, learner=learner, color=color)
    if ctx.invoked_subcommand is None:
        from recall.cli.glance import glance

        ctx.invoke(glance)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    # Classes and cards that stay are most of what is made here; looking at them takes a while.
    gc.set_threshold(50_000, 20, 50)
    sys.exit(execute(arguments))


def execute(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code (see docs/cli.md)."""
    use_utf8()
    try:
        result = main.main(
            args=list(arguments) if arguments is not None else None,
            prog_name="recall",
            standalone_mode=False,
        )
        if sys.stdout is not None:
            sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except RecallError as error:
        fail(error)
        return error.exit_code
    except click.UsageError as error:
        _usage(error)
        return 2
    except click.ClickException as error:
        talk(f"recall: {error.format_message()}")
        return 1
    except (click.Abort, KeyboardInterrupt):
        talk("")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        talk(f"recall: cannot go on: {error.strerror or error}")
        talk("        What was confirmed before is saved.")
        return 1


def _forget_output() -> None:
    """Let the end of the program not fail again on output that cannot be written."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: click.UsageError) -> None:
    message = error.format_message()
    talk(f"recall: {message[:1].lower()}{message[1:]}" if message else "recall: wrong usage")
    path = error.ctx.command_path if error.ctx else "recall"
    talk(f"        `{path} --help` shows how it is used.")


if __name__ == "__main__":
    run()
