"""One socket for each page and each program.

`connection` is the ASGI application of one of them. What it is about are its topics, which the apps
bring and `config.asgi` puts together. `groups` is how all topics of a process hear of changes,
`limits` what a connection may not do.
"""
