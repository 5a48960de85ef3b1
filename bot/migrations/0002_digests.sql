-- A digest is one standing order. active_since: slots due before it are not owed.
CREATE TABLE digest (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    at            TEXT NOT NULL,
    zone          TEXT NOT NULL,
    weekdays      TEXT NOT NULL,
    list_id       INTEGER REFERENCES list (id) ON DELETE SET NULL,
    seed          INTEGER NOT NULL,
    state         TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'removed')),
    active_since  INTEGER NOT NULL,
    created_by    INTEGER NOT NULL,
    created_at    INTEGER NOT NULL
);

CREATE INDEX digest_by_guild ON digest (guild_id);

-- One row a post: a slot has a local date, an extra post has none. A slot is claimed by
-- inserting its row, so the unique key lets one process post it and no other.
-- tried_at: when somebody last set out to send it. refilled: it opened a new bag.
CREATE TABLE ledger (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    digest_id   INTEGER NOT NULL REFERENCES digest (id) ON DELETE CASCADE,
    channel_id  INTEGER NOT NULL,
    local_date  TEXT,
    due_at      INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('claimed', 'posted', 'skipped', 'failed')),
    bag         INTEGER NOT NULL DEFAULT 1,
    refilled    INTEGER NOT NULL DEFAULT 0,
    paper_id    INTEGER REFERENCES paper (id) ON DELETE SET NULL,
    message_id  INTEGER,
    claimed_at  INTEGER NOT NULL,
    tried_at    INTEGER NOT NULL,
    posted_at   INTEGER,
    reason      TEXT,
    hint        TEXT,
    UNIQUE (digest_id, local_date),
    CHECK (state <> 'posted' OR message_id IS NOT NULL),
    CHECK (state NOT IN ('skipped', 'failed') OR (reason IS NOT NULL AND hint IS NOT NULL))
);

CREATE INDEX ledger_by_state ON ledger (digest_id) WHERE state = 'claimed';
CREATE INDEX ledger_by_bag ON ledger (digest_id, bag, paper_id);
