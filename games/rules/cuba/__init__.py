"""Cuba: five characters a round, a plantation, a harbour and a parliament. Start with RULES.md."""

from games.rules.cuba.rules import Cuba

rules = Cuba()
