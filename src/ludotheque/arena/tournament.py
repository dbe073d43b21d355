"""The plan of a tournament, and one game of it. Games are run by runner.py and summed up by standings.py.

Every game is determined by the plan and its number, so it can be played anywhere, in any order, and repeated.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import islice, permutations
from random import Random
from typing import Any

from ludotheque.arena.bot_process import BotFailed, LocalBots, Players, get_bot_process, name_error
from ludotheque.bots.bot import Bot, find_bot, hash_bot, is_searching, make_bot
from ludotheque.bots.warmup import warm_up
from ludotheque.core import registry
from ludotheque.core.errors import BrokenBot, BrokenGame, OptionError
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.imports import list_code
from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record
from ludotheque.core.sources import hash_files
from ludotheque.core.tracebacks import format_error, summarize_error

FAILURE = "failure"
"""The reason of a game that a bot lost by failing, in addition to the game's own reasons."""


@dataclass(frozen=True)
class Plan:
    """Everything that the results of a tournament depend on."""

    game: str
    options: Mapping[str, str]
    """As text, as in a record."""
    entrants: tuple[str, ...]
    """The bots, one for each seat; the same bot may enter twice."""
    games: int
    seed: str = ""
    seconds_a_move: float | None = None
    """A bot that takes longer for a move loses the game."""
    paired: bool = False
    """Whether every deal is played once from each rotation of the seats."""

    def check(self) -> AnyGame:
        """Make the game that is played. Raises a LudothequeError for a plan that cannot be carried out."""
        game = registry.make_from_text(self.game, self.options)
        if len(self.entrants) != game.seats:
            raise OptionError(f"{len(self.entrants)} bots enter, but the game has {game.seats} seats.")
        if self.paired and self.games % game.seats:
            raise OptionError(
                f"In a paired tournament every deal is played {game.seats} times, once from each rotation of the "
                f"seats, so the number of games must be a multiple of {game.seats}; it is {self.games}."
            )
        for name in self.entrants:
            find_bot(name)
        return game

    @property
    def key(self) -> str:
        """What tells tournaments apart, the code of the bots included, and that of a game of another package.

        A longer tournament may continue a shorter one.
        """
        code = [hash_bot(name) for name in self.entrants]
        return json.dumps(asdict(self) | {"games": None, "code": code + _hash_game(self.game)})

    def find_deal(self, number: int) -> int:
        """Return the number of the deal that a game is played with."""
        return number // len(self.entrants) if self.paired else number

    def labels(self) -> list[str]:
        """Give every entrant a name of its own."""
        seen: dict[str, int] = {}
        labels = []
        for name in self.entrants:
            seen[name] = seen.get(name, 0) + 1
            labels.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
        return labels


@dataclass(frozen=True)
class Failure:
    """A bot that raised, answered illegally or took too long, and so lost the game."""

    entrant: int
    what: str
    traceback: str = ""
    """Where in the bot's own code, if it raised."""


@dataclass(frozen=True)
class Result:
    """The result of one game. Lists are by entrant, not by seat, unless noted."""

    number: int
    seating: tuple[int, ...]
    """For each seat: which entrant sat there."""
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    reason: str
    plies: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """Total thinking time."""
    failure: Failure | None
    record: str = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        """Return everything but the record as plain data."""
        return {key: value for key, value in asdict(self).items() if key != "record"}


def _hash_game(game_id: str) -> list[str]:
    """Hash the code of a game of another package; ours tell by their `rules_version` that they are played otherwise."""
    module = registry.find(game_id).__module__
    return [] if module.partition(".")[0] == __name__.partition(".")[0] else [hash_files(list_code(module))]


