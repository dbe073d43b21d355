"""The command line, one module a command. It knows no particular game: all it shows comes from the game's own words."""
