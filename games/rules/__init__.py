"""The only judge of every move: pure Python. Start with README.md."""
