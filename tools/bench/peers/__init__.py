"""Comparison with boardgame.io, if node is installed: a small server and client for it."""
