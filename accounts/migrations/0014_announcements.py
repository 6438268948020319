"""Announcements; whatever changes one is told to all processes, as for times without clocks."""

import django.db.models.deletion
from django.db import migrations, models


TELL = """
    create function accounts_news_changed() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', 'site {"type":"site.changed","group":"site"}');
        return null;
    end $$;
    create trigger changed after insert or update or delete on accounts_announcement
        for each statement execute function accounts_news_changed();
"""
TELL_NO_MORE = """
    drop trigger changed on accounts_announcement;
    drop function accounts_news_changed;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0013_rights_lost'),
        ('games', '0027_halts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('warn', 'warned'), ('mute', 'muted'), ('unmute', 'unmuted'), ('suspend', 'suspended'), ('readmit', 'readmitted'), ('hide', 'hid a message'), ('replace', 'handed over a seat'), ('freeze', 'stopped a table'), ('thaw', 'let a table go on'), ('close', 'closed a table'), ('correct', 'took back moves'), ('settle', 'settled a report'), ('dismiss', 'dismissed a report'), ('stop', 'stopped the site'), ('go_on', 'let the site go on'), ('announce', 'announced something'), ('withdraw', 'withdrew an announcement')], max_length=10),
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text_en', models.TextField(max_length=500, verbose_name='text, English')),
                ('text_de', models.TextField(blank=True, help_text='Empty: as in English.', max_length=500, verbose_name='text, German')),
                ('since', models.DateTimeField(verbose_name='shown from')),
                ('until', models.DateTimeField(verbose_name='shown until')),
                ('signed_in_only', models.BooleanField(default=False, verbose_name='only to who is signed in')),
                ('edition', models.PositiveIntegerField(default=1, editable=False)),
                ('work', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announcement', to='games.outage')),
            ],
            options={
                'verbose_name': 'announcement',
                'verbose_name_plural': 'announcements',
                'ordering': ['-since', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('since__lt', models.F('until'))), name='announcement_in_order')],
            },
        ),
        migrations.RunSQL(TELL, TELL_NO_MORE),
    ]
