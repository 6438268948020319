"""Pier, a small game that shows the shape of all the others. Read this one first."""

from games.rules.pier.rules import Pier

rules = Pier()
