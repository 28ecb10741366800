"""What the modules import, asked in a fresh interpreter."""

import subprocess
import sys

import pytest


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["day", "fuzz", "steps", "fold", "queue", "done", "scheduler"])
def test_importing_the_package_does_not_import_fsrs(module: str) -> None:
    assert "fsrs" not in loaded_after(f"import recall.scheduling.{module}")


def test_a_scheduler_imports_fsrs_without_its_optimizer() -> None:
    loaded = loaded_after(
        "from recall.model.settings import Settings\n"
        "from recall.scheduling.scheduler import Scheduler\n"
        "from recall.model.memory import NEW\n"
        "from recall.model.rating import Rating\n"
        "Scheduler(Settings()).memory(NEW, Rating.GOOD, elapsed=0)"
    )
    assert "fsrs" in loaded
    assert not loaded & {"torch", "numpy", "pandas"}
