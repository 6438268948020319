"""What a seat may take back stands in the seat; for tables in play it is read from their logs."""

from django.db import migrations, models

FROM_THE_LOG = """
    update games_seat s set undoable = found.number, undoable_until = found.until
    from (
        select seat.id, move.number,
            case when t.days_per_move is not null
                then coalesce(move.deadline, move.at + t.days_per_move * interval '24 hours')
            end as until
        from games_table t join games_seat seat on seat.table_id = t.id
        cross join lateral (
            select max(l.number) as number from games_logentry l
            where l.table_id = t.id and l.number >= t.snapshot_number and l.barrier
        ) barrier
        cross join lateral (
            select l.number, l.deadline, l.at from games_logentry l
            where l.table_id = t.id and l.number > barrier.number and l.place = seat.place
                and l.kind = 'move' and not l.undone
            order by l.number desc limit 1
        ) move
        where t.status = 'playing'
    ) found
    where found.id = s.id
"""
"""The log is read from the latest snapshot on, which is never far; finished tables not at all."""


class Migration(migrations.Migration):
    dependencies = [("games", "0008_orders_blind_to_hands")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="undoable",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="undoable_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunSQL(FROM_THE_LOG, migrations.RunSQL.noop),
    ]
