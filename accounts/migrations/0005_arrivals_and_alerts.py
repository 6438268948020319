import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_warned'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='arrival',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AlterField(
            model_name='mail',
            name='kind',
            field=models.CharField(choices=[('turn', 'it is your turn'), ('digest', "what is waiting for you"), ('invitation', 'invitation'), ('started', "a game has begun"), ('finished', "a game is over"), ('absent', 'a bot plays for you'), ('moderation', "something is waiting for the moderators")], max_length=12),
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
    ]
