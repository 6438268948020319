"""Who loses a seat or the sight of a table is told to all who watch it, in the same transaction.

The triggers follow columns that no move stores, so a move costs nothing. See docs/topics/push.md.
"""

from django.db import migrations

TELL = """
    create function games_rights_lost() returns trigger language plpgsql as $$
    declare
        id bigint := case tg_table_name when 'games_table' then old.id
            else (to_jsonb(old) ->> 'table_id')::bigint end;
        heard text := 'table.' || id;
    begin
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'table.rights', 'group', heard, 'table', id));
        return null;
    end $$;

    create trigger rights_lost after update of user_id, table_id on games_seat
        for each row when (
            old.user_id is not null
            and (old.user_id, old.table_id) is distinct from (new.user_id, new.table_id)
        ) execute function games_rights_lost();
    create trigger rights_gone after delete on games_seat
        for each row when (old.user_id is not null) execute function games_rights_lost();
    create trigger rights_lost after update of private, friends_watch, host_id on games_table
        for each row when (
            (old.private, old.friends_watch, old.host_id)
            is distinct from (new.private, new.friends_watch, new.host_id)
        ) execute function games_rights_lost();
"""

TELL_NO_MORE = """
    drop trigger rights_lost on games_seat;
    drop trigger rights_gone on games_seat;
    drop trigger rights_lost on games_table;
    drop function games_rights_lost;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0021_news_by_index")]

    operations = [migrations.RunSQL(TELL, TELL_NO_MORE)]
