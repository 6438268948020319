"""From a stored table to the change to be written, by its rules: no database, no clock."""
