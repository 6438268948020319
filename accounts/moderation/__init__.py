"""Reports, what moderators do about them, and the record of it."""
