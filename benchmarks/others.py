"""How fast other people's engines play random games beside ours, measured in the same run.

Their games are not ours, so a ratio tells the order of magnitude and not who is the better programmer. Each engine is
put beside that of our ways to play which does the same work: whole games in compiled code; steps, one or many at a
time, with what a player sees and may do and a random choice of it; or rules in pure Python. And it is put beside the
slowest of our games at it. Whoever is not installed is left out; requirements/bench.txt has them all.
"""

import importlib
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
from numba import njit
from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque.compiled.kernel import Kernel, below
from ludotheque.compiled.simulation import Summary, simulate, simulate_compiled

SECONDS = 3.0
ROUNDS = 3
BATCH = 4_096
OURS: list[tuple[str, dict[str, Any]]] = [("tsuro", {"players": 4}), ("tao", {"players": 4}), ("turris", {})]

PLAYOUTS = "whole games, compiled"
STEPS = "one game, step by step from Python"
BATCHES = "4,096 games, step by step"
RULES = "rules in pure Python"

Row = tuple[str, str, float]
"""What it does, as one of the four above; the game; moves a second of the processor."""


def count_moves(play: Callable[[], int], seconds: float = SECONDS) -> float:
    """Call something again and again that plays and says how many moves it made; give the moves a second.

    Seconds of the processor, all threads together: so it matters little what else a machine is doing.
    """
    play()
    best = 0.0
    for _ in range(ROUNDS):
        moves, begun = 0, time.process_time()
        while (taken := time.process_time() - begun) < seconds / ROUNDS:
            moves += play()
        best = max(best, moves / taken)
    return best


# ── OpenSpiel ────────────────────────────────────────────────────────────────────────────────────────────────────────


def measure_open_spiel(pyspiel: Any) -> Iterator[Row]:
    """Rollouts in C++, and its environment for reinforcement learning in Python."""
    environments = importlib.import_module("open_spiel.python.rl_environment")
    for name in ("connect_four", "hex", "backgammon"):
        game = pyspiel.load_game(name)
        yield PLAYOUTS, name, _run_rollouts(pyspiel, game)
        yield STEPS, name, count_moves(partial(_play_environment, environments.Environment(name)))


def _run_rollouts(pyspiel: Any, game: Any, rollouts: int = 1_000) -> float:
    """Let its tree search do a single simulation, whose evaluation is so many random games in C++.

    How many moves these made it does not say: it is taken for what random games take on average.
    """
    rng, moves, games = Random(1), 0, 200
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(rng.choice(start.legal_actions()))
    search = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(rollouts, 1),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=1,
        verbose=False,
    )

    def play() -> int:
        search.mcts_search(start)
        return rollouts

    return count_moves(play) * moves / games


def _play_environment(environment: Any) -> int:
    rng, moves = Random(1), 0
    step = environment.reset()
    while not step.last():
        step = environment.step([rng.choice(step.observations["legal_actions"][step.current_player()])])
        moves += 1
    return moves


# ── pgx ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def measure_pgx(_package: Any) -> Iterator[Row]:
    """Batches of games in JAX on the processor, each step with observations and legal actions."""
    for name in ("connect_four", "backgammon"):
        yield BATCHES, name, count_moves(prepare_pgx(name))


def prepare_pgx(name: str, steps: int = 20) -> Callable[[], int]:
    """Give a function that makes so many steps in a batch of games. Raises ImportError if pgx is not installed."""
    jax, env = importlib.import_module("jax"), importlib.import_module("pgx").make(name)
    resets = importlib.import_module("pgx.experimental.wrappers").auto_reset
    step = jax.vmap(resets(env.step, env.init))

    def move(states: Any, key: Any) -> tuple[Any, None]:
        chosen, rest = jax.random.split(key)
        logits = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, logits, axis=1)
        return step(states, actions, jax.random.split(rest, BATCH)), None

    run = jax.jit(lambda states, key: jax.lax.scan(move, states, jax.random.split(key, steps))[0])
    states = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))]

    def play() -> int:
        states[0] = jax.block_until_ready(run(states[0], jax.random.PRNGKey(1)))
        return BATCH * steps

    return play


