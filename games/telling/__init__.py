"""What a viewer may know of a table, and in which words."""
