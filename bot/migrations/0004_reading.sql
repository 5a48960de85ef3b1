-- What a member says of a paper in one server; seen by that member alone, counted for all.
-- by_librarian: whether the member was a librarian when saying it.
CREATE TABLE mark (
    guild_id      INTEGER NOT NULL,
    user_id       INTEGER NOT NULL,
    paper_id      INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL CHECK (kind IN ('saved', 'read', 'unwanted')),
    by_librarian  INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, paper_id, kind)
) WITHOUT ROWID;

CREATE INDEX mark_by_paper ON mark (guild_id, paper_id, kind, by_librarian);
