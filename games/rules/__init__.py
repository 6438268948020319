"""The rules of the games: pure Python, no Django below this line. Start with README.md."""
