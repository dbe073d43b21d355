"""Chat: how long, how often, and who does not want to hear it."""

import pytest

from ludotheque.server.identity.names import name_guest
from ludotheque.store.store import Player
from tests.server.tables.table_harness import Guest, TableHarness, person


async def test_what_is_said_is_heard_by_everybody_and_kept(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = [*await harness.sit_all(table), await harness.sit(table, None)]
    await guests[1].send(type="chat", text="Bonjour, ça va ? 👩‍🚀")
    for guest in guests:
        said = await guest.hear("chat")
        assert said["text"] == "Bonjour, ça va ? 👩‍🚀"
        assert (said["player"], said["name"], said["seat"], said["number"]) == ("player1", "Person 1", 1, 1)
    await harness.restart()
    late = await harness.sit(await harness.tables.find(table.id), None)
    assert [said["text"] for said in late.messages[0]["chat"]] == ["Bonjour, ça va ? 👩‍🚀"]
    assert "type" in late.messages[0]["chat"][0]


async def test_spectators_with_a_name_may_speak_and_others_not(harness: TableHarness) -> None:
    table = await harness.open_table()
    guest = await harness.sit(table, 0)
    await (await harness.sit(table, 5)).send(type="chat", text="Hello")
    assert (await guest.hear("chat"))["seat"] is None
    nobody = await harness.sit(table, None)
    assert await nobody.refused(type="chat", text="Hello") == "not_allowed"
    assert await nobody.refused(type="mute", player="player0", muted=True) == "not_allowed"


async def test_nobody_speaks_under_the_name_of_somebody_else(harness: TableHarness) -> None:
    """A spectator who is called like somebody who sits here, or has spoken, is shown with a number."""
    table = await harness.open_table()
    listener = await harness.sit(table, 0)
    heard = []
    for number, name in ((5, "PERSON 0"), (6, "Eve"), (7, "eve"), (1, "Person 1"), (6, "Eve")):
        guest = Guest(table, Player(f"player{number}", name, 0))
        harness.guests.append(guest)
        await (await guest.connect()).send(type="chat", text="Hello")
        heard.append((await listener.hear("chat"))["name"])
    assert heard == ["PERSON 0 (2)", "Eve", "eve (2)", "Person 1", "Eve"]


@pytest.mark.parametrize(
    ("text", "kept"), [("a\x00b\x1b[31mc", "ab[31mc"), ("  x\ny\t", "x y"), ("\u202eevil", "evil"), ("a\u200bb", "ab")]
)
async def test_characters_that_are_no_text_are_taken_out(harness: TableHarness, text: str, kept: str) -> None:
    guest = await harness.sit(await harness.open_table(), 0)
    await guest.send(type="chat", text=text)
    assert (await guest.hear("chat"))["text"] == kept


async def test_nothing_to_read_is_refused(harness: TableHarness) -> None:
    guest = await harness.sit(await harness.open_table(), 0)
    assert await guest.refused(type="chat", text=" \n ") == "malformed"
    assert await guest.refused(type="chat", text="\u202e") == "malformed"


async def test_who_talks_too_fast_must_wait(harness: TableHarness) -> None:
    table = await harness.open_table()
    guest, other = await harness.sit_all(table)
    for number in range(5):
        await guest.send(type="chat", text=f"{number}")
    assert await guest.refused(type="chat", id="six", text="5") == "too_fast"
    await other.send(type="chat", text="I may")
    harness.now.pass_seconds(2)
    await guest.send(type="chat", text="again")
    await other.catch_up()
    assert [said["text"] for said in guest.messages if said["type"] == "chat"] == [*"01234", "I may", "again"]


async def test_who_is_muted_is_not_heard_and_all_others_do(harness: TableHarness) -> None:
    table = await harness.open_table()
    guest, other = await harness.sit_all(table)
    await guest.send(type="mute", player=person(1).id, muted=True)
    await other.send(type="chat", text="unheard")
    await other.hear("chat")
    tab = await harness.sit(table, 0)
    assert tab.messages[0]["chat"] == []
    await guest.send(type="mute", player=person(1).id, muted=False)
    await other.send(type="chat", text="heard")
    assert (await guest.hear("chat"))["text"] == "heard"


async def test_a_table_may_have_no_chat(harness: TableHarness) -> None:
    table = await harness.open_table(chat=False)
    guest = await harness.sit(table, 0)
    assert guest.table["settings"]["chat"] is False
    assert await guest.refused(type="chat", id="c1", text="Hello?") == "no_chat"
    assert await harness.store.list_chat(table.id) == []


async def test_a_server_without_chat_has_none_at_any_table_and_tells_nobody_what_was_said(
    harness: TableHarness,
) -> None:
    table = await harness.open_table()
    guest = await harness.sit(table, 0)
    await guest.send(type="chat", text="Hello?")
    await guest.hear("chat")
    harness.has_chat = False
    await harness.restart()
    late = await harness.sit(await harness.tables.find(table.id), 1)
    assert late.messages[0]["chat"] == []
    assert late.table["settings"]["chat"] is False
    assert await late.refused(type="chat", text="Hello!") == "no_chat"
    harness.has_chat = True
    await harness.restart()
    again = await harness.sit(await harness.tables.find(table.id), 0)
    assert [said["text"] for said in again.messages[0]["chat"]] == ["Hello?"]
    assert again.table["settings"]["chat"] is True


async def test_a_guest_who_says_something_is_marked(harness: TableHarness) -> None:
    table = await harness.open_table()
    listener = await harness.sit(table, 0)
    guest = Guest(table, Player("eve", name_guest("eve"), 0))
    harness.guests.append(guest)
    await (await guest.connect()).send(type="chat", text="Hello")
    said = await listener.hear("chat")
    assert said["name"] == f"Guest {said['guest']}"
