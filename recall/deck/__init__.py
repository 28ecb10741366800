"""Deck files: Markdown with source positions, notes and their parts, folders, translations."""
