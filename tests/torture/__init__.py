"""Whatever dies, nothing is lost: clients that play while a harness kills, drops, delays."""
