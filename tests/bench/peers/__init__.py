"""boardgame.io beside us, where node is there: a small server and client of ours for it."""
