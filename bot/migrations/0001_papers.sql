-- guild_id IS NULL: the shared library, seen by every guild. Instants are Unix seconds.

CREATE TABLE list (
    id        INTEGER PRIMARY KEY,
    guild_id  INTEGER,
    name      TEXT NOT NULL,
    venue     TEXT,
    year      INTEGER
);

CREATE UNIQUE INDEX list_by_name ON list (ifnull(guild_id, 0), name COLLATE NOCASE);

-- AUTOINCREMENT: a code such as P-17 is never given to another paper.
CREATE TABLE paper (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id    INTEGER,
    title       TEXT,
    abstract    TEXT,
    authors     TEXT NOT NULL DEFAULT '[]',
    url         TEXT,
    year        INTEGER,
    headline    TEXT NOT NULL,
    plain       TEXT NOT NULL,
    added_at    INTEGER NOT NULL,
    added_by    INTEGER,
    updated_at  INTEGER NOT NULL,
    removed_at  INTEGER,
    CHECK (title IS NOT NULL OR abstract IS NOT NULL)
);

CREATE INDEX paper_in_view ON paper (guild_id, year) WHERE removed_at IS NULL;
CREATE INDEX paper_by_age ON paper (added_at DESC, id) WHERE removed_at IS NULL;

CREATE TABLE paper_name (
    paper_id   INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    name       TEXT NOT NULL,
    expansion  TEXT,
    key        TEXT NOT NULL,
    PRIMARY KEY (paper_id, position)
) WITHOUT ROWID;

CREATE INDEX paper_name_by_key ON paper_name (key);

CREATE TABLE entry (
    list_id   INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
    paper_id  INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    PRIMARY KEY (list_id, paper_id)
) WITHOUT ROWID;

CREATE INDEX entry_by_paper ON entry (paper_id);

-- What each source said when it was last read: the same text again is no change, even
-- after a librarian edited the paper; a new text in its place is a correction.
CREATE TABLE source_text (
    source       TEXT NOT NULL,
    guild_id     INTEGER,
    fingerprint  TEXT NOT NULL,
    paper_id     INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX source_text_once ON source_text (source, ifnull(guild_id, 0), fingerprint);
CREATE INDEX source_text_by_fingerprint ON source_text (fingerprint);
CREATE INDEX source_text_by_paper ON source_text (paper_id);

-- Every librarian's change. `before` and `after` are for what the paper was (JSON); adding
-- and removing need neither, as the row itself stays.
CREATE TABLE change (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER,
    paper_id   INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    action     TEXT NOT NULL CHECK (action IN ('add', 'edit', 'remove', 'restore')),
    by_user    INTEGER,
    at         INTEGER NOT NULL,
    before     TEXT,
    after      TEXT
);

CREATE VIRTUAL TABLE paper_index USING fts5 (
    headline, names, authors, body,
    tokenize = "unicode61 remove_diacritics 2",
    prefix = '2 3'
);

CREATE VIRTUAL TABLE paper_word USING fts5vocab (paper_index, row);

-- One row a fact about this database, such as the version of the rules by which
-- headlines and names were derived, or the hash of the commands Discord knows.
CREATE TABLE fact (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) WITHOUT ROWID;

-- What a message remembers between two presses of its buttons; gone after a day.
CREATE TABLE panel (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT NOT NULL,
    guild_id    INTEGER NOT NULL,
    owner_id    INTEGER NOT NULL,
    state       TEXT NOT NULL,
    expires_at  INTEGER NOT NULL
);

CREATE INDEX panel_by_expiry ON panel (expires_at);
