"""Open tables. Squashed: a new database is made by it at once."""

import django.db.models.deletion
import games.models.tables
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ('lobby', '0001_initial'),
        ('lobby', '0002_letters_and_consents'),
        ('lobby', '0003_pace_of_consents'),
        ('lobby', '0004_taken'),
        ('lobby', '0005_sent_by_index'),
        ('lobby', '0006_letters_due'),
        ('lobby', '0007_words'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('accounts', '0001_initial'),
        ('games', '0006_squashed_0039_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('expired', 'Nobody came for a long time, so the table was cancelled.'), ('closed', 'The host has cancelled the table.'), ('declined', 'The invitation was declined.'), ('removed', 'The host has removed you from the table.'), ('changed', 'The host has changed the table: check whether you agree.'), ('host', 'The host has left: you are the host now.'), ('taken', 'Your time had run out, and somebody has taken over your seat.')], max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('sent', 'sent'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('removed', 'removed')], default='sent', max_length=10)),
                ('sent_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['sent_at'],
                'constraints': [models.UniqueConstraint(fields=('table', 'user'), name='invitation_once_per_table')],
                'indexes': [models.Index(condition=models.Q(('status', 'sent')), fields=['user'], name='invitation_sent')],
            },
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.JSONField()),
                ('at', models.DateTimeField(auto_now=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'user'), name='consent_once_per_seat')],
            },
        ),
        migrations.CreateModel(
            name='MailedInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(blank=True, max_length=254)),
                ('digest', models.CharField(max_length=64)),
                ('token', models.CharField(default=games.models.tables.invitation_token, max_length=32, unique=True)),
                ('language', models.CharField(max_length=10)),
                ('status', models.CharField(choices=[('sent', 'sent'), ('accepted', 'accepted'), ('withdrawn', 'withdrawn')], default='sent', max_length=10)),
                ('sent_at', models.DateTimeField(auto_now_add=True)),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mailed', to='games.table')),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('next_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['sent_at'],
                'indexes': [models.Index(fields=['digest', '-sent_at'], name='mailed_to_address'), models.Index(fields=['host', '-sent_at'], name='mailed_by_host'), models.Index(condition=models.Q(('next_at__isnull', False)), fields=['next_at'], name='mailed_due')],
                'constraints': [models.UniqueConstraint(fields=('table', 'digest'), name='mailed_once_per_table')],
            },
        ),
    ]
