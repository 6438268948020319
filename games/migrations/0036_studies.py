import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Lines become studies, in the same table: processes of the version before go on."""

    dependencies = [("games", "0035_kept_days")]

    operations = [
        migrations.AlterModelTable(name="line", table="games_line"),
        migrations.RenameModel("Line", "Study"),
        migrations.AlterModelOptions(name="study", options={"verbose_name_plural": "studies"}),
        migrations.AlterField(
            model_name="study",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="studies",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="note",
            field=models.CharField(blank=True, db_column="note", max_length=500),
        ),
        migrations.RenameField(model_name="study", old_name="note", new_name="name"),
        migrations.AddField(
            model_name="study", name="shown", field=models.PositiveSmallIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="study",
            name="key",
            field=models.CharField(max_length=16, null=True, unique=True),
        ),
        migrations.AlterField(
            model_name="study",
            name="kept_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
