BEGIN TRANSACTION;
CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables,
        number INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        seat INTEGER,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "chat" VALUES('t1',1,'player-ann','Ann',NULL,'hello',1001);
CREATE TABLE credentials (
        id TEXT PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players,
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL
    , used_at INTEGER NOT NULL DEFAULT 0) STRICT
    ;
INSERT INTO "credentials" VALUES('cookie-ann-1','player-ann','cookie','',X'636F6F6B6965',1,0);
CREATE TABLE health (checks INTEGER NOT NULL) STRICT;
INSERT INTO "health" VALUES(0);
CREATE TABLE links (
        hash BLOB PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "links" VALUES(X'6C696E6B','player-ann',600);
CREATE TABLE members (
        player TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables, rank INTEGER NOT NULL DEFAULT 0, changed_at INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (player, table_id)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "members" VALUES('player-ann','t1',0,1000);
INSERT INTO "members" VALUES('player-ann','t2',1,1000);
CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "players" VALUES('player-ann','Ann',1);
CREATE TABLE plies (
        table_id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        actor INTEGER NOT NULL,
        move TEXT NOT NULL,
        spent INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, ply)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "plies" VALUES('t1',1,0,0,'move 1',10,1001);
INSERT INTO "plies" VALUES('t1',2,1,-1,'move 2',20,1002);
CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables,
        rules_version INTEGER NOT NULL,
        format INTEGER NOT NULL,
        is_complete INTEGER NOT NULL,
        body BLOB NOT NULL,
        made_at INTEGER NOT NULL,
        PRIMARY KEY (table_id, rules_version)
    ) STRICT
    ;
INSERT INTO "reviews" VALUES('t2',1,1,1,X'7B7D',2000);
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seats TEXT NOT NULL,
        status TEXT NOT NULL,
        host TEXT NOT NULL,
        seed BLOB NOT NULL,
        epoch INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        rematch TEXT,
        outcome TEXT
    , began_at INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, banned TEXT NOT NULL DEFAULT '[]', unreadable INTEGER NOT NULL DEFAULT 0, open_seats INTEGER NOT NULL DEFAULT 0, draws INTEGER NOT NULL DEFAULT 1, nonces TEXT NOT NULL DEFAULT '[]', position TEXT) STRICT
    ;
INSERT INTO "tables" VALUES('t1','CODE-t1','tsuro',1,'{"edition": "calliope", "players": "2"}','{"visibility": "public", "clock": {"kind": "none"}}','[{"kind": "person", "player": "player-ann"}, {"kind": "open", "player": null}]','playing','player-ann',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',1,1000,1000,NULL,NULL,0,2,'[]',0,1,1,'[]',NULL);
INSERT INTO "tables" VALUES('t2','CODE-t2','tsuro',1,'{"edition": "calliope", "players": "2"}','{"visibility": "public", "clock": {"kind": "none"}}','[{"kind": "person", "player": "player-ann"}, {"kind": "open", "player": null}]','over','player-ann',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',0,1000,1000,NULL,'{"ranks": [1, 2]}',0,0,'[]',0,1,1,'[]',NULL);
CREATE INDEX credentials_of ON credentials (player, kind, created_at);
CREATE INDEX links_by_age ON links (expires_at);
CREATE INDEX tables_by_status ON tables (status, changed_at);
CREATE INDEX members_of ON members (table_id);
CREATE TRIGGER open_seats_come AFTER INSERT ON tables BEGIN
        UPDATE tables SET open_seats = (SELECT count(*) FROM json_each(seats) WHERE value->>'kind' = 'open')
        WHERE id = NEW.id;
    END;
CREATE TRIGGER open_seats_change AFTER UPDATE OF seats ON tables WHEN NEW.seats <> OLD.seats BEGIN
        UPDATE tables SET open_seats = (SELECT count(*) FROM json_each(seats) WHERE value->>'kind' = 'open')
        WHERE id = NEW.id;
    END;
CREATE INDEX tables_to_join ON tables (changed_at)
    WHERE status = 'waiting' AND settings->>'visibility' = 'public' AND open_seats > 0 AND unreadable = 0
    ;
CREATE INDEX tables_to_watch ON tables (changed_at)
    WHERE status = 'playing' AND settings->>'watch' = 'anyone' AND unreadable = 0
    ;
CREATE INDEX tables_unreadable ON tables (id) WHERE unreadable = 1;
CREATE INDEX members_listed ON members (player, rank, changed_at DESC);
CREATE TRIGGER members_come AFTER INSERT ON tables BEGIN
        INSERT INTO members
            SELECT NEW.host, NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            UNION SELECT value->>'player', NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            FROM json_each(NEW.seats) WHERE value->>'player' IS NOT NULL;
    END;
CREATE TRIGGER members_change AFTER UPDATE OF seats, host, status, changed_at, unreadable ON tables BEGIN
        DELETE FROM members WHERE table_id = NEW.id;
        INSERT INTO members
            SELECT NEW.host, NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            UNION SELECT value->>'player', NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            FROM json_each(NEW.seats) WHERE value->>'player' IS NOT NULL;
    END;
CREATE TRIGGER plies_follow BEFORE INSERT ON plies
    WHEN NEW.epoch IS NOT (SELECT epoch FROM tables WHERE id = NEW.table_id AND status <> 'over')
        OR NEW.ply IS NOT (SELECT coalesce(max(ply), 0) + 1 FROM plies WHERE table_id = NEW.table_id)
    BEGIN
        SELECT RAISE(ABORT, 'the ply does not follow');
    END;
COMMIT;
PRAGMA user_version = 6;
