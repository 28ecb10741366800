"""Deck Markdown on a terminal and as HTML, with math in both."""
