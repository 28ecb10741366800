"""Exporters: one file or folder each and one tuple that lists them."""
