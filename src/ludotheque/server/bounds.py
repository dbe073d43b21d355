"""Maximum lengths and sizes of input. Limits of frequency are in rate_limits.py.

The client has the same numbers: `python -m tools.write_client_types` writes them into `web/src/protocol/limits.ts`.
"""

LONGEST_TEXT = 200
"""In characters: any field of a body without a limit of its own in the schema. A name is checked again later."""
LONGEST_NAME = 24
"""In characters: the name of a player."""
LONGEST_LABEL = 40
"""In characters: the label of a token."""
LONGEST_OPTION = 4000
"""In characters: the text of an option. The largest deck of Tao has 1,400."""
MOST_OPTIONS = 32
"""How many options a request may set."""
LONGEST_CHAT = 500
"""In characters: a chat message."""
LONGEST_MOVE = 256
"""In characters: a move in a game's notation."""
LONGEST_ID = 64
"""In characters: the id of a message or of a player, and the name of an option."""
MOST_SEATS = 64
"""How many seats a table has at most, in any game."""
LONGEST_RECORD = 48_000
"""In characters: a record that somebody opens. The longest game takes about a tenth of it; the rest is for notes."""
LONGEST_POSITION = 8_000
"""In characters: a position as text."""
LONGEST_NOTE = 2_000
"""In characters: what is noted at a position of an analysis, in one language."""
MOST_ANALYSED = 2_000
"""How many moves a record, with all its branches, or an analysis has at most. The longest games have some 300 plies."""
MOST_PLIES = 1_000_000
"""Plies have smaller numbers than this in addresses; no game comes near it."""
CODE_LENGTH = 6
"""In letters: the code of a table, which people type."""
LARGEST_FRAME = 16 * 1024
"""In bytes: a message on a WebSocket."""
LARGEST_HEAD = 32 * 1024
"""In bytes: the head of a request."""
MOST_HEADERS = 100
"""How many header lines a request may have."""
LONGEST_QUERY = 8 * 1024
"""In bytes: the query of a URL. The largest deck, with every comma escaped, takes a quarter of it."""
MOST_PARAMETERS = 32
"""How many parameters a query may have."""
LARGEST_BODY = 64 * 1024
"""In bytes: the body of a request."""
