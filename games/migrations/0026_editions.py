"""Tables of Port Royal say which edition they play: the one that their position was begun with.

Whoever opened a table that has not begun yet agreed to the rules as they are now.
"""

from django.db import migrations

NAME_EDITIONS = """
    update games_table set options = options || jsonb_build_object('edition', coalesce(
        (position #>> '{state,options,edition}')::int,
        (position #>> '{state,edition}')::int,
        case when (position ->> 'version')::int = 1 then 1 else 2 end
    ))
    where game = 'port_royal' and not options ? 'edition'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0025_advice")]

    operations = [migrations.RunSQL(NAME_EDITIONS, migrations.RunSQL.noop)]