def seat_entrants(entrants: int, number: int) -> tuple[int, ...]:
    """Choose for each seat which entrant sits there in a game.

    With up to four entrants, all orders come up in turn, so that everybody sits everywhere, before and after everybody.
    With more, one order is drawn for every `entrants` games and rotated through the seats.
    """
    if entrants <= 4:
        orders = 1
        for factor in range(2, entrants + 1):
            orders *= factor
        # Rotations first: any stretch of `entrants` games is balanced.
        base = next(islice(permutations(range(1, entrants)), number % orders // entrants, None))
        order = [0, *base]
    else:
        order = list(range(entrants))
        Random(number // entrants).shuffle(order)  # noqa: S311 - a fair rota, not a secret
    turn = number % entrants
    return tuple(order[turn:] + order[:turn])


def make_ready_bot(game: AnyGame, name: str, seed: str) -> Bot[Any, Any]:
    """Make a bot that is ready to play: compiled beforehand, so that compilation does not count as its time."""
    if is_searching(name):
        _warm_up_once(game.id)
    return make_bot(name, game, seed=seed)


def compile_ahead(plan: Plan) -> None:
    """Compile what the bots need, so that several processes do not all compile the same at the same time."""
    if any(is_searching(name) for name in plan.entrants):
        _warm_up_once(plan.game)


@cache
def _warm_up_once(game_id: str) -> None:
    warm_up(registry.make(game_id))


def play_game(plan: Plan, number: int, *, apart: bool = False) -> Result:
    """Play one game of the tournament. Raises BrokenBot for a bot that cannot be made: it would lose every game.

    Raises BrokenGame for a game that fails where no bot is to blame.

    The bots play in a process of their own if their time is limited, or with `apart`.
    """
    game = plan.check()
    try:
        return _play_game(plan, game, number, apart=apart)
    except (BrokenBot, BrokenGame, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - the game may raise anything
        raise _blame_game(game, error) from None


def _play_game(plan: Plan, game: AnyGame, number: int, *, apart: bool) -> Result:
    seating = seat_entrants(game.seats, number)
    makers = [
        partial(make_ready_bot, game, plan.entrants[entrant], f"{plan.seed}/{number}/{entrant}") for entrant in seating
    ]
    players: Players = get_bot_process() if apart or plan.seconds_a_move is not None else LocalBots()
    match = Match(game, SeededDealer(derive_seed(f"{plan.seed}/{plan.find_deal(number)}")))
    moves, seconds = [0] * game.seats, [0.0] * game.seats
    ready: set[int] = set()
    failure: Failure | None = None
    while failure is None and (seat := match.actor) is not None:
        if seat is CHANCE:
            raise AssertionError("the dealer has dealt")
        if seat not in ready:
            try:
                players.make(seat, makers[seat])
            except BotFailed as error:
                raise BrokenBot(f"The bot {plan.entrants[seating[seat]]} cannot be made: {error}") from None
            ready.add(seat)
        observation = game.observe(match.state, seat)
        move: Any = None
        try:
            move, taken = players.choose(seat, observation, plan.seconds_a_move)
            _play(match, seat, move)
        except BotFailed as error:
            _check_game(match, move)
            failure = Failure(seating[seat], str(error), error.traceback)
        else:
            moves[seat] += 1
            seconds[seat] += taken
            if plan.seconds_a_move is not None and taken > plan.seconds_a_move:
                late = f"took {taken:.2f} s for a move; {plan.seconds_a_move:g} s are allowed"
                failure = Failure(seating[seat], late)
    ranks, shares, reason = _judge(match, None if failure is None else seating.index(failure.entrant))
    by_entrant = [seating.index(entrant) for entrant in range(game.seats)]
    return Result(
        number=number,
        seating=seating,
        ranks=tuple(ranks[seat] for seat in by_entrant),
        shares=tuple(shares[seat] for seat in by_entrant),
        reason=reason,
        plies=len(match.plies),
        moves=tuple(moves[seat] for seat in by_entrant),
        seconds=tuple(seconds[seat] for seat in by_entrant),
        failure=failure,
        record=make_record(
            match, [plan.labels()[entrant] for entrant in seating], {"Event": f"game {number}"}
        ).format(),
    )


def _play(match: Match[Any, Any, Any], seat: int, move: Any) -> None:
    """Play a bot's answer. Raises BotFailed, or BrokenGame if chance fails after it."""
    done = match.ply
    try:
        match.play(move, actor=seat)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - an answer that is no move may make the rules raise anything
        if match.ply != done:
            raise _blame_game(match.game, error) from None
        raise BotFailed(name_error(error)) from None


def _check_game(match: Match[Any, Any, Any], move: Any) -> None:
    """Raise BrokenGame if it is the game that fails, and not the bot to move: at the legal move that it wanted, too.

    What the game itself lists is tried: the bot's answer may equal a legal move and still be none.
    """
    try:
        for each in match.game.legal_moves(match.state):
            if _is_same(each, move):
                match.game.apply(match.state, each)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the game may raise anything
        raise _blame_game(match.game, error) from None


def _is_same(move: Any, answer: Any) -> bool:
    try:
        return type(answer) is type(move) and bool(answer == move)
    except Exception:  # noqa: BLE001 - what a bot puts into a move may raise anything, such as arrays
        return False


def _blame_game(game: AnyGame, error: BaseException) -> BrokenGame:
    message = f"The game {game.id} fails, so it cannot be played in a tournament:"
    return BrokenGame(f"{message}\n{format_error(error)}", summarize_error(error))


def _judge(match: Match[Any, Any, Any], failed: int | None) -> tuple[tuple[int, ...], tuple[float, ...], str]:
    """Rank the seats: by the rules or, if one has failed, that one last and all others tied for first."""
    if failed is None:
        outcome = match.outcome
        if outcome is None:
            raise AssertionError("nobody failed and nobody decides: the game is over")
        return outcome.ranks, outcome.shares, outcome.reason
    seats = range(match.game.seats)
    return (
        tuple(len(seats) if seat == failed else 1 for seat in seats),
        tuple(0.0 if seat == failed else 1 / (len(seats) - 1) for seat in seats),
        FAILURE,
    )
