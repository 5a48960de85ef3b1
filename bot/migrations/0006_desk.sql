-- `ids`: identifiers besides that of the link (JSON). `withdrawn`: taken back by an undo, as if it
-- had never come, so that the same text brings it again; a paper only removed stays out.
ALTER TABLE paper ADD COLUMN venue TEXT;
ALTER TABLE paper ADD COLUMN ids TEXT NOT NULL DEFAULT '[]';
ALTER TABLE paper ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE paper ADD COLUMN merged_into INTEGER REFERENCES paper (id);
-- The import that brought it.
ALTER TABLE paper ADD COLUMN batch_id INTEGER;
CREATE INDEX paper_by_batch ON paper (batch_id) WHERE batch_id IS NOT NULL;

-- Every name under which a paper is known elsewhere, such as arxiv:2401.01234.
CREATE TABLE identifier (
    key       TEXT NOT NULL,
    paper_id  INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    PRIMARY KEY (key, paper_id)
) WITHOUT ROWID;

INSERT INTO identifier SELECT address, paper_id FROM heading WHERE address IS NOT NULL;
DROP INDEX IF EXISTS heading_by_address;

-- Changes that were made, and are taken back, together. `undoes`: the batch it takes back.
-- guild_id: the library it went to. server_id: where it was made; none on the command line.
-- counts: what became of its records (JSON).
CREATE TABLE batch (
    id         INTEGER PRIMARY KEY,
    server_id  INTEGER,
    guild_id   INTEGER,
    source     TEXT NOT NULL,
    by_user    INTEGER,
    at         INTEGER NOT NULL,
    counts     TEXT NOT NULL DEFAULT '{}',
    place      INTEGER NOT NULL,  -- the last revision before it, to order the log
    undoes     INTEGER REFERENCES batch (id),
    undone     INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX batch_by_server ON batch (server_id, id);

-- A change holds what it touched, as it was before and as it was after (JSON). `undone`: taken
-- back since, and not made again.
CREATE TABLE revision (
    id         INTEGER PRIMARY KEY,
    server_id  INTEGER,
    paper_id   INTEGER REFERENCES paper (id) ON DELETE CASCADE,
    list_id    INTEGER REFERENCES list (id) ON DELETE CASCADE,
    action     TEXT NOT NULL,
    by_user    INTEGER,
    at         INTEGER NOT NULL,
    before     TEXT NOT NULL,
    after      TEXT NOT NULL,
    batch_id   INTEGER REFERENCES batch (id),
    undoes     INTEGER REFERENCES revision (id),
    undone     INTEGER NOT NULL DEFAULT 0,
    CHECK ((paper_id IS NULL) <> (list_id IS NULL))
);

INSERT INTO revision (id, server_id, paper_id, action, by_user, at, before, after)
SELECT id, guild_id, paper_id, action, by_user, at,
       json_object('removed', json(iif(action = 'remove', 'false', 'true'))),
       json_object('removed', json(iif(action = 'remove', 'true', 'false')))
FROM change WHERE action IN ('add', 'remove');

DROP TABLE change;
CREATE INDEX revision_by_server ON revision (server_id, id) WHERE batch_id IS NULL;
CREATE INDEX revision_by_batch ON revision (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX revision_by_paper ON revision (paper_id, id);

-- What a server does not want to see of the shared library: one paper, or a whole list.
-- list_id: the hidden list for which the paper is; 0 for itself.
CREATE TABLE hidden_paper (
    guild_id  INTEGER NOT NULL,
    paper_id  INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    list_id   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, paper_id, list_id)
) WITHOUT ROWID;

CREATE TABLE hidden_list (
    guild_id  INTEGER NOT NULL,
    list_id   INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
    PRIMARY KEY (guild_id, list_id)
) WITHOUT ROWID;

-- A paper that joins a hidden list is hidden too, unless it is in another that is not.
CREATE TRIGGER entry_hidden AFTER INSERT ON entry
WHEN EXISTS (SELECT 1 FROM hidden_list WHERE list_id = new.list_id) BEGIN
    INSERT OR IGNORE INTO hidden_paper (guild_id, paper_id, list_id)
    SELECT guild_id, new.paper_id, new.list_id FROM hidden_list
    WHERE list_id = new.list_id AND NOT EXISTS (
        SELECT 1 FROM entry other WHERE other.paper_id = new.paper_id AND other.list_id NOT IN (
            SELECT list_id FROM hidden_list theirs WHERE theirs.guild_id = hidden_list.guild_id
        )
    );
END;

CREATE TRIGGER entry_shown AFTER INSERT ON entry
WHEN EXISTS (SELECT 1 FROM hidden_paper WHERE paper_id = new.paper_id AND list_id <> 0) BEGIN
    DELETE FROM hidden_paper
    WHERE paper_id = new.paper_id AND list_id <> 0 AND guild_id NOT IN (
        SELECT guild_id FROM hidden_list WHERE list_id = new.list_id
    );
END;

CREATE INDEX hidden_paper_by_paper ON hidden_paper (paper_id);
ALTER TABLE list ADD COLUMN position INTEGER;

CREATE TABLE librarian_role (
    guild_id  INTEGER NOT NULL,
    role_id   INTEGER NOT NULL,
    PRIMARY KEY (guild_id, role_id)
) WITHOUT ROWID;

-- What members suggest for a paper; a librarian decides.
CREATE TABLE proposal (
    id        INTEGER PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    paper_id  INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    field     TEXT NOT NULL CHECK (field IN ('title', 'url')),
    value     TEXT NOT NULL,
    by_user   INTEGER NOT NULL,
    at        INTEGER NOT NULL
);

-- A file waits here for the librarian's word, a day at most.
CREATE TABLE upload (
    id          INTEGER PRIMARY KEY,
    guild_id    INTEGER NOT NULL,
    by_user     INTEGER NOT NULL,
    name        TEXT NOT NULL,
    list_name   TEXT,
    data        BLOB NOT NULL,
    expires_at  INTEGER NOT NULL
);
