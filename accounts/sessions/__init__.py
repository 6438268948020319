"""Who is signed in: sessions, their requests and their sockets."""
