"""What an expert thinks: hints while one plays, the analysis of a finished table, evaluations."""
