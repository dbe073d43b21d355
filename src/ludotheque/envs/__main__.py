"""`python -m ludotheque.envs` compiles what the environments of all games need, so that nobody waits for it later."""

from ludotheque.core.game import AnyGame
from ludotheque.core.registry import list_games, make
from ludotheque.envs.batch import Batch, Chance
from ludotheque.envs.episodes import Episode


def compile_environments(game: AnyGame) -> None:
    """Play a step of every kind, for which everything is compiled or loaded."""
    chances: tuple[Chance, ...] = ("fast", "fair")
    for chance in chances:
        batch = Batch(game, 1, chance=chance)
        batch.choose_best([[0.0] * batch.kernel.actions] * (batch.begin([1]).seats.size))
        action = batch.sample(batch.seeds)
        batch.step(action)
        Episode(game, 1, chance, tuple(action.tolist())).play()


if __name__ == "__main__":
    for game_id in list_games():
        compile_environments(make(game_id))
