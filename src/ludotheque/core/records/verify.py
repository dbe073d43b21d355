"""Making records of matches, and verifying them: complete, lawful and fair. The hash chain is defined here."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import (
    BrokenGame,
    InvalidRecord,
    LudothequeError,
    MoveError,
    StateError,
    UnlawfulRecord,
    WrongRules,
)
from ludotheque.core.fairness import (
    SEED_BYTES,
    Dealer,
    PlySeededDealer,
    SeededDealer,
    commitment,
    hash_nonce,
    make_dealer,
)
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match, name_actor, set_up
from ludotheque.core.records.record import CHECK_DIGITS, OLDEST_DRAWS, Record, RecordedPly
from ludotheque.core.records.tree import Tree


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a record."""

    match: Match[Any, Any, Any]
    """The match, replayed."""
    is_fair: bool | None
    """Whether chance followed from the seed that was promised; None if none was promised or it is not revealed yet."""
    tree: Tree
    """The positions of the game and of the branches that are noted, with what is said about them."""


def make_record(match: Match[Any, Any, Any], seats: Sequence[str], tags: Mapping[str, str] | None = None) -> Record:
    """Record a match as it stands. `seats` names the players.

    The record holds everything, hidden information and the seed included: keep it private while the game goes on.
    """
    game = match.game
    if len(seats) != game.seats:
        raise ValueError(f"{len(seats)} names were given for {game.seats} seats")
    dealer = match.dealer if isinstance(match.dealer, SeededDealer | PlySeededDealer) else None
    record = Record(
        game=game.id,
        rules=game.rules_version,
        options=game.options.format_for_record(),
        seats=tuple(seats),
        position=None if match.start == game.start() else game.format_state(match.start),
        tags=dict(tags or {}),
    )
    if dealer is not None:
        record = replace(
            record,
            commitment=dealer.commitment,
            draws=dealer.function,
            contributions=dealer.contributions,
            seed=dealer.seed.hex(),
        )
    chain = _Chain(record, game.format_state(match.start))
    plies = []
    for ply in match.plies:
        recorded = RecordedPly(ply.actor, game.format_move(ply.before, ply.move), "")
        plies.append(replace(recorded, check=chain.add(recorded, game.format_state(ply.after))))
    if (outcome := match.outcome) is not None:
        record = replace(record, ranks=outcome.ranks, reason=outcome.reason, scores=outcome.scores)
    record = replace(record, check=chain.header_check, plies=tuple(plies))
    return replace(record, chain=chain.close(record))


def _restore_game(record: Record) -> AnyGame:
    """Make the game of a record. Raises UnlawfulRecord, WrongRules, UnknownGame or BrokenGame."""
    game_class = registry.find(record.game)
    if record.rules != game_class.rules_version:
        age = "older" if record.rules < game_class.rules_version else "newer"
        raise WrongRules(
            f"This record was played by {age} rules of {game_class.title} (version {record.rules}) than the ones here "
            f"(version {game_class.rules_version}); replaying it could show a different game."
        )
    try:
        game = registry.make_from_text(record.game, record.options)
    except BrokenGame:
        raise  # the record is not to blame
    except LudothequeError as error:
        raise UnlawfulRecord(0, f"The header is not lawful: {error}") from None
    if len(record.seats) != game.seats:
        raise UnlawfulRecord(0, f"The header names {len(record.seats)} seats; the game has {game.seats}.")
    return game


def _set_up(record: Record, game: AnyGame) -> Match[Any, Any, Any]:
    """Begin the match of a record. Raises UnlawfulRecord for a position that the rules cannot lead to."""
    try:
        match = set_up(game, record.position)
    except StateError as error:
        raise UnlawfulRecord(0, f"The position that the game was set up from is not lawful: {error}") from None
    if record.position is not None and match.start == game.start():  # there is one way to write a record
        raise UnlawfulRecord(0, "The position that the game was set up from is its usual start, which is not written.")
    return match


