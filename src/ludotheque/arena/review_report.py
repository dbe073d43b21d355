"""The report of a review: curve, luck and decisions, and the decisions that mattered, as text and as a page."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ludotheque.arena.page import list_options, write_card, write_cards, write_figures, write_page, write_table
from ludotheque.arena.plots import render_stack
from ludotheque.core.game import AnyGame, Presented
from ludotheque.core.match import Match
from ludotheque.core.pictures.svg import element, seat_mark
from ludotheque.review.result import Account, Moment, Review

HEADINGS = ("", "start", "luck", "own", "others’", "unseen", "remainder", "end")
_BLOCKS = "▁▂▃▄▅▆▇█"


def list_curve(review: Review, *, known: bool) -> list[tuple[float, ...]]:
    """List the shares along the game, as it was or as could be known, which is only where a seat decides."""
    if not known:
        return [point.open for point in review.points]
    return [*(point.known for point in review.points if point.known is not None), review.points[-1].open]


def draw_sparkline(shares: Sequence[float], width: int) -> str:
    """Draw shares from 0 to 1 as a line of blocks, not longer than `width`."""
    count = min(width, len(shares))
    picked = [shares[round(index * (len(shares) - 1) / max(1, count - 1))] for index in range(count)]
    return "".join(_BLOCKS[min(len(_BLOCKS) - 1, int(share * len(_BLOCKS)))] for share in picked)


def list_parts(account: Account) -> tuple[str, ...]:
    """Write an account in percent: the share at the start, what was added, and the share at the end."""
    added = (account.luck, account.own, account.others, account.unseen, account.remainder)
    return (f"{account.initial:.0%}", *(format_change(part) for part in added), f"{account.final:.0%}")


def format_change(change: float) -> str:
    """Write a change in percent, with its sign."""
    percent = round(100 * change)
    return f"{'−' if percent < 0 else '+' if percent > 0 else ''}{abs(percent)}%"


def tell_judge(review: Review) -> str:
    """Say what the values come from."""
    if not review.iterations:
        return "By a first look at every position: there was no time for more."
    what = {
        "search": f"searches of {review.iterations:,} iterations",
        "sampled search": f"{review.iterations:,} small searches of every position",
        "random play": f"{review.iterations:,} games played on at random from every position",
    }[review.judge]
    return f"By {what}." + ("" if review.is_complete else " Not finished.")


def write_review(review: Review, match: Match[Any, Any, Any]) -> str:
    """Write the page; `match` is what was reviewed."""
    names = [f"{seat + 1} {name}" for seat, name in enumerate(review.seats)]
    winners = [review.seats[seat] for seat, share in enumerate(review.points[-1].open) if share > 0]
    curves = [
        write_card(
            "As it was",
            "Everybody’s share of the win, hidden hands included, ply by ply.",
            render_stack(list_curve(review, known=False), names, "Shares of the win as it was"),
        ),
        write_card(
            "As could be known then",
            "The same by what the player could see who was to decide, decision by decision.",
            render_stack(list_curve(review, known=True), names, "Shares of the win as could be known"),
        ),
    ]
    rows = [(names[account.seat], *list_parts(account)) for account in review.accounts]
    table = write_card(
        "Luck and decisions",
        "The start and what was added to it make the end. A decision is judged by what its player could see, and what "
        "hidden things made of it is the unseen. The remainder is what the evaluation changed its mind about.",
        write_table(HEADINGS, rows),
    )
    moments = [_write_moment(moment, review, match) for moment in review.moments]
    parts = [write_figures(_list_figures(review)), write_cards(curves), write_cards([table], wide=True)]
    parts += [write_cards(moments)] if moments else []
    return write_page(
        "Review",
        f"{review.title}: {' and '.join(winners)} won" if len(winners) == 1 else f"{review.title}: a shared win",
        f"{', '.join(review.seats)}. {list_options(review.options)}",
        parts,
        tell_judge(review),
    )


def _list_figures(review: Review) -> list[tuple[str, str]]:
    """List what is told in large figures: how long the game was, how much of it was luck, how often somebody erred."""
    luckiest = max(review.accounts, key=lambda account: account.luck)
    decisions = sum(ply.kind == "decision" for ply in review.plies)
    mistakes = sum(moment.kind == "mistake" for moment in review.moments)
    return [
        (str(decisions), "decisions"),
        (format_change(luckiest.luck), f"of luck for {review.seats[luckiest.seat]}, the most"),
        (str(mistakes), "mistakes that mattered"),
    ]


def tell_moment(moment: Moment, review: Review) -> str:
    """Say who did what when."""
    return f"Ply {moment.ply}, {review.seats[moment.seat]}: {moment.played.text}"


def _write_moment(moment: Moment, review: Review, match: Match[Any, Any, Any]) -> str:
    content = "".join(_draw_moment(moment, match)) + _write_line(moment)
    swing = format_change(moment.swing)
    mark = element("svg", seat_mark(moment.seat, 10, 10, 8), viewBox="0 0 20 20", style="width:1em;display:inline")
    card = write_card(f"{tell_moment(moment, review)}, {swing}", moment.sentence, content)
    return card.replace("<h2>", f"<h2>{mark} ", 1)


def _write_line(moment: Moment) -> str:
    if moment.kind == "find":
        return ""
    moves = " ".join(ply.move.text for ply in moment.line)
    return f'<p class="lead">It might have gone on with {escape(moves)}</p>'


def _draw_moment(moment: Moment, match: Match[Any, Any, Any]) -> Iterator[str]:
    """Draw what was played and, for a mistake, what should have been, as the player saw it."""
    game: AnyGame = match.game
    if not isinstance(game, Presented):
        return
    before = match.plies[moment.ply - 1].before
    for caption, move in (("played", moment.played), ("better", moment.better)):
        if caption == "played" or moment.kind == "mistake":
            picture = game.picture(game.observe(game.apply(before, move.move), moment.seat))
            label = f"{caption}: {move.text}" if moment.kind == "mistake" else move.text
            yield f'<figure style="margin:0 0 1rem">{picture}<figcaption>{escape(label)}</figcaption></figure>'
