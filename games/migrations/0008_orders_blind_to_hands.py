"""Guatemala Café no longer knows the order that looked at the hand; who gave it is asked again."""

from django.db import migrations

ASKED_AGAIN = """
    update games_seat s set orders = null from games_table t
    where t.id = s.table_id and t.game = 'guatemala_cafe'
    and s.orders ->> 'auto_decline' = 'cannot'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0007_stand_ins")]

    operations = [migrations.RunSQL(ASKED_AGAIN, migrations.RunSQL.noop)]
