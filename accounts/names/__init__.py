"""Names of users: which are allowed, and which look alike."""
