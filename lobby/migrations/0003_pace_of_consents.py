"""What somebody had agreed to, in the words of the terms as they are now."""

from django.db import migrations

CARRY_OVER = """
    update lobby_consent set before = before - 'days_per_move' || jsonb_build_object(
        'pace', case when jsonb_typeof(before -> 'days_per_move') = 'number'
            then 'answer' else 'none' end,
        'pace_start', case when jsonb_typeof(before -> 'days_per_move') = 'number'
            then (before ->> 'days_per_move')::int * 1440 else 0 end,
        'pace_increment', 0, 'pace_cap', 0, 'most_protected', 0)
    where before ? 'days_per_move'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0016_clocks"), ("lobby", "0002_letters_and_consents")]

    operations = [migrations.RunSQL(CARRY_OVER, migrations.RunSQL.noop)]
