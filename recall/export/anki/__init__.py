"""Anki packages: every card type as a note that Anki can update without losing progress."""

from recall.export.anki.exporter import Comparison, ExportReport, NothingToExport, export_anki
from recall.export.anki.package import CannotWrite, ForeignFile

__all__ = [
    "CannotWrite",
    "Comparison",
    "ExportReport",
    "ForeignFile",
    "NothingToExport",
    "export_anki",
]
