"""What the requests of all apps go through. Knows no app."""
