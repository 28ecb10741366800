"""Write docs/cli.md and docs/diagnostics.md from the program; with --check say if they are stale.

python docs/generate.py [--check]
"""

import sys
from importlib import import_module
from pathlib import Path

import click

from recall.app.codes import ALL_CODES
from recall.app.config import KEYS
from recall.cli.commands import COMMANDS
from recall.cli.main import main

DOCS = Path(__file__).parent
WIDTH = 92
STAGES = {
    "1": "Files and front matter",
    "2": "Block structure",
    "3": "Notes and parts",
    "4": "Card types",
    "5": "Numeric problems",
    "6": "The collection",
    "7": "Translations",
}


def commands() -> str:
    """The help of every command."""
    parent = click.Context(main, info_name="recall", max_content_width=WIDTH, terminal_width=WIDTH)
    blocks = [_help(main, parent)]
    for command in COMMANDS:
        if command.hidden:
            continue
        found = getattr(import_module(f"recall.cli.{command.module}"), command.attribute)
        blocks += _tree(found, command.name, parent)
    return "\n\n".join(blocks)


def _tree(command: click.Command, name: str, parent: click.Context) -> list[str]:
    context = click.Context(
        command, info_name=name, parent=parent, max_content_width=WIDTH, terminal_width=WIDTH
    )
    blocks = [_help(command, context)]
    if isinstance(command, click.Group):
        for sub, found in sorted(command.commands.items()):
            blocks += _tree(found, sub, context)
    return blocks


def _help(command: click.Command, context: click.Context) -> str:
    return f"### {context.command_path}\n\n```text\n{command.get_help(context)}\n```"


def settings() -> str:
    """The settings as a TOML block."""
    width = max(len(key.example) for key in KEYS)
    lines = "\n".join(f"{key.example:<{width}}  # {key.help}" for key in KEYS)
    return f"```toml\n{lines}\n```"


def diagnostics() -> str:
    """Every code, by stage."""
    blocks = []
    for digit, title in STAGES.items():
        blocks.append(f"## {title}")
        for code in ALL_CODES:
            if code.id[1] == digit:
                blocks.append(f"### {code.id} {code.title}\n\n{code.why}\n\n**Next:** {code.fix}")
    return "\n\n".join(blocks)


PAGES = {
    "cli.md": {"commands": commands, "settings": settings},
    "diagnostics.md": {"diagnostics": diagnostics},
}


def page(name: str) -> str:
    """A page: its template with every marker filled."""
    text = (DOCS / "templates" / name).read_text(encoding="utf-8")
    for marker, make in PAGES[name].items():
        text = text.replace(f"<!-- {marker} -->", make())
    return text


def run(*, check: bool) -> int:
    """Write the pages, or compare them."""
    stale = []
    for name in PAGES:
        path, text = DOCS / name, page(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"docs/{name} {'is out of date: run `make docs`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(run(check="--check" in sys.argv[1:]))
