"""Tables watched over sockets, and the moves that come that way."""
