"""Starting the site and its tools on a machine: packages, Postgres, processes, checks."""
