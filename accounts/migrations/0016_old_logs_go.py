"""The logs of acts and of staff give up entries of more than 90 days; nothing else changes or goes."""

from django.db import migrations


def function(table: str, log: str, condition: str) -> str:
    return f"""
        create or replace function {table}_stays() returns trigger language plpgsql as $$
        begin
            {condition}
            raise exception 'the log of {log} is only ever added to';
        end $$;
    """


OLD = "if tg_op = 'DELETE' and old.at < now() - interval '90 days' then return old; end if;"
LOGS = {"accounts_act": "moderation", "accounts_staffentry": "staff"}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_log_of_staff")]

    operations = [
        migrations.RunSQL(function(table, log, OLD), function(table, log, ""))
        for table, log in LOGS.items()
    ]
