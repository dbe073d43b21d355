"""Rows to store, as short as a test wants them."""

from typing import Any

from ludotheque.store.store import ChatRow, Credential, CredentialKind, Player, PlyRow, ReviewRow, TableRow


def player(name: str = "ann") -> Player:
    return Player(id=f"player-{name}", name=name.title(), created_at=1)


def credential(of: str = "ann", kind: CredentialKind = "cookie", number: int = 1) -> Credential:
    return Credential(id=f"{kind}-{of}-{number}", player=f"player-{of}", kind=kind, label="", created_at=number)


def table(name: str = "t1", **changes: Any) -> TableRow:
    fields: dict[str, Any] = {
        "id": name,
        "code": f"CODE-{name}",
        "game": "tsuro",
        "rules_version": 1,
        "options": {"edition": "calliope", "players": "2"},
        "settings": {"visibility": "public", "clock": {"kind": "none"}},
        "seats": [{"kind": "person", "player": "player-ann"}, {"kind": "open", "player": None}],
        "status": "waiting",
        "host": "player-ann",
        "seed": bytes(range(32)),
        "epoch": 0,
        "created_at": 1000,
        "changed_at": 1000,
    }
    return TableRow(**(fields | changes))


def ply(number: int, actor: int = 0, move: str = "") -> PlyRow:
    return PlyRow(ply=number, actor=actor, move=move or f"move {number}", spent=10 * number, at=1000 + number)


def chat(number: int, text: str = "hello") -> ChatRow:
    return ChatRow(number=number, player="player-ann", name="Ann", seat=None, text=text, at=1000 + number)


def review(table: str = "t1", body: bytes = b"{}", **changes: Any) -> ReviewRow:
    fields: dict[str, Any] = {"rules_version": 1, "format": 1, "is_complete": True, "made_at": 2000}
    return ReviewRow(table=table, body=body, **(fields | changes))
