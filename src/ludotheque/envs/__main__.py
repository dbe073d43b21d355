"""`python -m ludotheque.envs` compiles what the environments of all games need, so that nobody waits for it later."""

from ludotheque.core.errors import BrokenGame
from ludotheque.core.game import AnyGame
from ludotheque.core.registry import load_games, make
from ludotheque.core.tracebacks import summarize_error
from ludotheque.envs.batch import Batch, Chance
from ludotheque.envs.episodes import Episode


def compile_environments(game: AnyGame) -> None:
    """Play a step of every kind, for which everything is compiled or loaded."""
    chances: tuple[Chance | None, ...] = ("fast", None)  # None: fair, if the game has that
    for chance in chances:
        batch = Batch(game, 1, chance=chance)
        batch.choose_best([[0.0] * batch.kernel.actions] * (batch.begin([1]).seats.size))
        action = batch.sample(batch.seeds)
        batch.look_back(batch.step(action))
        Episode(game, 1, batch.chance, tuple(action.tolist())).play()


def main() -> None:
    """Compile, and say which games are left out: those of other packages may have no kernel, or a broken one."""
    for game_id, game_class in load_games().items():
        if isinstance(game_class, BrokenGame):
            print(f"{game_id} is left out: {game_class.reason}")  # noqa: T201 - it is a command
            continue
        try:
            compile_environments(make(game_id))
        except Exception as error:  # the code of others may raise anything
            if game_class.__module__.startswith("ludotheque."):
                raise
            print(f"{game_id} is left out: {summarize_error(error)}")  # noqa: T201 - same


if __name__ == "__main__":
    main()
