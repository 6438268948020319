from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0043_conditions")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="time_outs",
            field=models.CharField(
                choices=[("", "any number"), ("2", "2"), ("5", "5"), ("10", "10"), ("20", "20")],
                db_default="",
                default="",
                max_length=2,
                verbose_name="time-outs in a hundred questions at most",
            ),
        ),
    ]
