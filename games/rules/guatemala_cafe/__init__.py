"""Guatemala Café; the rule sheet is in RULES.md."""

from games.rules.guatemala_cafe.rules import GuatemalaCafe

rules = GuatemalaCafe()
