"""Spaced repetition for people who want to understand frontier LLM technical reports."""

__version__ = "0.1.0"
