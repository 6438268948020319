"""Bots for good were given the seat's last bot, which plays at random; the stand-in takes over."""

from django.db import migrations

STAND_IN = """
    update games_seat s set bot = 'greedy' from games_table t
    where t.id = s.table_id and t.status = 'playing' and s.user_id is null and s.bot = 'random'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0006_tenures")]

    operations = [migrations.RunSQL(STAND_IN, migrations.RunSQL.noop)]
