"""Pier: sealed bids for crates. Read this game first."""

from games.rules.pier.rules import Pier

rules = Pier()
