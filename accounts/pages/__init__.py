"""Pages on which people act on their account and see others."""
