"""What operators want counted of notices, in SQL, whenever somebody asks for figures."""

from __future__ import annotations

from config.sight.stored import StoredGauge

_LANES = "unnest(array['mail', 'push', 'webhook']) as c(channel)"
_OWED = "from accounts_notice n where n.status = 'owed' and n.channel = c.channel"

OWED = StoredGauge(
    "sobremesa_outbox",
    "Notices that are owed, by channel.",
    ("channel",),
    f"select c.channel, (select count(*) {_OWED}) from {_LANES}",  # noqa: S608 - our own
)
OLDEST = StoredGauge(
    "sobremesa_outbox_oldest_seconds",
    "For how long the first of the notices has been due for an attempt.",
    ("channel",),
    f"""
    select c.channel, greatest(0, coalesce(extract(epoch from now() - (
        select min(n.next_at) {_OWED} and n.next_at <= now()
    )), 0)) from {_LANES}
    """,  # noqa: S608 - our own
)

COUNTED = (OWED, OLDEST)
