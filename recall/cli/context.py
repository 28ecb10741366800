"""What every command is given: flags, environment, and the workspace when it is first needed."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from recall.app.reviewing import Desk
    from recall.app.workspace import Workspace
    from recall.store.open import Store


@dataclass
class Context:
    """The flags that stand before the command."""

    workspace_flag: str | None = None
    database: str | None = None
    learner: str | None = None
    color: bool = True
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    @cached_property
    def workspace(self) -> "Workspace":
        """Where decks and store are."""
        from recall.app.workspace import find_workspace

        found = find_workspace(
            cwd=Path.cwd(),
            environment=self.environment,
            folder=self.workspace_flag,
            database=self.database,
            learner=self.learner,
            user_config=user_config(),
        )
        if found.settings.ambiguous_width == 2:
            from recall.render.cells import draw_ambiguous_wide

            draw_ambiguous_wide()
        return found

    @contextmanager
    def store(self, *, create: bool = True) -> "Iterator[Store]":
        """The open store; a backup made by an upgrade is mentioned."""
        store = self.workspace.open_store(create=create)
        try:
            if store.upgraded and store.upgraded.backup:
                click.echo(
                    f"The store was upgraded; a backup is at {store.upgraded.backup}", err=True
                )
            yield store
        finally:
            store.close()

    @contextmanager
    def desk(self, *, lang: str | None = None, compile_first: bool = True) -> "Iterator[Desk]":
        """The learner's desk over an up-to-date collection.

        Where the decks are unchanged and the store is a file, it is opened when it is needed.
        """
        from recall.app.reviewing import Desk
        from recall.cli.output import tell_compiled, tell_untranslated

        with ExitStack() as stack:

            def open_store() -> "Store":
                # What only looks at the journal makes no store where there is none.
                return stack.enter_context(self.store(create=compile_first))

            if compile_first and self._is_fresh():
                desk = Desk(self.workspace, lang=lang, open_store=open_store)
            else:
                desk = Desk(self.workspace, open_store(), lang=lang)
                if compile_first:
                    tell_compiled(desk.refresh())
            tell_untranslated(desk.untranslated())
            yield desk

    def _is_fresh(self) -> bool:
        """True if the file of the store says that no deck changed since the last compile."""
        from recall.app.freshness import is_fresh
        from recall.store.quick import deck_files

        path = self.workspace.store_path
        files = None if path is None else deck_files(path)
        return files is not None and is_fresh(self.workspace.roots, files)


def user_config() -> Path:
    """The user's own settings file, where the system keeps such files."""
    return Path(click.get_app_dir("recall"), "config.toml")


pass_context = click.make_pass_decorator(Context)
