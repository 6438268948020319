"""Sessions of people who are signed in, their requests and their sockets."""
