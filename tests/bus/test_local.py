"""How what happens reaches those who listen, within a process."""

from ludotheque.bus.local import LocalBus


def test_everybody_who_listens_to_a_table_hears_in_order_and_nobody_else() -> None:
    bus = LocalBus()
    heard: list[tuple[str, int]] = []
    for name, table in [("ann", "t1"), ("bob", "t1"), ("cid", "t2")]:
        bus.subscribe(table, lambda message, name=name: heard.append((name, message)))  # type: ignore[misc] # a default
    bus.publish("t1", 1)
    bus.publish("t1", 2)
    bus.publish("t3", 3)
    assert heard == [("ann", 1), ("bob", 1), ("ann", 2), ("bob", 2)]


def test_whoever_stops_hears_no_more_even_when_stopping_while_hearing() -> None:
    bus = LocalBus()
    heard: list[str] = []

    def hear_once(_message: str) -> None:
        heard.append("ann")
        stop()

    stop = bus.subscribe("t1", hear_once)
    bus.subscribe("t1", lambda _message: heard.append("bob"))
    bus.publish("t1", "one")
    bus.publish("t1", "two")
    assert heard == ["ann", "bob", "bob"]
    stop()  # once more does no harm


def test_tables_that_nobody_listens_to_leave_nothing_behind() -> None:
    bus = LocalBus()
    for number in range(3):
        bus.subscribe(f"t{number}", print)()
    assert bus._listeners == {}


async def test_after_closing_nobody_hears_anything() -> None:
    bus = LocalBus()
    heard: list[str] = []
    await bus.open()
    bus.subscribe("t1", heard.append)
    await bus.close()
    bus.publish("t1", "late")
    assert heard == []
