"""From a stored table to the change of it, by its rules. No database, no clock."""
