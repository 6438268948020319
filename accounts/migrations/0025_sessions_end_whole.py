"""What was added in a session ends with it, by whatever statement it ends.

A device ends with its session, as does the line that lists it, or with the password under which
the session was opened. See docs/topics/outliving.md.
"""

from django.db import migrations, models

END = """
    create function accounts_session_ended() returns trigger language plpgsql as $$
    begin
        delete from accounts_device where session_key = old.session_key;
        delete from usersessions_usersession where session_key = old.session_key;
        return null;
    end $$;

    create function accounts_password_ended() returns trigger language plpgsql as $$
    begin -- whoever chooses it stays signed in, and says in which session
        delete from accounts_device where user_id = new.id
            and session_key is distinct from nullif(current_setting('sobremesa.session', true), '');
        return null;
    end $$;

    create trigger all_gone after delete on django_session
        for each row execute function accounts_session_ended();
    create trigger devices_gone after update of password on accounts_user
        for each row when (old.password is distinct from new.password)
        execute function accounts_password_ended();
"""

END_NOT = """
    drop trigger all_gone on django_session;
    drop trigger devices_gone on accounts_user;
    drop function accounts_session_ended;
    drop function accounts_password_ended;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0024_no_two_look_alike"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "device",
            "session_key",
            models.CharField(max_length=40, blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddIndex(
            "device", models.Index(fields=["session_key"], name="device_of_session")
        ),
        migrations.AddField("feed", "used_at", models.DateTimeField(null=True, blank=True)),
        migrations.RunSQL(END, END_NOT),
    ]
