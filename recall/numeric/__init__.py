"""Numeric problems: typed numbers, units, formulas, variants, grading."""
