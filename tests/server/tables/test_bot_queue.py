"""Whose question bots answer next: nobody gets more by asking more, by making up players, or by having waited."""

from collections.abc import Iterable

import pytest

from ludotheque.server.bots import queue as bot_queue
from ludotheque.server.bots.queue import FairQueue, Payer, QueueFull

ANN, BEN = Payer("ann", "192.0.2.1"), Payer("ben", "192.0.2.2")


def serve(queue: FairQueue[str], seconds: dict[str, float], count: int) -> list[str]:
    """Let one process answer so many entries; give their names, of which the part before the space has a cost."""
    served = []
    for _ in range(count):
        entry = queue.take()
        queue.finish(entry, seconds[entry.item.split()[0]])
        served.append(entry.item)
    return served


def put_all(queue: FairQueue[str], items: Iterable[str], payer: Payer) -> None:
    for item in items:
        queue.put(item, [payer])


def test_what_one_payer_asks_is_answered_in_order_but_moves_before_hints() -> None:
    queue: FairQueue[str] = FairQueue()
    for number, is_optional in enumerate([True, False, True, False]):
        queue.put(f"q {number}", [ANN], is_optional=is_optional)
    assert len(queue) == 4
    assert serve(queue, {"q": 1.0}, 4) == ["q 1", "q 3", "q 0", "q 2"]
    assert len(queue) == 0


def test_sixty_long_questions_of_one_do_not_delay_the_short_one_of_another() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"master {number}" for number in range(60)), ANN)
    running = queue.take()
    queue.put("easy", [BEN])
    queue.finish(running, 5.0)
    assert serve(queue, {"master": 5.0, "easy": 0.1}, 2) == ["easy", "master 1"]


def test_who_asks_little_again_and_again_is_always_next() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"master {number}" for number in range(60)), ANN)
    for _ in range(20):
        running = queue.take()
        assert running.item.startswith("master")
        queue.put("easy", [BEN])
        queue.finish(running, 5.0)
        assert serve(queue, {"easy": 0.1}, 1) == ["easy"]


def test_the_players_of_an_address_share_what_it_gets() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(f"theirs {number}", [Payer(f"made up {number}", "192.0.2.1")])
    put_all(queue, (f"mine {number}" for number in range(100)), BEN)
    served = serve(queue, {"theirs": 1.0, "mine": 1.0}, 100)
    assert sum(item.startswith("mine") for item in served) == 50


def test_at_one_address_every_player_gets_the_same() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"many {number}" for number in range(50)), Payer("ann", "192.0.2.1"))
    put_all(queue, (f"few {number}" for number in range(5)), Payer("ben", "192.0.2.1"))
    assert [item.split()[0] for item in serve(queue, {"many": 1.0, "few": 1.0}, 10)] == ["many", "few"] * 5


def test_time_is_shared_and_not_the_number_of_questions() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"long {number}" for number in range(100)), ANN)
    put_all(queue, (f"short {number}" for number in range(100)), BEN)
    served = serve(queue, {"long": 4.0, "short": 1.0}, 50)
    assert sum(item.startswith("short") for item in served) == 40


def test_without_an_address_a_player_is_one() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"a {number}" for number in range(10)), Payer("ann"))
    queue.put("b", [Payer("ben")])
    assert serve(queue, {"a": 1.0, "b": 1.0}, 2) == ["a 0", "b"]


def test_who_comes_late_starts_level_and_does_not_catch_up() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"old {number}" for number in range(200)), ANN)
    serve(queue, {"old": 1.0}, 100)
    put_all(queue, (f"new {number}" for number in range(50)), BEN)
    assert [item.split()[0] for item in serve(queue, {"old": 1.0, "new": 1.0}, 10)].count("new") in {5, 6}


def test_who_pauses_saves_nothing_up() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"old {number}" for number in range(200)), ANN)
    put_all(queue, ["new 0"], BEN)
    serve(queue, {"old": 1.0, "new": 1.0}, 100)
    put_all(queue, (f"new {number}" for number in range(1, 50)), BEN)
    assert [item.split()[0] for item in serve(queue, {"old": 1.0, "new": 1.0}, 10)].count("new") in {5, 6}


def test_of_several_who_might_pay_the_least_served_does() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"old {number}" for number in range(9)), ANN)
    serve(queue, {"old": 3.0}, 4)
    assert queue.put("shared", [ANN, BEN]).payer == BEN
    assert serve(queue, {"shared": 1.0}, 1) == ["shared"]


def test_with_several_processes_one_payer_does_not_get_them_all() -> None:
    queue: FairQueue[str] = FairQueue()
    put_all(queue, ["a 0", "a 1", "a 2"], ANN)
    put_all(queue, ["b 0", "b 1"], BEN)
    assert [queue.take().item for _ in range(4)] == ["a 0", "b 0", "a 1", "b 1"]


def test_what_nobody_waits_for_any_more_is_not_answered() -> None:
    queue: FairQueue[str] = FairQueue()
    entries = [queue.put(f"a {number}", [ANN]) for number in range(3)]
    queue.discard(entries[0])
    queue.discard(entries[0])
    taken = queue.take()
    queue.discard(taken)  # too late
    assert taken.item == "a 1"
    queue.finish(taken, 1.0)
    queue.discard(taken)
    assert serve(queue, {"a": 1.0}, 1) == ["a 2"]
    assert len(queue) == 0


def test_hints_are_refused_when_too_many_wait_and_moves_never(monkeypatch: pytest.MonkeyPatch) -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(bot_queue.MOST_OF_A_PLAYER):
        queue.put(f"ann {number}", [ANN], is_optional=True)
    with pytest.raises(QueueFull):
        queue.put("ann too", [ANN], is_optional=True)
    queue.put("ann's move", [ANN])
    for number in range(bot_queue.MOST_OF_AN_ADDRESS - len(queue)):
        queue.put(f"other {number}", [Payer(f"other {number}", ANN.address)], is_optional=True)
    with pytest.raises(QueueFull):
        queue.put("another", [Payer("another", ANN.address)], is_optional=True)
    monkeypatch.setattr(bot_queue, "MOST_OPTIONAL", bot_queue.MOST_OF_AN_ADDRESS)
    queue.put("ben 0", [BEN], is_optional=True)
    with pytest.raises(QueueFull):
        queue.put("ben 1", [BEN], is_optional=True)
    queue.put("ben's move", [BEN])
    serve(queue, dict.fromkeys(["ann", "ann's", "other", "ben", "ben's"], 1.0), len(queue))
    queue.put("ann again", [ANN], is_optional=True)


def test_accounts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "MOST_ACCOUNTS", 50)
    queue: FairQueue[str] = FairQueue()
    put_all(queue, (f"busy {number}" for number in range(500)), ANN)
    for number in range(400):
        queue.put("one", [Payer(f"player {number}", f"198.51.100.{number}")])
        serve(queue, {"one": 1.0, "busy": 1.0}, 1)
        assert len(queue._root.children) <= 52
    serve(queue, {"one": 1.0, "busy": 1.0}, len(queue))
    assert queue._root.children == {}
