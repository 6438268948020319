"""People: who they are, what they may, and to whom they are friends."""
