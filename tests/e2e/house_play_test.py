"""House bots play as tests/house_play has it, or what older versions stored must not stand."""

import os
import re
import unittest

from program import HOME, SANITIZED, contest_file, ran, report, scratch

PINS = HOME / "tests/house_play"
LEDGER = HOME / "src/arena/result_cache.cpp"

# The bot and the one that it meets, under names of their own: a bot may meet itself.
CONTEST = """[contest]
name = "house play"
game = "{game}"
rules = "{rules}"
[format]
kind = "round-robin"
games = {games}
[[bot]]
house = "{bot}"
name = "pinned"
[[bot]]
house = "{other}"
name = "other"
"""

ADVICE = """tests/house_play has play_version {version}, src/arena/result_cache.cpp {now}. What plays otherwise: \
{changed}. Nothing that an older version stored may stand for it: if one was released with this \
play_version, raise it in ledger.cpp. Then this belongs into house_play:

play_version {now}
{lines}
"""

# The champion of Pazaak has to see many before it plays by what it saw.
GAMES = {"pazaak": 4000}

# Whose tables take minutes, and under which rules they are made here.
SLOW = {("yahtzee", "champion"): "koth", ("yahtzee", "champion-quick"): "koth"}
SOLVED = {("pazaak", "solver"), ("pazaak", "champion")}


def listed(what):
    """Rows of `hilltop list`, which has two spaces or more between cells."""
    return [re.split(r"  +", line.strip()) for line in ran("list", what).splitlines()[1:]]


def bots_of():
    """(game, rule set, bot, whom it meets) of all house bots."""
    bots = [(row[0], row[1]) for row in listed("bots")]
    for game, _, rules, *_ in listed("games"):
        names = [name for of, name in bots if of == game]
        for name in names:
            if SLOW.get((game, name), rules) == rules:
                yield game, rules, name, names[0]


def is_played(game, rules, bot):
    if SANITIZED:
        return (game, bot) not in SOLVED and (game, bot) not in SLOW
    return (game, bot) not in SLOW or os.environ.get("HILLTOP_LONG_TESTS") is not None


class HousePlay(unittest.TestCase):
    def setUp(self):
        head, *lines = [line for line in PINS.read_text().splitlines() if not line.startswith("#")]
        self.version = head.split()[1]
        self.pins = {tuple(line.split()[1:]): line.split()[0] for line in lines}

    def test_is_what_it_was(self):
        folder = scratch(self)
        now = dict(self.pins)
        for game, rules, bot, other in bots_of():
            if is_played(game, rules, bot):
                games = GAMES.get(game, 400)
                contest = contest_file(folder, CONTEST.format(**locals()))
                now[game, rules, bot] = report("run", contest)["digest"]
        changed = sorted(" ".join(pin) for pin in now if now[pin] != self.pins.get(pin))
        version = re.search(r"play_version = (\d+);", LEDGER.read_text())[1]
        if changed or version != self.version:
            lines = "\n".join(f"{digest} {' '.join(pin)}" for pin, digest in sorted(now.items()))
            self.fail(ADVICE.format(changed=", ".join(changed) or "nothing", version=self.version,
                                    now=version, lines=lines))

    def test_has_every_house_bot(self):
        self.assertEqual(sorted(self.pins), sorted(bot[:3] for bot in bots_of()))


if __name__ == "__main__":
    unittest.main()
