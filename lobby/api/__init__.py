"""The JSON API of games and open tables."""
