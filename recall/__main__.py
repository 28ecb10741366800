"""`python -m recall`."""

from recall.cli.main import run

run()
