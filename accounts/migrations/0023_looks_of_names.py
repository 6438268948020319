"""What each name looks like; of names that look alike all but the oldest have a mark."""

from django.db import migrations, models

from accounts.names.skeletons import skeleton


def looks_note(apps, schema_editor):
    """Note the look of each name. Nobody loses theirs."""
    User = apps.get_model("accounts", "User")
    seen, several = set(), []
    for user in User.objects.only("pk", "username").order_by("pk").iterator(chunk_size=2_000):
        look = skeleton(user.username)
        user.look = f"{look}#{user.pk}" if look in seen else look
        seen.add(look)
        several.append(user)
        if len(several) == 2_000:
            User.objects.bulk_update(several, ["look"])
            several = []
    User.objects.bulk_update(several, ["look"])


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0022_message_counts_once"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptName",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="user",
            name="look",
            field=models.TextField(db_default="", default="", editable=False),
        ),
        migrations.RunPython(looks_note, migrations.RunPython.noop),
    ]
