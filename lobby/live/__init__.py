"""What open pages of the lobby hear of over their sockets."""
