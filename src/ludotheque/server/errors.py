"""Refusals of the server: a stable code for programs, a sentence for people."""

from math import ceil

from ludotheque.core.errors import LudothequeError

CODES: dict[str, int] = {
    # The request is invalid.
    "malformed": 400,
    "illegal": 400,
    "bad_name": 400,
    "bad_option": 400,
    "bad_position": 400,
    "bad_record": 400,
    "bot_name": 400,
    "mixed_name": 400,
    "too_slow": 408,
    "too_large": 413,
    "not_json": 415,
    # The request is valid, but this caller may not make it, or its target does not exist.
    "no_player": 401,
    "banned": 403,
    "no_chat": 403,
    "not_allowed": 403,
    "not_host": 403,
    "not_seated": 403,
    "wrong_origin": 403,
    "no_such_page": 404,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_seat": 404,
    "no_such_link": 404,
    "no_such_token": 404,
    "no_such_device": 404,
    "no_such_player": 404,
    "no_picture": 404,
    "no_review": 404,
    "wrong_method": 405,
    "wrong_host": 421,
    # The request is valid, but not in the current state.
    "already_seated": 409,
    "no_network": 409,
    "not_absent": 409,
    "not_alone": 409,
    "not_over": 409,
    "not_started": 409,
    "nothing_asked": 409,
    "open_seats": 409,
    "out_of_time": 409,
    "out_of_turn": 409,
    "over": 409,
    "replaced": 409,
    "resigned": 409,
    "seat_count": 409,
    "seat_out": 409,
    "seat_taken": 409,
    "stale": 409,
    "started": 409,
    "too_many_banned": 409,
    "too_many_devices": 409,
    "too_many_players": 409,
    "too_many_seats": 409,
    "too_many_tables": 409,
    "too_many_tokens": 409,
    "wrong_rules": 409,
    "too_fast": 429,
    # The server failed; nothing was changed.
    "broken": 500,
    "game_failed": 500,
    "closing": 503,
    "not_drawn": 503,
    "not_stored": 503,
    "not_thinking": 503,
    # It is our fault; only looking again tells whether anything was changed.
    "not_known": 503,
}
"""Every refusal code with its HTTP status. Clients translate the codes."""

FOR_PROGRAMS = frozenset({"not_json", "wrong_method", "no_such_page", "wrong_origin"})
"""Codes that the browser client never causes. All others have a sentence in every language of the client."""


OUTCOME_UNKNOWN = "The database does not answer, so it is not known whether this has happened. Look again in a moment."


class Refused(LudothequeError):
    """A request was refused, and nothing has changed. The message can be shown to a person as it is."""

    def __init__(self, code: str, message: str, option: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = CODES[code]
        self.option = option
        """For `bad_option`: the name of the option, if it is about a single one."""


class TooFast(Refused):
    """A rate limit is exceeded. `wait` is the number of seconds until a retry can succeed."""

    def __init__(self, what: str, wait: float) -> None:
        self.wait = ceil(wait)
        super().__init__("too_fast", f"Too many {what}. Try again in {self.wait} second{'s' * (self.wait > 1)}.")
