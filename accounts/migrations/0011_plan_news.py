from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_kinds_of_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="plan_news",
            field=models.BooleanField(db_default=True, default=True, verbose_name="tell me when a plan of mine can no longer be kept"),
        ),
    ]
