-- What a digest brings and how. skipped: local dates, comma-separated. query: a standing
-- search. told: the trouble its organiser was told of last, so that it is told once.
ALTER TABLE digest ADD COLUMN every_weeks INTEGER NOT NULL DEFAULT 1;
ALTER TABLE digest ADD COLUMN first_date TEXT;
ALTER TABLE digest ADD COLUMN last_date TEXT;
ALTER TABLE digest ADD COLUMN skipped TEXT NOT NULL DEFAULT '';
ALTER TABLE digest ADD COLUMN first_year INTEGER;
ALTER TABLE digest ADD COLUMN last_year INTEGER;
ALTER TABLE digest ADD COLUMN titled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE digest ADD COLUMN query TEXT;
ALTER TABLE digest ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE digest ADD COLUMN papers INTEGER NOT NULL DEFAULT 1 CHECK (papers BETWEEN 1 AND 5);
ALTER TABLE digest ADD COLUMN ordering TEXT NOT NULL DEFAULT 'shuffle'
    CHECK (ordering IN ('shuffle', 'newest', 'list', 'saved'));
ALTER TABLE digest ADD COLUMN when_dry TEXT NOT NULL DEFAULT 'refill'
    CHECK (when_dry IN ('refill', 'pause'));
ALTER TABLE digest ADD COLUMN when_late TEXT NOT NULL DEFAULT 'post'
    CHECK (when_late IN ('post', 'skip'));
ALTER TABLE digest ADD COLUMN header TEXT;
ALTER TABLE digest ADD COLUMN role_id INTEGER;
ALTER TABLE digest ADD COLUMN thread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE digest ADD COLUMN pin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE digest ADD COLUMN tag_id INTEGER;
ALTER TABLE digest ADD COLUMN told TEXT;

-- Which papers a digest drew from its bag, in order: for a post (entry_id), for a slot to
-- come (planned_for), or, with neither, passed over.
CREATE TABLE pick (
    id           INTEGER PRIMARY KEY,
    digest_id    INTEGER NOT NULL REFERENCES digest (id) ON DELETE CASCADE,
    bag          INTEGER NOT NULL,
    paper_id     INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    entry_id     INTEGER REFERENCES ledger (id) ON DELETE CASCADE,
    planned_for  TEXT
);

CREATE UNIQUE INDEX pick_once ON pick (digest_id, bag, paper_id);
CREATE INDEX pick_by_entry ON pick (entry_id);
CREATE INDEX pick_by_paper ON pick (paper_id);

INSERT OR IGNORE INTO pick (digest_id, bag, paper_id, entry_id)
SELECT digest_id, bag, paper_id, id FROM ledger
WHERE paper_id IS NOT NULL AND state IN ('claimed', 'posted') ORDER BY id;

DROP INDEX ledger_by_bag;
ALTER TABLE ledger DROP COLUMN paper_id;
ALTER TABLE ledger DROP COLUMN bag;

-- What comes after a post, each by itself: none undoes the post or keeps another from coming.
-- target_id: the thread made.
CREATE TABLE extra (
    entry_id   INTEGER NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('publish', 'thread', 'pin')),
    state      TEXT NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'done', 'failed')),
    target_id  INTEGER,
    reason     TEXT,
    hint       TEXT,
    PRIMARY KEY (entry_id, kind)
) WITHOUT ROWID;

CREATE INDEX extra_wanted ON extra (entry_id) WHERE state = 'wanted';
