"""Whoever loses a right is told to the sockets of all processes, by whatever statement it is taken.

Triggers, since rights are taken by allauth, by the administration and by hand, too. They follow the
rows' own columns, so what is stored with every move costs nothing. See docs/topics/push.md.
"""

from django.db import migrations

TELL = """
    create function accounts_rights_lost() returns trigger language plpgsql as $$
    declare heard text;
    begin -- the arguments are the columns that name users
        for i in 0 .. tg_nargs - 1 loop
            heard := 'rights.' || (to_jsonb(old) ->> tg_argv[i]);
            perform pg_notify('sobremesa', heard || ' '
                || jsonb_build_object('type', 'rights.lost', 'group', heard));
        end loop;
        return null;
    end $$;

    create function accounts_session_lost() returns trigger language plpgsql as $$
    declare heard text;
    begin -- its key is a secret, even now
        heard := 'rights.' || encode(sha256(convert_to(old.session_key, 'UTF8')), 'hex');
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'rights.lost', 'group', heard));
        return null;
    end $$;

    create function accounts_group_lost() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'rights.lost', 'group', heard))
        from (
            select 'rights.' || m.user_id as heard
            from accounts_user_groups m where m.group_id = old.group_id
        ) members;
        return null;
    end $$;

    create trigger rights_lost after update of
        password, is_active, suspended_until, is_staff, is_superuser on accounts_user
        for each row when (
            (old.password, old.is_active, old.suspended_until, old.is_staff, old.is_superuser)
            is distinct from
            (new.password, new.is_active, new.suspended_until, new.is_staff, new.is_superuser)
        ) execute function accounts_rights_lost('id');
    create trigger rights_gone after delete on accounts_user
        for each row execute function accounts_rights_lost('id');
    create trigger rights_gone after delete on accounts_token
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on accounts_friendship
        for each row execute function accounts_rights_lost('user_id', 'friend_id');
    create trigger rights_gone after delete on accounts_user_groups
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on accounts_user_user_permissions
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on auth_group_permissions
        for each row execute function accounts_group_lost();
    create trigger rights_lost after update of expire_date on django_session
        for each row when (new.expire_date < old.expire_date)
        execute function accounts_session_lost();
    create trigger rights_gone after delete on django_session
        for each row execute function accounts_session_lost();
"""

TELL_NO_MORE = """
    drop trigger rights_lost on accounts_user;
    drop trigger rights_gone on accounts_user;
    drop trigger rights_gone on accounts_token;
    drop trigger rights_gone on accounts_friendship;
    drop trigger rights_gone on accounts_user_groups;
    drop trigger rights_gone on accounts_user_user_permissions;
    drop trigger rights_gone on auth_group_permissions;
    drop trigger rights_lost on django_session;
    drop trigger rights_gone on django_session;
    drop function accounts_rights_lost;
    drop function accounts_session_lost;
    drop function accounts_group_lost;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_notices_found_at_once"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunSQL(TELL, TELL_NO_MORE)]
