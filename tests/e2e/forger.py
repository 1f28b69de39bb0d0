"""Seals the rows of an edited store again, as src/store/seal.cpp does: what a forger can do by hand."""

import hashlib


class Digest:
    """A running BLAKE2b-256, as in src/core/digest.hpp."""

    def __init__(self, *parts):
        self.hash = hashlib.blake2b(digest_size=32)
        self.add(*parts)

    def add(self, *parts):
        """Adds texts and numbers; bytes are those of a key."""
        for part in parts:
            if isinstance(part, bytes):
                self.hash.update(part)
            elif isinstance(part, int):
                self.hash.update((part & (1 << 64) - 1).to_bytes(8, "little"))
            else:
                self.sized(part.encode())

    def sized(self, data):
        self.add(len(data), data)

    def value(self):
        return self.hash.digest()


def add_optional(digest, number):
    digest.add(int(number is not None), number or 0)


def add_fault(digest, kind, detail, error_output, asked, said, delay_ms, overloaded):
    digest.add(kind, detail)
    if error_output:
        digest.add(error_output)
    for what, text in (("asked", asked), ("said", said)):
        if text:
            digest.add(what, text)
    if delay_ms is not None:
        digest.add("delay", delay_ms)
    if overloaded:
        digest.add("overloaded")


def add_note(digest, place, game, *fault):
    digest.add(place, game)
    add_fault(digest, *fault)


def seal_of_block(database, block):
    def rows(query):
        return database.execute(query, (block,)).fetchall()

    key, first_game, games, layers, results_digest, results, traces = rows(
        "SELECT key, first_game, games, layers, digest, results, traces FROM block "
        "JOIN fixture ON fixture.id = fixture WHERE block.id = ?")[0]
    digest = Digest("hilltop block", key, first_game, games)
    lines = rows("SELECT games, won, tied, faults, sum, best, answers, took_ns, slowest_ns FROM line "
                 "WHERE block = ? ORDER BY place")
    digest.add(len(lines))
    for line in lines:
        digest.add(*line[:5])
        add_optional(digest, line[5])
    noted = "SELECT place, game, kind, detail, error_output, asked, said, delay_ms, overloaded FROM fault "
    notes = rows(noted + "WHERE block = ? AND NOT disqualifies ORDER BY number")
    digest.add(len(notes))
    for note in notes:
        add_note(digest, *note)
    disqualifies = rows(noted + "WHERE block = ? AND disqualifies ORDER BY number")
    digest.add(int(bool(disqualifies)))
    if disqualifies:
        add_note(digest, *disqualifies[-1])
    add_optional(digest, layers)
    digest.add(results_digest.hex())
    digest.sized(results or b"")
    for place, line in enumerate(lines):
        if line[6]:
            digest.add(place, *line[6:])
    for game, place, kind, overloaded, faults in rows(
            "SELECT game, place, kind, overloaded, faults FROM fault_count WHERE block = ? "
            "ORDER BY game, place, kind, overloaded"):
        digest.add("faults of a game", game, place, kind, overloaded, faults)
    if traces:
        digest.add("traces", traces)
    return digest.value()


def seal_of_contest(database, contest):
    def rows(query):
        return database.execute(query, (contest,)).fetchall()

    key, name, file, seed, games, switches, *rest = rows(
        "SELECT key, name, file, seed, games, switches, file_path, bots_path, began, latest "
        "FROM contest WHERE id = ?")[0]
    paths, times = rest[:2], rest[2:]
    digest = Digest("hilltop stored contest", key, name, file,
                    int(seed) if seed.isdecimal() else seed, games)
    bots = rows("SELECT name, content, house, folder FROM entrant JOIN bot ON bot = bot.id "
                "WHERE contest = ? ORDER BY place")
    digest.add(len(bots))
    for bot in bots:
        digest.add(*bot[:3])
    for place, (*_, folder) in enumerate(bots):
        if folder:
            digest.add("folder", place, folder)
    for what, path in zip(("file", "bots"), paths):
        if path:
            digest.add(what, path)
    for switch in switches.splitlines():
        digest.add("switch", switch)
    for what, time in zip(("began", "latest"), times):
        if time:
            digest.add(what, time)
    last = None
    for folder, bot, author, place, what in rows(
            "SELECT folder, name, author, place, what FROM not_entered WHERE contest = ? ORDER BY number"):
        if folder != last:
            digest.add("not entered", folder, bot, author)
            last = folder
        digest.add(place, what)
    return digest.value()


def seal_of_check(database, key):
    layers, kind, detail, against, game, asked, said, error_output = database.execute(
        "SELECT layers, kind, detail, against, game, asked, said, error_output FROM checked WHERE key = ?",
        (key,)).fetchone()
    digest = Digest("hilltop stored check", key)
    add_optional(digest, layers)
    digest.add(int(kind is not None))
    if kind is not None:
        digest.add(against, game, asked or "", said or "")
        add_fault(digest, kind, detail, error_output, "", "", None, False)
    return digest.value()


def seal_of_bot(database, bot):
    name, content, house, *texts = database.execute(
        "SELECT name, content, house, title, author, language FROM bot WHERE id = ?", (bot,)).fetchone()
    return Digest("hilltop stored bot", name, content, house, *texts).value()


def seal_of_fixture(database, fixture):
    bots = database.execute("SELECT name, content, house FROM sitter JOIN bot ON bot = bot.id "
                            "WHERE fixture = ? ORDER BY place", (fixture,)).fetchall()
    (key,) = database.execute("SELECT key FROM fixture WHERE id = ?", (fixture,)).fetchone()
    digest = Digest("hilltop stored fixture", key, len(bots))
    for bot in bots:
        digest.add(*bot)
    return digest.value()


def seals(database):
    """Yields, for each sealed row: its table, its key's column and value, and its seal."""
    for table, column, seal_of in (("block", "id", seal_of_block), ("contest", "id", seal_of_contest),
                                   ("checked", "key", seal_of_check), ("bot", "id", seal_of_bot),
                                   ("fixture", "id", seal_of_fixture)):
        for (row,) in database.execute(f"SELECT {column} FROM {table}").fetchall():
            yield table, column, row, seal_of(database, row)


def reseal(database):
    for table, column, row, seal in list(seals(database)):
        database.execute(f"UPDATE {table} SET seal = ? WHERE {column} = ?", (seal, row))
