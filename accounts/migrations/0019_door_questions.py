"""Other sites to sign in with are asked by the worker."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_letters")]

    operations = [
        migrations.CreateModel(
            name="DoorQuestion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked", models.JSONField()),
                ("answer", models.JSONField(null=True)),
                ("is_taken", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField()),
            ],
        ),
    ]
