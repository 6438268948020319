"""Computer players of every game, from the contract alone."""
