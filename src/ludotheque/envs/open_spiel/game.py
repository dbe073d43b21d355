"""A game as OpenSpiel's Game and State, by the rules; what a player sees is written by the kernel."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import pyspiel

from ludotheque.compiled.choices import write_rewards
from ludotheque.core import registry
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record
from ludotheque.core.records.verify import make_record
from ludotheque.core.registry import GameClass
from ludotheque.envs.batch import REWARDS, Reward, compile_game
from ludotheque.envs.episodes import make_dealer
from ludotheque.envs.open_spiel import parameters
from ludotheque.envs.open_spiel.nodes import Node
from ludotheque.envs.open_spiel.observer import Observer
from ludotheque.envs.spaces import find_game

_RESERVED = {"reward": "zero_sum", "positions": "", "keep_nodes": False}
"""Parameters beside the options of a game."""
_INFORMATION = pyspiel.GameType.Information
_CHANCE_MODE = pyspiel.GameType.ChanceMode
_UTILITY = pyspiel.GameType.Utility
_registered: dict[str, GameClass] = {}


def load_open_spiel(
    game: str | AnyGame,
    *,
    reward: Reward = "zero_sum",
    positions: Sequence[Any] = (),
    keep_nodes: bool = False,
    **options: Any,
) -> "OpenSpielGame":
    """Load a game for OpenSpiel, by its id and options or made already; it is registered as `ludotheque_<id>`.

    With `positions`, states of the game or lines of `format_state`, chance first chooses one of them, all equally
    likely; one that is listed twice is twice as likely. Raises ImpossibleState for those that the rules cannot lead to.
    `keep_nodes` keeps every node that was ever reached, which is many times as fast for algorithms that walk the whole
    tree again and again, and takes memory without limit for all others.
    """
    made = find_game(game, options)
    given = parameters.write_options(made)
    if reward != _RESERVED["reward"]:
        given["reward"] = reward
    if keep_nodes:
        given["keep_nodes"] = True
    if positions:
        lines = [each if isinstance(each, str) else made.format_state(each) for each in positions]
        given["positions"] = parameters.join(lines)
    loaded: OpenSpielGame = pyspiel.load_game(_register(made), given)
    return loaded


def _register(game: AnyGame) -> str:
    """Register the class of a game with OpenSpiel, once; give the name that it has there."""
    game_class: Any = type(game)
    is_known = game.id in registry.list_games() and registry.find(game.id) is game_class
    own_name = f"{game_class.__module__}_{game_class.__qualname__}".replace(".", "_").replace("<locals>", "")
    name = f"ludotheque_{game.id if is_known else own_name}"
    if _registered.get(name) is not game_class:
        # A class for each game: OpenSpiel drops what it was given after the interpreter has ended, when only classes,
        # which refer to themselves, can still be dropped without a crash.
        own: Any = type(f"{game_class.__name__}Game", (OpenSpielGame,), {"name": name, "game_class": game_class})
        pyspiel.register_game(_describe_class(name, game_class), own)
        _registered[name] = game_class
    return name


def _describe_class(name: str, game_class: GameClass) -> Any:
    """Say what OpenSpiel wants to know of a game whatever its options; each game says it again, and exactly."""
    return _make_type(
        name, game_class, _INFORMATION.IMPERFECT_INFORMATION, _CHANCE_MODE.EXPLICIT_STOCHASTIC, _UTILITY.GENERAL_SUM
    )


def _make_type(name: str, game_class: GameClass, information: Any, chance_mode: Any, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=game_class.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=64,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters.specify(game_class, _RESERVED),
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A game with its options fixed. `load_open_spiel` derives a class from it for each game."""

    name: ClassVar[str]
    """The name in OpenSpiel's registry."""
    game_class: ClassVar[GameClass]

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.rules = parameters.read_options(self.game_class, given)
        self.compiled = compile_game(self.rules)
        if (extent := self.compiled.extent) is None:
            raise ValueError(
                f"{self.rules.title} does not say how long it can get, which OpenSpiel wants to know: "
                "give its CompiledGame or Numbering an extent"
            )
        reward = given.get("reward", _RESERVED["reward"])
        if reward not in REWARDS:
            raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {reward!r}")
        self._kind = REWARDS[reward]
        self.keeps_nodes = bool(given.get("keep_nodes", False))
        self.positions = self._read_positions(parameters.split(given.get("positions", "")))
        """The states that chance chooses from, with their weights; none if the game begins as usual."""
        is_chosen = len(self.positions) > 1
        draws, outcomes = extent.draws + is_chosen, max(extent.outcomes, len(self.positions) if is_chosen else 0)
        self._plies = extent.decisions + draws
        self._draws = draws
        seats = self.rules.seats
        least, most, total = {
            "share": (0.0, 1.0, 1.0),
            "zero_sum": (-1.0, seats - 1.0, 0.0),
            "rank": (0.0, 1.0, seats / 2),
        }[reward]
        is_open = self.compiled.kernel.is_open and not is_chosen
        super().__init__(
            _make_type(
                self.name,
                self.game_class,
                _INFORMATION.PERFECT_INFORMATION if is_open else _INFORMATION.IMPERFECT_INFORMATION,
                _CHANCE_MODE.EXPLICIT_STOCHASTIC if draws else _CHANCE_MODE.DETERMINISTIC,
                _UTILITY.ZERO_SUM if reward == "zero_sum" else _UTILITY.CONSTANT_SUM,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=self.compiled.kernel.actions,
                max_chance_outcomes=outcomes,
                num_players=seats,
                min_utility=least,
                max_utility=most,
                utility_sum=total,
                max_game_length=extent.decisions,
            ),
            parameters.drop_defaults(self.game_class, given, _RESERVED),
        )
        start = next(iter(self.positions)) if len(self.positions) == 1 else self.rules.start()
        self._first = Node(self, None, None, None, 0, None if is_chosen else start)

    def new_initial_state(self) -> "OpenSpielState":
        """Begin a game."""
        return OpenSpielState(self, self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make what writes the knowledge of a player."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.compiled.kernel.observation, self._plies, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        """Say how often chance acts at most."""
        return self._draws

    def write_returns(self, ranks: Sequence[int]) -> list[float]:
        """Give everybody's reward for these ranks."""
        rewards = np.zeros(len(ranks), np.float64)
        write_rewards(self._kind, np.array(ranks, np.int8), rewards, len(ranks))
        returns: list[float] = rewards.tolist()
        return returns

    def _read_positions(self, lines: Sequence[str]) -> dict[Any, int]:
        states = [self.rules.parse_state(line) for line in lines]
        for state in states:
            self.rules.check_state(state)
        return dict(Counter(states))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _load_again, (type(self.rules), str(self))


def _load_again(game_class: GameClass, text: str) -> Any:
    _register(game_class(game_class.Options()))
    return pyspiel.load_game(text)


class OpenSpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A state of a game, and how it was reached. Chance is numbered by the order of its legal moves."""

    def __init__(self, game: OpenSpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node  # all there is: OpenSpiel copies and pickles the attributes of a state

    def current_player(self) -> int:
        """Say who decides."""
        if self.node.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self._rules.actor(self.node.state)
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor is CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.state is not None and self._rules.actor(self.node.state) is None

    def _legal_actions(self, _player: int) -> list[int]:
        node, encode = self.node, self._game.compiled.encode_move
        if node.actions is None:
            node.actions = sorted(encode(node.state, move) for move in self._rules.legal_moves(node.state))
        return node.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do, and how likely that is."""
        state = self.node.state
        weights = [*self._game.positions.values()] if state is None else self._rules.weights(state)
        total = sum(weights)
        return [(index, weight / total) for index, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        node = self.node
        following = node.children.get(action) or self._follow(node, action)
        if self._game.keeps_nodes:
            node.children[action] = following
        self.node = following

    def _follow(self, node: Node, action: int) -> Node:
        if node.state is None:
            return node.follow(CHANCE, None, action, _pick([*self._game.positions], action))
        rules, state = self._rules, node.state
        if (actor := rules.actor(state)) is None:
            raise ValueError("the game is over; no action can be applied any more")
        if actor is CHANCE:
            move = _pick(rules.legal_moves(state), action)
        elif action in self._legal_actions(actor):
            move = self._game.compiled.decode_move(state, action)
        else:
            raise ValueError(f"action {action} is not legal for player {actor}; choose one of legal_actions()")
        return node.follow(actor, move, action, rules.apply(state, move))

    def _action_to_string(self, player: int, action: int) -> str:
        rules, state = self._rules, self.node.state
        if state is None:
            return f"position {action + 1}"
        is_chance = player == pyspiel.PlayerId.CHANCE
        move = rules.legal_moves(state)[action] if is_chance else self._game.compiled.decode_move(state, action)
        return rules.format_move(state, move)

    def returns(self) -> list[float]:
        """Give everybody's reward; nothing before the end."""
        outcome = None if self.node.state is None else self._rules.outcome(self.node.state)
        return [0.0] * self._rules.seats if outcome is None else self._game.write_returns(outcome.ranks)

    def __str__(self) -> str:
        return "a position is chosen" if self.node.state is None else self._rules.format_state(self.node.state)

    @property
    def _game(self) -> OpenSpielGame:
        tree: Any = self.node.tree
        game: OpenSpielGame = tree
        return game

    @property
    def _rules(self) -> AnyGame:
        return self.node.tree.rules

    # ── Beyond OpenSpiel ─────────────────────────────────────────────────────────────────────────────────────────────

    def play(self) -> Match[Any, Any, Any]:
        """Play the same by the rules. Raises ValueError for a state that was sampled and has no history."""
        first, *others = self.node.list_path()
        if first.is_sampled:
            raise ValueError("this state was sampled from what a player knows; nobody played it")
        if first.state is None and others:
            first, *others = others
        match = Match(self._rules)
        match.start = self._rules.start() if first.state is None else first.state
        for node in others:
            match.play(node.move)
        return match

    def make_record(
        self, seats: Sequence[str] | None = None, tags: dict[str, str] | None = None, *, seed: int | None = None
    ) -> Record:
        """Make a record of what was played; without names the seats are called `agent`.

        With the seed by which a `FairChance` drew, the record holds it, and verifying it checks every draw. Raises
        ValueError if it is another.
        """
        match = self.play()
        if seed is not None:
            match.dealer = dealer = make_dealer(seed)
            drawn = [ply for ply in match.plies if ply.actor is CHANCE]
            for number, ply in enumerate(drawn, start=1):
                if dealer.draw(self._rules, ply.before, ply.number, number) != ply.move:
                    raise ValueError(f"draw {number} was not made by the seed {seed}; ask FairChance({seed}) for all")
        return make_record(match, seats or ["agent"] * self._rules.seats, tags)


def _pick(outcomes: Sequence[Any], action: int) -> Any:
    """Pick an outcome of chance by its number; a negative one would count from the end."""
    if action not in range(len(outcomes)):
        raise ValueError(f"chance has the outcomes 0 to {len(outcomes) - 1} here; {action} is none of them")
    return outcomes[action]
