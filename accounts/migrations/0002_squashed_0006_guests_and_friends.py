"""Users and moderation, as tables know them. Squashed: a new database is made by it at once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ACTS_STAY = """
    create function accounts_act_stays() returns trigger language plpgsql as $$
    begin
        raise exception 'the log of moderation is only ever added to';
    end $$;
    create trigger accounts_act_stays before update or delete on accounts_act
        for each row execute function accounts_act_stays();
"""
ACTS_STAY_NO_MORE = """
    drop trigger accounts_act_stays on accounts_act;
    drop function accounts_act_stays;
"""


class Migration(migrations.Migration):
    replaces = [
        ('accounts', '0002_mails'),
        ('accounts', '0003_people_and_order'),
        ('accounts', '0004_warned'),
        ('accounts', '0005_arrivals_and_alerts'),
        ('accounts', '0006_guests_and_friends'),
    ]

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_squashed_0005_deadline_of_entries'),
    ]

    operations = [
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'it is your turn'), ('digest', 'what is waiting for you'), ('invitation', 'invitation'), ('started', 'a game has begun'), ('finished', 'a game is over'), ('absent', 'a bot plays for you'), ('moderation', 'something is waiting for the moderators')], max_length=12)),
                ('key', models.CharField(max_length=120, unique=True)),
                ('address', models.EmailField(max_length=254)),
                ('subject', models.CharField(max_length=200)),
                ('text', models.TextField()),
                ('page', models.TextField()),
                ('status', models.CharField(choices=[('owed', 'owed'), ('sent', 'sent'), ('dropped', 'not needed any more'), ('failed', 'refused by the mail server')], default='owed', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('owed_at', models.DateTimeField(auto_now_add=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='letters', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-owed_at', '-pk'],
                'indexes': [models.Index(fields=['-owed_at'], name='mail_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='mail_sent_at')],
            },
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warn', 'warned'), ('mute', 'muted'), ('unmute', 'unmuted'), ('suspend', 'suspended'), ('readmit', 'readmitted'), ('hide', 'hid a message'), ('replace', 'handed over a seat'), ('freeze', 'stopped a table'), ('thaw', 'let a table go on'), ('close', 'closed a table'), ('correct', 'took back moves'), ('settle', 'settled a report'), ('dismiss', 'dismissed a report')], max_length=10)),
                ('moderator_id', models.BigIntegerField()),
                ('moderator_name', models.CharField(max_length=60)),
                ('user_id', models.BigIntegerField(null=True)),
                ('user_name', models.CharField(blank=True, max_length=60)),
                ('table_id', models.BigIntegerField(null=True)),
                ('report_id', models.BigIntegerField(null=True)),
                ('why', models.TextField()),
                ('details', models.JSONField(default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'act of moderation',
                'verbose_name_plural': 'acts of moderation',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['user_id'], name='act_user'), models.Index(fields=['table_id'], name='act_table')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('hidden', models.BooleanField(default=False, verbose_name='hidden')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.table')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['table', 'id'], name='message_table'), models.Index(fields=['user', '-at'], name='message_user_newest')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('quoted', models.CharField(blank=True, max_length=600)),
                ('text', models.TextField(max_length=2000, verbose_name='what happened')),
                ('status', models.CharField(choices=[('open', 'open'), ('settled', 'settled'), ('dismissed', 'dismissed')], default='open', max_length=10, verbose_name='status')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='accounts.message')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.table')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['-at'],
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['at'], name='report_open_oldest')],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Warning',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='warnings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at'],
            },
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(max_length=80)),
                ('at', models.DateTimeField()),
                ('moderator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='alerts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['moderator', '-at'], name='alert_latest')],
                'constraints': [models.UniqueConstraint(fields=('moderator', 'about'), name='alert_once_each')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('friend', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'friend'), name='friendship_once'), models.CheckConstraint(condition=models.Q(('user', models.F('friend')), _negated=True), name='friendship_of_two')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='refused_address',
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AddField(
            model_name='user',
            name='refused_because',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='user',
            name='blocked',
            field=models.ManyToManyField(blank=True, related_name='blocked_by', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_until',
            field=models.DateTimeField(blank=True, null=True, verbose_name='muted until'),
        ),
        migrations.AddField(
            model_name='user',
            name='suspended_because',
            field=models.CharField(blank=True, max_length=2000),
        ),
        migrations.AddField(
            model_name='user',
            name='suspended_until',
            field=models.DateTimeField(blank=True, null=True, verbose_name='suspended until'),
        ),
        migrations.AddField(
            model_name='user',
            name='warned',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='user',
            name='arrival',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='user',
            name='is_guest',
            field=models.BooleanField(default=False, verbose_name='guest'),
        ),
        migrations.AddField(
            model_name='user',
            name='friendships',
            field=models.ManyToManyField(blank=True, related_name='befriended_by', through='accounts.Friendship', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_guest', False), models.Q(('email', ''), ('is_staff', False), ('is_superuser', False)), _connector='OR'), name='user_guest_has_no_rights'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['last_login'], name='user_guest_latest'),
        ),
        migrations.RunSQL(ACTS_STAY, ACTS_STAY_NO_MORE),
    ]
