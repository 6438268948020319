"""Reports, the acts of moderators, and the log of these acts."""
