"""The log of what staff look at and change. The database refuses to change or delete its rows."""

from django.db import migrations, models

STAYS = """
    create function accounts_staffentry_stays() returns trigger language plpgsql as $$
    begin
        raise exception 'the log of staff is only ever added to';
    end $$;
    create trigger accounts_staffentry_stays before update or delete on accounts_staffentry
        for each row execute function accounts_staffentry_stays();

    create function accounts_staffentry_changed() returns trigger language plpgsql as $$
    begin
        insert into accounts_staffentry
            (kind, staff_id, staff_name, page, object_id, details, at)
        select 'changed', u.id, left(u.username, 60), left(coalesce(t.app_label || '_' || t.model, ''), 100),
            left(coalesce(new.object_id, ''), 100),
            left(new.object_repr || ' ' || new.change_message, 2000), now()
        from accounts_user u
        left join django_content_type t on t.id = new.content_type_id
        where u.id = new.user_id;
        return null;
    end $$;
    create trigger accounts_staffentry_changed after insert on django_admin_log
        for each row execute function accounts_staffentry_changed();
"""

STAYS_NO_MORE = """
    drop trigger accounts_staffentry_changed on django_admin_log;
    drop function accounts_staffentry_changed;
    drop trigger accounts_staffentry_stays on accounts_staffentry;
    drop function accounts_staffentry_stays;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_announcements"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("looked", "looked"), ("sent", "sent a form"), ("changed", "changed"), ("kept_out", "was kept out")], max_length=10, verbose_name="kind")),
                ("staff_id", models.BigIntegerField()),
                ("staff_name", models.CharField(max_length=60, verbose_name="staff")),
                ("page", models.CharField(max_length=100, verbose_name="page")),
                ("object_id", models.CharField(blank=True, max_length=100, verbose_name="of what")),
                ("details", models.TextField(blank=True, verbose_name="details")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="time")),
            ],
            options={
                "verbose_name": "entry of the log of staff",
                "verbose_name_plural": "log of staff",
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["staff_id"], name="staff_entry_who")],
            },
        ),
        migrations.RunSQL(STAYS, STAYS_NO_MORE),
    ]