# ── PettingZoo, python-chess ─────────────────────────────────────────────────────────────────────────────────────────


def measure_pettingzoo(_package: Any) -> Iterator[Row]:
    """Its environment for several agents, in Python."""
    yield STEPS, "connect_four", count_moves(prepare_pettingzoo())


def prepare_pettingzoo() -> Callable[[], int]:
    """Give a function that plays a game of connect four at random. Raises ImportError if it is not installed."""
    env, rng = importlib.import_module("pettingzoo.classic.connect_four_v3").raw_env(), Random(1)

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"]
            env.step(rng.choice([action for action in range(len(mask)) if mask[action]]))
            moves += 1
        return moves

    return play


def measure_chess(chess: Any) -> Iterator[Row]:
    """Random games by its rules in pure Python."""
    rng = Random(1)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    yield RULES, "chess", count_moves(play)


# ── Ours, and the table ──────────────────────────────────────────────────────────────────────────────────────────────


@cache
def measure_ours(what: str) -> float:
    """Give the moves a second of the slowest of our games at this work."""
    return min(_measure_game(what, ludotheque.make(game_id, **options)) for game_id, options in OURS)


def _measure_game(what: str, game: Any) -> float:
    if what == RULES:
        return count_moves(partial(_simulate, simulate, game, 5))
    if what == PLAYOUTS:
        return count_moves(partial(_simulate, simulate_compiled, game, 5_000))
    return count_moves(_prepare_steps(game, BATCH if what == BATCHES else 1))


def _simulate(how: Callable[..., Iterator[int]], game: Any, games: int) -> int:
    summary = Summary([0.0] * game.seats)
    list(how(game, games, "", summary))
    return summary.moves


def _prepare_steps(game: Any, batch: int) -> Callable[[], int]:
    """Step a batch of games, each time with observations and legal actions, of which any is chosen."""
    compiled = game.compiled()
    kernel = compiled.kernel
    loops, start, rng = kernel.specialise("playout_loops"), compiled.pack_start(), Kernel.seed_rng(1)
    states, chosen = np.repeat(start, batch), np.full(batch, -1, np.int64)
    masks, seen = np.zeros((batch, kernel.actions), np.bool_), np.zeros((batch, kernel.observation), np.int8)
    seats, rewards = np.zeros(batch, np.int8), np.zeros((batch, game.seats), np.float32)
    ended = np.zeros(batch, np.bool_)
    rounds = max(10, 1_000 // batch)

    def play() -> int:
        for _ in range(rounds):
            loops.step_batch(start, states, chosen, rng, masks, seen, seats, rewards, ended)
            _choose(masks, rng, chosen)
        return batch * rounds

    return play


@njit
def _choose(masks: Any, rng: Any, chosen: Any) -> None:
    """Choose a legal action in each game, all equally likely."""
    for game in range(masks.shape[0]):
        skip = below(rng, masks[game].sum())
        for action in range(masks.shape[1]):
            if masks[game, action]:
                if skip == 0:
                    chosen[game] = action
                    break
                skip -= 1


ENGINES: list[tuple[str, str, Callable[[Any], Iterator[Row]]]] = [
    ("OpenSpiel", "pyspiel", measure_open_spiel),
    ("pgx", "pgx", measure_pgx),
    ("PettingZoo", "pettingzoo", measure_pettingzoo),
    ("python-chess", "chess", measure_chess),
]


def main() -> None:
    """Measure and print the table."""
    console = Console(width=130)
    table = Table(title="Random play by others, and by the slowest of our games at the same work", title_justify="left")
    for column in ("engine", "game", "work"):
        table.add_column(column)
    for column in ("moves/s", "ours, moves/s", "ours / theirs"):
        table.add_column(column, justify="right")
    for engine, package, measure in ENGINES:
        try:
            module = importlib.import_module(package)
        except ImportError:
            console.print(f"{engine} is left out: it is not installed (pip install -r requirements/bench.txt).")
            continue
        for what, game, speed in measure(module):
            ours = measure_ours(what)
            table.add_row(engine, game, what, f"{speed:,.0f}", f"{ours:,.0f}", f"{ours / speed:,.1f}")
    if table.rows:
        console.print(table)
