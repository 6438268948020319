"""Starting the site and its tools: packages, Postgres, processes, checks."""