def verify(record: Record) -> Verification:
    """Replay a record and check every hash, every move, the result, every branch and, if it has a seed, every draw.

    Raises UnlawfulRecord with the first ply that is not true, WrongRules or UnknownGame.
    """
    game = _restore_game(record)
    match = _set_up(record, game)
    chain = _Chain(record, game.format_state(match.start))
    if chain.header_check != record.check:
        raise UnlawfulRecord(0, "The header was altered: its check does not match.")
    seed = _check_seed(record)
    _check_contributions(record)
    dealer = None if seed is None else make_dealer(record.draws, seed, record.contributions)
    for number, recorded in enumerate(record.plies, start=1):
        _replay_ply(match, number, recorded)
        if chain.add(recorded, game.format_state(match.state)) != recorded.check:
            raise UnlawfulRecord(number, f"Ply {number} was altered: its check does not match.")
        if dealer is not None and recorded.actor is CHANCE:
            _check_draw(match, dealer)
    _check_result(record, match)
    if chain.close(record) != record.chain:
        raise UnlawfulRecord(len(record.plies), "The end of the record was altered: the hash does not match.")
    match.dealer = dealer
    return Verification(match, None if dealer is None else True, Tree(match, record.notes))


class _Chain:
    """The hash chain: header and first state, then ply by ply with the state after it, then the end."""

    def __init__(self, record: Record, start: str) -> None:
        self._link = _sha256(record.header(), start)
        self.header_check = self._link[:CHECK_DIGITS]
        self._number = 0

    def add(self, ply: RecordedPly, state: str) -> str:
        self._number += 1
        self._link = _sha256(self._link, ply.format(self._number), state)
        return self._link[:CHECK_DIGITS]

    def close(self, record: Record) -> str:
        return _sha256(self._link, record.trailer())


def _sha256(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _replay_ply(match: Match[Any, Any, Any], number: int, recorded: RecordedPly) -> None:
    """Apply a recorded ply. A dealer must not act here: the record says what chance did."""
    try:
        match.play(match.parse_move(recorded.move), actor=recorded.actor)
    except MoveError as error:
        who = name_actor(recorded.actor)
        raise UnlawfulRecord(number, f"Ply {number}, {recorded.move} by {who}, is not lawful: {error}") from None


def _check_seed(record: Record) -> bytes | None:
    if record.seed is None:
        return None
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != record.seed:
        raise InvalidRecord(f"The seed must be {SEED_BYTES} bytes in lower-case hexadecimal digits.")
    if commitment(seed) != record.commitment:
        raise UnlawfulRecord(0, "The seed is not the one that was promised: its SHA-256 is not the commitment.")
    return seed


def _check_contributions(record: Record) -> None:
    """Check that nonces are those that were promised, and that they count: only the second draw function has any."""
    seats = [each.seat for each in record.contributions]
    if seats != sorted(set(seats) & set(range(len(record.seats)))):
        raise UnlawfulRecord(0, f"The nonces must be of different seats from 1 to {len(record.seats)}, in this order.")
    if (record.draws != OLDEST_DRAWS or seats) and record.commitment is None:
        raise UnlawfulRecord(0, "The header says how draws follow from a seed, but promises none.")
    if seats and record.draws == OLDEST_DRAWS:
        raise UnlawfulRecord(0, "The header has nonces, but its draw function takes none.")
    for each in record.contributions:
        if each.nonce is not None and hash_nonce(each.nonce) != each.hash:
            raise UnlawfulRecord(0, f"The nonce of seat {each.seat + 1} is not the one that was promised by its hash.")


def _check_draw(match: Match[Any, Any, Any], dealer: Dealer) -> None:
    ply = match.plies[-1]
    if dealer.draw(match.game, ply.before, ply.number, match.draws) != ply.move:
        raise UnlawfulRecord(ply.number, f"Ply {ply.number} is not fair: the promised seed draws something else.")


def _check_result(record: Record, match: Match[Any, Any, Any]) -> None:
    last, outcome = len(record.plies), match.outcome
    if outcome is None:
        if (record.ranks, record.reason, record.scores) != (None, None, None):
            raise UnlawfulRecord(last, "The record gives a result, but the game is not over after its last ply.")
    elif (record.ranks, record.reason, record.scores) != (outcome.ranks, outcome.reason, outcome.scores):
        raise UnlawfulRecord(last, "The result is not the one that the plies lead to.")
