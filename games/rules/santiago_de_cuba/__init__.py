"""Santiago de Cuba. Start with RULES.md, then rules.py."""

from games.rules.santiago_de_cuba.rules import SantiagoDeCuba

rules = SantiagoDeCuba()
