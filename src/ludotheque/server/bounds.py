"""How long and how large what people and programs send may be. How often they may send it, limits.py says.

The client has the same numbers: `python -m tools.write_client_types` writes them into `web/src/protocol/limits.ts`.
"""

LONGEST_TEXT = 200
"""In characters: a field of a body that has no closer limit, before it is looked at. A name is then held to its own."""
LONGEST_NAME = 24
"""In characters: the name of a player."""
LONGEST_LABEL = 40
"""In characters: what a player calls a token."""
LONGEST_OPTION = 4000
"""In characters: the text of an option. The largest deck of Tao has 1,400."""
MOST_OPTIONS = 32
"""How many options can be given for a game."""
LONGEST_CHAT = 500
"""In characters: what is said at once."""
LONGEST_MOVE = 256
"""In characters: a move in a game's notation."""
LONGEST_ID = 64
"""In characters: the id of a message or of a player, and the name of an option."""
MOST_SEATS = 64
"""How many seats a table has at most, in any game."""
CODE_LENGTH = 6
"""In letters: the code of a table, which people tell each other."""
LARGEST_FRAME = 16 * 1024
"""In bytes: a message of the socket. What has more characters has more bytes too."""
LARGEST_HEAD = 32 * 1024
"""In bytes: the head of a request."""
MOST_HEADERS = 100
"""How many lines the head of a request has at most, besides its first."""
LONGEST_QUERY = 8 * 1024
"""In bytes. The largest deck that can be asked for, every comma escaped, has a quarter of it."""
MOST_PARAMETERS = 32
"""How many parameters a query has at most."""
LARGEST_BODY = 64 * 1024
"""In bytes: the body of a request."""
