"""Measurements: ours and a reference in the same run, printed as ratios."""
