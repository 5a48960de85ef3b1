-- What search reads of a paper without its text: folded words of its headline, its names
-- and its authors, one author a line. It changes together with the paper.
-- This script is also how a damaged index begins anew, hence IF EXISTS.
DROP TABLE IF EXISTS paper_word;
DROP TABLE IF EXISTS paper_index;
DROP TABLE IF EXISTS heading_index;
DROP TABLE IF EXISTS heading;
DROP TABLE IF EXISTS text_stem;
DROP TABLE IF EXISTS text_index;
DROP TABLE IF EXISTS word;
DROP TABLE IF EXISTS sketch;
DROP TRIGGER IF EXISTS paper_removed;

CREATE TABLE heading (
    paper_id  INTEGER PRIMARY KEY REFERENCES paper (id) ON DELETE CASCADE,
    guild_id  INTEGER,
    removed   INTEGER NOT NULL,
    titled    INTEGER NOT NULL,
    year      INTEGER,
    title     TEXT NOT NULL,
    lead      TEXT NOT NULL,  -- what stands before its colon, without blanks; or nothing
    names     TEXT NOT NULL,
    authors   TEXT NOT NULL,
    address   TEXT            -- its link as an identifier, such as arxiv:2401.01234
);

CREATE INDEX heading_hidden ON heading (removed, guild_id) WHERE guild_id IS NOT NULL OR removed;
CREATE INDEX heading_by_title ON heading (title);
CREATE INDEX heading_by_lead ON heading (lead) WHERE lead <> '';

CREATE VIRTUAL TABLE heading_index USING fts5 (
    title, names, authors,
    content = heading, content_rowid = paper_id,
    detail = column, prefix = '2 3', tokenize = "unicode61 remove_diacritics 0"
);

CREATE TRIGGER heading_added AFTER INSERT ON heading BEGIN
    INSERT INTO heading_index (rowid, title, names, authors)
    VALUES (new.paper_id, new.title, new.names, new.authors);
END;

CREATE TRIGGER heading_gone AFTER DELETE ON heading BEGIN
    INSERT INTO heading_index (heading_index, rowid, title, names, authors)
    VALUES ('delete', old.paper_id, old.title, old.names, old.authors);
END;

CREATE TRIGGER heading_changed AFTER UPDATE OF title, names, authors ON heading BEGIN
    INSERT INTO heading_index (heading_index, rowid, title, names, authors)
    VALUES ('delete', old.paper_id, old.title, old.names, old.authors);
    INSERT INTO heading_index (rowid, title, names, authors)
    VALUES (new.paper_id, new.title, new.names, new.authors);
END;

-- All words of a paper by their stems. It keeps no copy of them: a change first takes out
-- the words as they were.
CREATE VIRTUAL TABLE text_index USING fts5 (
    words, content = '', tokenize = "porter unicode61 remove_diacritics 0"
);

CREATE VIRTUAL TABLE text_stem USING fts5vocab (text_index, row);

-- Every word that was ever in a paper: also read backwards, its stem, and how many
-- headings hold it now.
CREATE TABLE word (
    word      TEXT PRIMARY KEY,
    backward  TEXT NOT NULL,
    stem      TEXT NOT NULL,
    headings  INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX word_by_end ON word (backward);
CREATE INDEX word_by_stem ON word (stem);

-- A few hashes of each abstract: two that share some may be the same text.
CREATE TABLE sketch (
    hash      INTEGER NOT NULL,
    paper_id  INTEGER NOT NULL,
    PRIMARY KEY (hash, paper_id)
) WITHOUT ROWID;

CREATE TRIGGER paper_removed AFTER UPDATE OF removed_at ON paper BEGIN
    UPDATE heading SET removed = new.removed_at IS NOT NULL WHERE paper_id = new.id;
END;
