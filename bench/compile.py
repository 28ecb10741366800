"""Compiling 10,000 generated mixed notes in 100 files, beside bare Markdown parsers.

    pip install 'recall-srs[bench]'        # and ankiops, for a line of its own
    python -m bench.compile [notes]

Prints seconds, notes per second, and the ratio to markdown-it-py parsing the same text. A cold
compile reads, parses, links, proves and stores everything; then nothing has changed; then one file.
The last lines are whole runs of the program, beside one on an empty workspace.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import mistune
from markdown_it import MarkdownIt

from bench.ankiops import ankiops, is_installed
from bench.make_decks import make_decks
from recall.app.compiling import compile_decks
from recall.app.workspace import find_workspace

FILES = 100


def seconds(run: Callable[[], object]) -> float:
    """How long it takes, once."""
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def compiled(home: Path) -> Callable[[], object]:
    """A compile of the workspace in a folder."""

    def run() -> None:
        workspace = find_workspace(cwd=home, environment={"RECALL_ZONE": "UTC"}, folder=str(home))
        store = workspace.open_store()
        try:
            compile_decks(workspace, store)
        finally:
            store.close()

    return run


def program(home: Path) -> float:
    """The best of three runs of `recall compile`, as a person waits for it."""
    command = [sys.executable, "-m", "recall", "--workspace", str(home), "compile"]
    return min(
        seconds(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(3)
    )


def main() -> None:
    """Print the table."""
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        home, empty = Path(folder) / "home", Path(folder) / "empty"
        (empty / "decks").mkdir(parents=True)
        files = make_decks(home / "decks", notes=notes, files=FILES)
        texts = [file.read_text(encoding="utf-8") for file in files]
        bare, html = MarkdownIt().enable("table"), mistune.create_markdown()
        base = seconds(lambda: [bare.parse(text) for text in texts])

        def line(what: str, took: float) -> None:
            print(f"{what:<34} {took:8.2f} s {notes / took:10,.0f} notes/s {took / base:7.2f} x")

        size = sum(len(text.encode()) for text in texts)
        print(f"{notes:,} notes in {FILES} files, {size / 1e6:.1f} MB")
        line("markdown-it-py, parsing only", base)
        line("mistune, to HTML", seconds(lambda: [html(text) for text in texts]))
        if is_installed():
            run = ankiops(texts, Path(folder) / "ankiops")
            assert run() == notes, "AnkiOps read other notes than were written"
            line("AnkiOps, fields to HTML", seconds(run))
        else:
            print("AnkiOps is not installed")
        line("cold compile", seconds(compiled(home)))
        line("nothing changed", seconds(compiled(home)))
        changed = files[FILES // 2]
        changed.write_text(texts[FILES // 2].replace("token", "tokn", 2), encoding="utf-8")
        line("one file changed", seconds(compiled(home)))
        line("markdown-it-py again", seconds(lambda: [bare.parse(text) for text in texts]))
        nothing = program(empty)
        print(f"recall compile, empty workspace    {nothing:8.2f} s")
        print(f"recall compile, nothing changed    {program(home):8.2f} s")


if __name__ == "__main__":
    main()
