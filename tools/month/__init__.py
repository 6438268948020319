"""A simulated month: the time is an argument, everything else is real."""
