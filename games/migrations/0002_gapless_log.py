"""The log's numbers are gapless: each entry but the first refers to the one before it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunSQL(
            sql="""
                alter table games_logentry
                    add column previous integer generated always as (nullif(number - 1, 0)) stored,
                    add constraint entry_numbers_gapless foreign key (table_id, previous)
                        references games_logentry (table_id, number)
                        deferrable initially deferred;
                alter table games_table
                    add constraint table_position_is_of_number check (
                        position is null or (position ->> 'number')::int = number
                    );
            """,
            reverse_sql="""
                alter table games_table drop constraint table_position_is_of_number;
                alter table games_logentry drop column previous cascade;
            """,
        )
    ]
