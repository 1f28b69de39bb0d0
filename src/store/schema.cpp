#include "store/schema.hpp"

namespace hilltop::store {

// Keys and hashes are BLAKE2b-256 blobs. A place is an index in the list of a fixture's or a
// contest's bots.
const std::array<std::string_view, schema_version> migrations = {R"sql(
-- A bot that was entered. Its name determines the randomness of its games, its content the key of
-- its results.
CREATE TABLE bot (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  title   TEXT NOT NULL,
  content BLOB NOT NULL,
  house   INTEGER NOT NULL,
  UNIQUE (name, content)
) STRICT;

-- A contest at its latest run: its file with the command line's changes, and the bots.
CREATE TABLE contest (
  id    INTEGER PRIMARY KEY,
  key   BLOB NOT NULL UNIQUE,
  name  TEXT NOT NULL,
  file  TEXT NOT NULL,
  seed  TEXT NOT NULL,     -- a number of 64 bits without a sign, or one that was drawn
  games INTEGER NOT NULL,
  run   INTEGER NOT NULL   -- 1, 2, …: the highest was run last
) STRICT;

CREATE TABLE entrant (
  contest INTEGER NOT NULL REFERENCES contest ON DELETE CASCADE,
  place   INTEGER NOT NULL,
  bot     INTEGER NOT NULL REFERENCES bot,
  PRIMARY KEY (contest, place)
) STRICT, WITHOUT ROWID;

-- Bots that met under some rules and seed. The results are in its blocks.
CREATE TABLE fixture (
  id  INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE
) STRICT;

CREATE TABLE sitter (
  fixture INTEGER NOT NULL REFERENCES fixture ON DELETE CASCADE,
  place   INTEGER NOT NULL,
  bot     INTEGER NOT NULL REFERENCES bot,
  PRIMARY KEY (fixture, place)
) STRICT, WITHOUT ROWID;

-- Consecutive games. A completed fixture is one block.
CREATE TABLE block (
  id         INTEGER PRIMARY KEY,
  fixture    INTEGER NOT NULL REFERENCES fixture ON DELETE CASCADE,
  first_game INTEGER NOT NULL,
  games      INTEGER NOT NULL,
  layers     INTEGER,        -- of the sandbox, a bit each; null: no process ran
  digest     BLOB NOT NULL,  -- of a whole fixture's result; empty where this is a part of it
  results    BLOB,           -- of every game; null: they can be computed again
  UNIQUE (fixture, first_game)
) STRICT;

CREATE TABLE line (
  block  INTEGER NOT NULL REFERENCES block ON DELETE CASCADE,
  place  INTEGER NOT NULL,
  games  INTEGER NOT NULL,
  won    INTEGER NOT NULL,
  tied   INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  sum    INTEGER NOT NULL,
  best   INTEGER,
  PRIMARY KEY (block, place)
) STRICT, WITHOUT ROWID;

-- The first faults of a block, in the order of games.
CREATE TABLE fault (
  block        INTEGER NOT NULL REFERENCES block ON DELETE CASCADE,
  number       INTEGER NOT NULL,
  place        INTEGER NOT NULL,
  game         INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  detail       TEXT NOT NULL,
  disqualifies INTEGER NOT NULL,
  PRIMARY KEY (block, number)
) STRICT, WITHOUT ROWID;

-- Games that cannot be recomputed.
CREATE TABLE record (
  fixture INTEGER NOT NULL REFERENCES fixture ON DELETE CASCADE,
  game    INTEGER NOT NULL,
  text    TEXT NOT NULL,
  PRIMARY KEY (fixture, game)
) STRICT, WITHOUT ROWID;

-- What a bot wrote into its folder while it played.
CREATE TABLE diary (
  folder TEXT PRIMARY KEY,
  text   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
)sql",
                                                                 R"sql(
ALTER TABLE bot ADD COLUMN author TEXT NOT NULL DEFAULT '';
ALTER TABLE bot ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Answers of the place's process without the first of each process; null if none ran.
ALTER TABLE line ADD COLUMN answers INTEGER;
ALTER TABLE line ADD COLUMN took_ns INTEGER;     -- all of them together
ALTER TABLE line ADD COLUMN slowest_ns INTEGER;

-- A bot's qualification, under a key like a fixture's. If kind is null the bot qualified.
CREATE TABLE checked (
  key     BLOB PRIMARY KEY,
  layers  INTEGER,
  kind    TEXT,
  detail  TEXT,
  against TEXT,
  game    INTEGER,
  asked   TEXT,
  said    TEXT
) STRICT, WITHOUT ROWID;
)sql",
                                                                 R"sql(
-- Digest of everything that is read with a row (seal.cpp).
ALTER TABLE block ADD COLUMN seal BLOB;
ALTER TABLE contest ADD COLUMN seal BLOB;
ALTER TABLE checked ADD COLUMN seal BLOB;

-- Games that cannot be recomputed. A game that is played twice may differ, so a record belongs to
-- one result.
CREATE TABLE game_record (
  fixture INTEGER NOT NULL REFERENCES fixture ON DELETE CASCADE,
  game    INTEGER NOT NULL,
  result  BLOB NOT NULL,  -- as in block.results; empty: of an older version, which kept one a game
  text    TEXT NOT NULL,
  PRIMARY KEY (fixture, game, result)
) STRICT, WITHOUT ROWID;
INSERT INTO game_record SELECT fixture, game, x'', text FROM record;
DROP TABLE record;
)sql",
                                                                 R"sql(
-- The end of what the bot's process wrote to standard error.
ALTER TABLE fault ADD COLUMN error_output TEXT NOT NULL DEFAULT '';
ALTER TABLE checked ADD COLUMN error_output TEXT NOT NULL DEFAULT '';

