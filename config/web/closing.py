"""The codes with which sockets are closed, after the HTTP statuses."""

BAD_REQUEST, UNAUTHORIZED, NOT_FOUND = 4400, 4401, 4404
TOO_MANY, FAILED, TRY_LATER = 4429, 4500, 4503
