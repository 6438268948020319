"""What is agreed on when a table is opened: its terms, options and paces, and their words."""
