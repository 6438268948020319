"""What becomes of an open table: seats, colours, invitations, changed terms, offers."""
