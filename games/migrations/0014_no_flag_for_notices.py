from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [('games', '0013_history_by_index')]

    operations = [migrations.RemoveField('seat', 'noticed')]
