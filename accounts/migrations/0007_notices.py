import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PACES = [('turn', 'each time it is my turn'), ('quiet', 'once for all tables, after a while'), ('digest', 'one digest a day'), ('off', 'none')]

OWED_BEFORE = """
    update accounts_notice n set facts = jsonb_build_object('host', u.username)
    from games_table t join accounts_user u on u.id = t.host_id
    where n.table_id = t.id and n.kind = 'invitation';
    update accounts_notice set status = 'dropped'
    where status = 'owed' and (kind = 'moderation' or kind = 'invitation' and not facts ? 'host');
    update accounts_notice n set place = split_part(n.key, ' ', 3)::int
    where status = 'owed' and kind in ('turn', 'absent');
    do $$ begin
        if to_regclass('procrastinate_jobs') is not null then
            delete from procrastinate_jobs where status = 'todo' and task_name in (
                'accounts.mail_send', 'accounts.forget_mails', 'games.turn_waiting', 'games.notice_turns'
            );
        end if;
    end $$;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_guests_and_friends'),
        ('games', '0013_history_by_index'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='mail', name='mail_sent_at'),
        migrations.RemoveIndex(model_name='mail', name='mail_newest'),
        migrations.RenameModel('Mail', 'Notice'),
        migrations.AddField('notice', 'place', models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField('notice', 'facts', models.JSONField(default=dict)),
        migrations.AddField('notice', 'channel', models.CharField(choices=[('mail', 'email'), ('push', 'notice on a device'), ('webhook', 'message to an address of one’s own')], default='mail', max_length=8), preserve_default=False),
        migrations.AddField('notice', 'due_at', models.DateTimeField(null=True)),
        migrations.AddField('notice', 'next_at', models.DateTimeField(null=True)),
        migrations.RunSQL('update accounts_notice set due_at = owed_at, next_at = owed_at', migrations.RunSQL.noop),
        migrations.RunSQL(OWED_BEFORE, migrations.RunSQL.noop),
        migrations.RunSQL('set constraints all immediate', migrations.RunSQL.noop),
        migrations.AlterField('notice', 'due_at', models.DateTimeField()),
        migrations.AlterField('notice', 'next_at', models.DateTimeField()),
        migrations.AlterField('notice', 'owed_at', models.DateTimeField()),
        migrations.AlterField('notice', 'user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to=settings.AUTH_USER_MODEL)),
        migrations.AlterField('notice', 'key', models.CharField(max_length=120)),
        migrations.AlterField('notice', 'address', models.CharField(max_length=254)),
        migrations.AlterField('notice', 'subject', models.CharField(blank=True, max_length=200)),
        migrations.AlterField('notice', 'text', models.TextField(blank=True)),
        migrations.AlterField('notice', 'page', models.TextField(blank=True)),
        migrations.AlterField('notice', 'status', models.CharField(choices=[('owed', 'owed'), ('sent', 'sent'), ('dropped', 'not needed any more'), ('failed', 'refused for good')], default='owed', max_length=8)),
        migrations.AddIndex('notice', models.Index(fields=['-owed_at'], name='notice_newest')),
        migrations.AddIndex('notice', models.Index(condition=models.Q(('status', 'owed')), fields=['channel', 'next_at'], name='notice_next')),
        migrations.AddConstraint('notice', models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='notice_sent_at')),
        migrations.AddConstraint('notice', models.UniqueConstraint(fields=('user', 'channel', 'key'), name='notice_once')),
        migrations.AlterField('user', 'mails', models.CharField(choices=PACES, default='turn', max_length=6, verbose_name='emails')),
        migrations.AddField('user', 'pushes', models.CharField(choices=PACES, default='turn', max_length=6, verbose_name='notices on devices')),
        migrations.AddField('user', 'hooks', models.CharField(choices=PACES, default='turn', max_length=6, verbose_name='messages to an address of your own')),
        migrations.AddField('user', 'quiet_minutes', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)], verbose_name='minutes, if once for all tables')),
        migrations.AddField('user', 'daily_hour', models.PositiveSmallIntegerField(default=8, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='Hour, if one digest a day')),
        migrations.AddConstraint('user', models.CheckConstraint(condition=models.Q(('daily_hour__lte', 23)), name='user_hour_of_a_day')),
        migrations.CreateModel(
            name='Seen',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('key', models.CharField(max_length=90)),
                ('secret', models.CharField(max_length=30)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['-made_at', '-pk']},
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('url', models.CharField(max_length=250)),
                ('secret', models.CharField(max_length=60)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('problem', models.CharField(blank=True, max_length=200)),
                ('off', models.BooleanField(default=False)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('secret', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name='TablePace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(max_length=6)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='paces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'table'), name='pace_once_per_table')],
            },
        ),
    ]
