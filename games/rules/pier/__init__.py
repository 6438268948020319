"""Pier, the toy game that uses everything the contract has. Read this one first."""

from games.rules.pier.rules import Pier

rules = Pier()
