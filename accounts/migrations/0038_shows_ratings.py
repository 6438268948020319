from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0037_archives")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="shows_ratings",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="show my ratings to others, and me among the best",
            ),
        ),
    ]
