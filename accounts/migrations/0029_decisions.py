from django.db import migrations


class Migration(migrations.Migration):
    """Warnings become decisions, in the same table: processes of the version before go on."""

    dependencies = [("accounts", "0028_shows_read")]

    operations = [
        migrations.AlterModelTable(name="warning", table="accounts_warning"),
        migrations.RenameModel("Warning", "Decision"),
    ]
