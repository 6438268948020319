"""What requests to every app go through. Knows no app."""
