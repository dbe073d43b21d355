"""The results of a study: as sentences, and as a page with plots."""

from collections.abc import Sequence

from ludotheque.arena.page import list_options, write_card, write_cards, write_figures, write_page, write_table
from ludotheque.arena.plots import Bar, render_bars, render_curve, render_histogram, scale_around
from ludotheque.arena.standings import Standing, half_interval
from ludotheque.arena.study import Study, spread_of
from ludotheque.core.game import AnyGame, Presented


def tell_order(study: Study) -> str:
    """Say whether it is good to begin."""
    share, error = study.shares_by_order()[0]
    parity = 1 / study.seats
    if abs(share - parity) <= error:
        verdict = "no advantage or disadvantage that these games could show"
    else:
        verdict = "an advantage" if share > parity else "a disadvantage"
    return f"Whoever begins takes {share:.1%} ± {error:.1%} of the wins; parity is {parity:.1%}: {verdict}."


def tell_length(study: Study) -> str:
    """Say how long games are."""
    moves, plies = spread_of(study.decisions), spread_of(study.plies)
    return (
        f"{moves['mean']:.1f} moves on average, in nine of ten games from {moves['p5']:g} to {moves['p95']:g}; "
        f"with draws by chance {plies['mean']:.1f} plies."
    )


def tell_choices(study: Study) -> str:
    """Say how much there is to choose."""
    return f"{study.branching():.1f} moves are legal at a decision, on average."


def tell_ends(study: Study, game: AnyGame) -> str:
    """Say how games end."""
    total = study.reasons.total()
    ends = ", ".join(f"{_words(game, reason)} {count / total:.1%}" for reason, count in study.reasons.most_common())
    return f"{ends[0].upper()}{ends[1:]}. The win is shared in {study.shared_wins():.1%} of the games."


def tell_points(study: Study) -> str:
    """Say what wins, in games that have points."""
    points, margins = spread_of(study.points), spread_of(study.margins)
    return f"Winners have {points['mean']:.1f} points on average and are {margins['mean']:.1f} ahead of the next."


def tell_strength(strength: Sequence[Standing], seats: int) -> str:
    """Say how bots do against players who move at random."""
    bots = ", ".join(f"{bot.name} {bot.share:.1%} ± {bot.share_error:.1%}" for bot in strength)
    return f"Against random play: {bots}; parity is {1 / seats:.1%}."


def write_study(game: AnyGame, bot: str, seed: str, study: Study, strength: Sequence[Standing]) -> str:
    """Write the report."""
    cards = [*_describe_play(study), _describe_ends(study, game)]
    if study.points:
        cards += [
            write_card("Points", tell_points(study), render_histogram(study.points, "Points of the winners", "points")),
            write_card(
                "Margins",
                "By how many points the winner is ahead of the next one.",
                render_histogram(study.margins, "Margins of the winners", "points"),
            ),
        ]
    if strength:
        bars = [_bar(standing.name, standing.share, standing.share_error) for standing in strength]
        note = f"Each bot alone among players who move at random, {strength[0].games} games."
        cards.append(write_card("Skill", note, render_bars(bars, 1.0, "Share of the wins of each bot", 1 / game.seats)))
    cards.append(write_card("Numbers", "The values that 5, 50 and 95 of 100 games are not above.", _table(study)))
    begins = study.shares_by_order()[0][0]
    parts = [
        write_figures(
            [
                (f"{study.games:,}", "games"),
                (f"{begins:.1%}", "of the wins go to whoever begins"),
                (f"{spread_of(study.decisions)['mean']:.1f}", "moves a game"),
                (f"{study.branching():.1f}", "legal moves at a decision"),
                (f"{study.shared_wins():.1%}", "of the wins are shared"),
            ]
        ),
        write_cards(cards),
    ]
    options = list_options(game.options.format())
    lead = f"{study.games:,} games of {game.seats} players, all played by the bot {bot}. {options}"
    footer = f"Written by ludotheque study, seed {seed or '(empty)'}. Intervals hold the truth 95 times in 100."
    return write_page("Study", game.title, lead, parts, footer)


def _describe_play(study: Study) -> list[str]:
    parity = 1 / study.seats
    orders = [
        _bar(f"{'begins' if order == 0 else f'plays as number {order + 1}'}", share, error)
        for order, (share, error) in enumerate(study.shares_by_order())
    ]
    return [
        write_card(
            "Who begins",
            tell_order(study),
            render_bars(orders, scale_around(parity, orders), "Share of the wins by order of play", parity),
        ),
        write_card(
            "Length", tell_length(study), render_histogram(study.decisions, "How many moves games take", "moves")
        ),
        write_card(
            "Choice",
            f"{tell_choices(study)} Below: at the first, second, third move of the game, and so on.",
            render_curve(study.choices_by_decision(), "How many moves are legal as the game goes on"),
        ),
    ]


def _describe_ends(study: Study, game: AnyGame) -> str:
    total = study.reasons.total()
    bars = [
        _bar(_words(game, reason), count / total, _error(count, total)) for reason, count in study.reasons.most_common()
    ]
    shared = study.games - study.winners[1]
    bars.append(_bar("the win is shared, however it ended", shared / study.games, _error(shared, study.games)))
    looked = "Of all games." if total == study.games else f"Why they ended was looked at in the first {total:,} games."
    return write_card("How games end", looked, render_bars(bars, 1.0, "How games end"))


def _table(study: Study) -> str:
    rows = [("moves", study.decisions), ("plies", study.plies)]
    rows += [("points", study.points), ("margin", study.margins)] if study.points else []
    spreads = [(what, spread_of(values)) for what, values in rows]
    return write_table(
        ("", "mean", "5 %", "50 %", "95 %"),
        ((what, f"{s['mean']:.1f}", f"{s['p5']:g}", f"{s['p50']:g}", f"{s['p95']:g}") for what, s in spreads),
    )


def _bar(name: str, share: float, error: float) -> Bar:
    return Bar(name, share, error, f"{share:.1%} ± {error:.1%}")


def _error(count: int, total: int) -> float:
    share = count / total
    return half_interval(share * (1 - share), total)


def _words(game: AnyGame, reason: str) -> str:
    return game.describe_reason(reason) if isinstance(game, Presented) else reason
