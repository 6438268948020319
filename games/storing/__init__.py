"""Tables as they are stored: each read in one statement, and changed in one."""
