"""What the operators do for all at once: stopping the site, announcements, planned work."""
