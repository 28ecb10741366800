"""Anki packages: every card type as a note that Anki can update without losing progress."""

from recall.export.anki.exporter import (
    Comparison,
    ExportReport,
    NothingToExport,
    export_anki,
    plain_notes,
)
from recall.export.anki.schedule import Progress
from recall.export.files import CannotWrite, ForeignFile
from recall.export.voices import BOTH

__all__ = [
    "BOTH",
    "CannotWrite",
    "Comparison",
    "ExportReport",
    "ForeignFile",
    "NothingToExport",
    "Progress",
    "export_anki",
    "plain_notes",
]