-- Replaced by a list in each bot's folder of what the bot wrote.
DROP TABLE diary;
)sql",
                                                                 R"sql(
-- The name of the bot's folder; empty for a house bot.
ALTER TABLE entrant ADD COLUMN folder TEXT NOT NULL DEFAULT '';

-- The last lines to the bot and from it.
ALTER TABLE fault ADD COLUMN asked TEXT NOT NULL DEFAULT '';
ALTER TABLE fault ADD COLUMN said TEXT NOT NULL DEFAULT '';
-- Of a timeout: milliseconds for which the machine kept the bot or the arena waiting, null if
-- unknown; and whether that may have caused it.
ALTER TABLE fault ADD COLUMN delay_ms INTEGER;
ALTER TABLE fault ADD COLUMN overloaded INTEGER NOT NULL DEFAULT 0;

-- All faults of a block's games.
CREATE TABLE fault_count (
  block      INTEGER NOT NULL REFERENCES block ON DELETE CASCADE,
  game       INTEGER NOT NULL,
  place      INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  overloaded INTEGER NOT NULL,
  faults     INTEGER NOT NULL,
  PRIMARY KEY (block, game, place, kind, overloaded)
) STRICT, WITHOUT ROWID;

-- Folders whose bots were left out of a contest, a row per cause.
CREATE TABLE not_entered (
  contest INTEGER NOT NULL REFERENCES contest ON DELETE CASCADE,
  number  INTEGER NOT NULL,
  folder  TEXT NOT NULL,
  name    TEXT NOT NULL,  -- of the bot, and its author; may be empty
  author  TEXT NOT NULL,
  place   TEXT NOT NULL,  -- in the folder: file and line
  what    TEXT NOT NULL,
  PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;
)sql",
                                                                 R"sql(
-- A trace of each game, eight bytes in little-endian order, that tells repeated games; null: the
-- game has no traces, or an older version played some.
ALTER TABLE block ADD COLUMN traces BLOB;
)sql",
                                                                 R"sql(
-- Digests of a bot, and of a fixture with its bots (seal.cpp).
ALTER TABLE bot ADD COLUMN seal BLOB;
ALTER TABLE fixture ADD COLUMN seal BLOB;
)sql",
                                                                 R"sql(
-- A game that is played twice may end alike after other faults, so a record belongs to both.
ALTER TABLE game_record RENAME TO older_record;
CREATE TABLE game_record (
  fixture INTEGER NOT NULL REFERENCES fixture ON DELETE CASCADE,
  game    INTEGER NOT NULL,
  result  BLOB NOT NULL,  -- as in block.results; empty: of an older version, which kept one a game
  faults  TEXT NOT NULL,  -- place, kind and number, a line each; empty: none, or an older version
  text    TEXT NOT NULL,
  PRIMARY KEY (fixture, game, result, faults)
) STRICT, WITHOUT ROWID;
INSERT INTO game_record SELECT fixture, game, result, '', text FROM older_record;
DROP TABLE older_record;
)sql",
                                                                 R"sql(
-- Seeds that were drawn for contests whose files name none, by a digest of the rest of the contest.
CREATE TABLE drawn_seed (
  key   BLOB PRIMARY KEY,
  seed  TEXT NOT NULL,
  shown INTEGER NOT NULL  -- 1: beside a complete result, so that it is a secret no more
) STRICT, WITHOUT ROWID;
)sql",
                                                                 R"sql(
-- The paths of the contest's file and of the folder of --bots, from the folder of the store; empty: a
-- contest that has a name, no --bots, or an older version.
ALTER TABLE contest ADD COLUMN file_path TEXT NOT NULL DEFAULT '';
ALTER TABLE contest ADD COLUMN bots_path TEXT NOT NULL DEFAULT '';

-- The folder whose bot had a name, or one that looks like it, when the contests of this name were
-- last run.
CREATE TABLE name_holder (
  contest TEXT NOT NULL,
  look    TEXT NOT NULL,
  folder  TEXT NOT NULL,
  PRIMARY KEY (contest, look)
) STRICT, WITHOUT ROWID;
)sql",
                                                                 R"sql(
-- As in the table fault. A check that timed out was sealed with them before they were kept.
ALTER TABLE checked ADD COLUMN delay_ms INTEGER;
ALTER TABLE checked ADD COLUMN overloaded INTEGER NOT NULL DEFAULT 0;
)sql",
                                                                 R"sql(
-- A contest as it was run with some bots; a run with others is a row of its own.
CREATE TABLE contest_run (
  id        INTEGER PRIMARY KEY,  -- in the order of their first starts
  key       BLOB NOT NULL,
  name      TEXT NOT NULL,
  file      TEXT NOT NULL,
  seed      TEXT NOT NULL,
  games     INTEGER NOT NULL,
  run       INTEGER NOT NULL,  -- 1, 2, …: the highest was run last
  seal      BLOB,
  file_path TEXT NOT NULL,
  bots_path TEXT NOT NULL,
  switches  TEXT NOT NULL,     -- those of the command line, NAME=VALUE, a line each
  began     INTEGER NOT NULL,  -- seconds since 1970 at its first start; 0: an older version
  latest    INTEGER NOT NULL   -- and at its last one
) STRICT;
INSERT INTO contest_run SELECT id, key, name, file, seed, games, run, seal, file_path, bots_path, '', 0, 0
  FROM contest;
DROP TABLE contest;
ALTER TABLE contest_run RENAME TO contest;
)sql"};

}  // namespace hilltop::store
