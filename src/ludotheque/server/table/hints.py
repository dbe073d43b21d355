"""Hints: asks a bot what it would play, at the cost of the player who asks. Who may ask, table.py checks."""

from typing import Any

from ludotheque.core.game import AnyGame
from ludotheque.server.bots.pool import BotUnavailable, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.worker import HINT
from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.messages import HintGiven, RankedMoveView
from ludotheque.server.table.services import Services


def count_hint(limits: Limits, payer: Payer) -> None:
    """Count a hint for a player and for their address. Raises Refused if there were too many."""
    address, person = payer.path
    limits.take(Limits.HINTS, person)
    limits.take(Limits.HINTS_BY_ADDRESS, address)


async def ask_hint(
    services: Services, game: AnyGame, observation: Any, payer: Payer, ply: int, message_id: str | None
) -> HintGiven:
    """Return what a bot would play after seeing this observation. Raises Refused."""
    try:
        answer = await services.bots.ask(game, HINT, observation, [payer])
    except TooManyQuestions:
        raise Refused("too_fast", "Too many questions wait for the bots. Try again in a moment.") from None
    except BotUnavailable:
        raise Refused("not_thinking", "The bot does not answer. Try again in a moment.") from None
    return HintGiven(
        id=message_id,
        ply=ply,
        moves=[RankedMoveView(thought.move, thought.value, thought.visits) for thought in answer.moves],
        shares=None if answer.shares is None else list(answer.shares),
    )
