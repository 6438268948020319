"""Until when an account waits for its address to be confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0025_sessions_end_whole")]

    operations = [
        migrations.AddField("user", "confirm_by", models.DateTimeField(null=True, blank=True)),
    ]
