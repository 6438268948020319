"""Pages of the lobby: what visitors, players and hosts see of tables."""
