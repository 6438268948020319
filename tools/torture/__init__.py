"""Whatever dies, nothing is lost: clients play while a harness kills, drops and delays."""
