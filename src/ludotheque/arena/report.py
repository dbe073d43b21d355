"""The report of a tournament: who did how well, and what the games were like, with tables and plots."""

from collections import Counter

from ludotheque.arena.page import (
    list_options,
    write_card,
    write_cards,
    write_figures,
    write_list,
    write_page,
    write_table,
)
from ludotheque.arena.plots import Bar, render_bars, render_histogram, scale_around
from ludotheque.arena.standings import Standings
from ludotheque.arena.tournament import FAILURE, Plan
from ludotheque.core import registry
from ludotheque.core.game import Presented


def write_report(plan: Plan, standings: Standings) -> str:
    """Write the report."""
    best = standings.entrants[0]
    top = max(50.0, *(entrant.rating + entrant.rating_error for entrant in standings.entrants))
    shares = [Bar(e.name, e.share, e.share_error, f"{e.share:.1%} ± {e.share_error:.1%}") for e in standings.entrants]
    ratings = [
        Bar(e.name, e.rating, e.rating_error, f"{e.rating:.1f} ± {e.rating_error:.1f}") for e in standings.entrants
    ]
    seats = [Bar(f"seat {n}", share, 0.0, f"{share:.1%}") for n, share in enumerate(standings.wins_per_seat, start=1)]
    times = [Bar(e.name, e.milliseconds_a_move, 0.0, f"{e.milliseconds_a_move:.2f}") for e in standings.entrants]
    parity = 1 / len(plan.entrants)
    failures = len(standings.failures)
    parts = [
        write_figures(
            [
                (f"{standings.games:,}", "games"),
                (f"{best.share:.1%}", f"of the wins go to {best.name}"),
                (f"{sum(standings.plies) / standings.games:.1f}", "plies a game, on average"),
                (f"{failures:,}", "game lost by a failure" if failures == 1 else "games lost by a failure"),
            ]
        ),
        write_cards(
            [write_card("Standings", "The best first. Wins that are shared are split.", _table(standings))], wide=True
        ),
        write_cards(
            [
                write_card(
                    "Share of the wins",
                    "Thin lines are intervals that hold the truth 95 times in 100.",
                    render_bars(shares, scale_around(parity, shares), "Share of the wins of each bot", parity),
                ),
                write_card(
                    "Rating",
                    "Plackett–Luce, from the ranks of all games; everybody starts at 25.",
                    render_bars(ratings, top, "Rating of each bot"),
                ),
                write_card(
                    "Seats",
                    "What share of the wins went to each seat, whoever sat there.",
                    render_bars(seats, scale_around(parity, seats), "Share of the wins of each seat", parity),
                ),
                write_card(
                    "Time to think",
                    "Milliseconds a move, on average.",
                    render_bars(times, max(0.01, *(bar.value for bar in times)), "Milliseconds a move of each bot"),
                ),
                write_card(
                    "How games ended",
                    "Of all games, however they were won.",
                    render_bars(_list_ends(plan, standings), 1.0, "How games ended"),
                ),
                write_card(
                    "How long games took",
                    "In plies: moves and draws together.",
                    render_histogram(Counter(standings.plies), "How many plies games took", "plies"),
                ),
            ]
        ),
    ]
    if standings.failures:
        says = "A bot that raises, answers illegally or too late loses the game."
        parts.append(write_cards([write_card("Failures", says, write_list(standings.failures))], wide=True))
    title = registry.find(plan.game).title
    lead = f"{', '.join(plan.labels())}. {list_options(plan.options)} Seed {plan.seed or '(empty)'}."
    if plan.paired:
        lead += f" Every deal is played {len(plan.entrants)} times, once from each rotation of the seats."
    return write_page("Tournament", title, lead, parts, "Written by ludotheque arena.")


def _list_ends(plan: Plan, standings: Standings) -> list[Bar]:
    game = plan.check()
    words = {FAILURE: "a bot failed"}
    bars = []
    for reason, count in sorted(standings.reasons.items(), key=lambda entry: -entry[1]):
        said = game.describe_reason(reason) if isinstance(game, Presented) and reason not in words else reason
        bars.append(Bar(words.get(reason, said), count / standings.games, 0.0, f"{count / standings.games:.1%}"))
    return bars


def _table(standings: Standings) -> str:
    return write_table(
        ("bot", "share of wins", "mean rank", "rating", "ms a move", "failures"),
        (
            (
                entrant.name,
                f"{entrant.share:.1%} ± {entrant.share_error:.1%}",
                f"{entrant.mean_rank:.2f}",
                f"{entrant.rating:.1f} ± {entrant.rating_error:.1f}",
                f"{entrant.milliseconds_a_move:.2f}",
                str(entrant.failures),
            )
            for entrant in standings.entrants
        ),
    )
