"""How long and how large what people and programs send may be. How often they may send it, limits.py says.

The client is built with the same numbers: `python -m tests.web.schema` writes them into `web/src/protocol/limits.ts`.
"""

LONGEST_TEXT = 200
"""In characters: a field of a body that has no closer limit, before it is looked at. A name is then held to its own."""
LONGEST_OPTION = 20_000
"""In characters: the value of an option, such as a deck of cards."""
LONGEST_CHAT = 500
"""In characters: what is said at once."""
LONGEST_MOVE = 256
"""In characters: a move in a game's notation."""
LONGEST_ID = 64
"""In characters: the id of a message or of a player."""
MOST_SEATS = 64
"""How many seats a table has at most, in any game."""
CODE_LENGTH = 6
"""In letters: the code of a table, which people tell each other."""
LARGEST_FRAME = 16 * 1024
"""In bytes: a message of the socket. What has more characters has more bytes too."""
LARGEST_BODY = 64 * 1024
"""In bytes: the body of a request."""
