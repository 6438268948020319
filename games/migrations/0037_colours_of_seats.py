from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Seats that were there before have no colour of their own: theirs come by place, as before."""

    dependencies = [("games", "0036_studies")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="colour",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                name="seat_one_per_colour", fields=["table", "colour"], condition=~Q(colour="")
            ),
        ),
    ]
