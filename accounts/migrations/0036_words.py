"""The labels of fields in plainer words: the database stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0035_palettes"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="staffentry",
            options={
                "ordering": ["-pk"],
                "verbose_name": "entry in the staff log",
                "verbose_name_plural": "staff log",
            },
        ),
        migrations.AlterField(
            model_name="announcement",
            name="signed_in_only",
            field=models.BooleanField(
                default=False, verbose_name="only to people who are signed in"
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="rule",
            field=models.CharField(
                choices=[
                    ("time", "Every turn comes to an end"),
                    ("to-win", "Everybody plays for themselves"),
                    ("words", "Be kind"),
                    ("secrets", "What is secret stays secret"),
                    ("moderators", "Something else"),
                ],
                db_default="moderators",
                default="moderators",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="channel",
            field=models.CharField(
                choices=[
                    ("mail", "email"),
                    ("push", "notice on a device"),
                    ("webhook", "message to a webhook"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="staffentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("looked", "looked"),
                    ("sent", "sent a form"),
                    ("changed", "changed"),
                    ("kept_out", "was refused entry"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="chat_news",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="tell me on devices and by webhook what is said at my tables; also by email if it mentions me (@Name)",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="hooks",
            field=models.CharField(
                choices=[
                    ("turn", "each time it is my turn"),
                    ("quiet", "once for all tables, after a while"),
                    ("digest", "one digest a day"),
                    ("off", "none"),
                ],
                default="turn",
                max_length=6,
                verbose_name="messages to a webhook",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="plan_news",
            field=models.BooleanField(
                db_default=True, default=True, verbose_name="tell me when a plan of mine is dropped"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="shows_here",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="show on the front page that I am here, to people who have an account",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="shows_read",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="show how far I have read chats to people who show it too, and show me how far they have read",
            ),
        ),
    ]
