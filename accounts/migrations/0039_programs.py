"""Programs with an owner, who are kept out and let in with them, by whatever statement.

A program that was muted or suspended for itself, and for longer than its owner, stays so.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FOLLOW = """
    create function accounts_programs_follow() returns trigger language plpgsql as $$
    begin
        update accounts_user p set
            is_active = new.is_active and (p.is_active or not old.is_active),
            muted_until = case when p.muted_until is distinct from old.muted_until
                then greatest(p.muted_until, new.muted_until) else new.muted_until end,
            suspended_until = case when p.suspended_until is distinct from old.suspended_until
                then greatest(p.suspended_until, new.suspended_until)
                else new.suspended_until end,
            suspended_because = case
                when p.suspended_until is distinct from old.suspended_until
                    and p.suspended_until >= coalesce(new.suspended_until, p.suspended_until)
                then p.suspended_because else new.suspended_because end
        where p.owner_id = new.id;
        return null;
    end $$;
    create trigger programs_follow
        after update of is_active, muted_until, suspended_until, suspended_because
        on accounts_user for each row when (
            (old.is_active, old.muted_until, old.suspended_until, old.suspended_because)
            is distinct from
            (new.is_active, new.muted_until, new.suspended_until, new.suspended_because)
        ) execute function accounts_programs_follow();
"""
FOLLOW_NO_MORE = """
    drop trigger programs_follow on accounts_user;
    drop function accounts_programs_follow;
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0038_shows_ratings")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="programs",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                name="user_program_is_named_one",
                condition=models.Q(owner=None)
                | models.Q(
                    username__regex="-(program|Programm)$",
                    email="",
                    is_guest=False,
                    is_staff=False,
                    is_superuser=False,
                ),
            ),
        ),
        migrations.RunSQL(FOLLOW, FOLLOW_NO_MORE),
    ]
