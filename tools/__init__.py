"""What only developers run, and the pieces that their tests share with it."""
