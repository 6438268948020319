"""Forms of tables: to open one, to change it, to find some."""
