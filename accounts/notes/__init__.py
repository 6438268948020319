"""Private notes about tables and people: writing them, and reading one's own."""
