"""Commands for developers that write files: `python -m tools.<name>`, from the root of the repository."""
