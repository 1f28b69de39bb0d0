"""House bots play as src/games/*/house_play says, or results that older versions stored must not count.

A line of house_play is DIGEST RULES BOT: the digest of the bot's games against the first bot of its game. A
second line of a bot ends in the number of games that are played of it here; at night it plays all.
"""

import os
import re
import unittest

from program import HOME, SANITIZED, contest_file, ran, report, scratch

GAMES_FOLDER = HOME / "src/games"

# The bot and its opponent, under names of their own, because a bot may play itself.
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

ADVICE = """These bots play otherwise than src/games/GAME/house_play says: {changed}. If a version with this
play_version was released and a bot changed (rather than is new), raise play_version in
src/arena/result_cache.cpp, so that no result that the older version stored counts. Then write into house_play:

{lines}
"""

# The champion of Pazaak needs many games before it uses what it has seen. That of Gomoku looks for
# proofs where five is exact, and takes 20 ms for a stone. The steps before it are the champion with
# fewer nodes, and play against it.
GAMES = {"pazaak": 4000, ("gomoku", "freestyle"): 40, ("gomoku", "standard"): 20, ("gomoku", "renju"): 20,
         **{("gomoku", bot): 20 for bot in ("novice", "club", "expert", "master")}}

# Bots whose tables take minutes, and the rules that these are made for here.
SLOW = {("yahtzee", "champion"): "koth", ("yahtzee", "champion-quick"): "koth"}
SOLVED = {("pazaak", "solver"), ("pazaak", "champion")}
LONG = os.environ.get("HILLTOP_LONG_TESTS") is not None


def listed(what):
    """Returns the rows of `hilltop list`, which has at least two spaces between cells."""
    return [re.split(r"  +", line.strip()) for line in ran("list", what).splitlines()[1:]]


def bots_of():
    """Returns (game, rule set, bot, opponent) of all house bots."""
    bots = [(row[0], row[1]) for row in listed("bots")]
    for game, _, rules, *_ in listed("games"):
        names = [name for of, name in bots if of == game]
        for name in names:
            if SLOW.get((game, name), rules) == rules:
                yield game, rules, name, names[0]


def is_played(game, rules, bot):
    if SANITIZED:
        return (game, bot) not in SOLVED and (game, bot) not in SLOW
    return (game, bot) not in SLOW or LONG


class HousePlay(unittest.TestCase):
    def setUp(self):
        self.pins = {(file.parent.name, *line.split()[1:]): line.split()[0]
                     for file in GAMES_FOLDER.glob("*/house_play")
                     for line in file.read_text().splitlines()}

    def test_is_unchanged(self):
        folder = scratch(self)
        changed = {}
        for game, rules, bot, other in bots_of():
            if is_played(game, rules, bot):
                games, key = self.games_of(game, rules, bot)
                contest = contest_file(folder, CONTEST.format(**locals()))
                digest = report("run", contest)["digest"]
                if digest != self.pins.get(key):
                    changed[key] = digest
        if changed:
            self.fail(ADVICE.format(
                changed=", ".join(" ".join(bot) for bot in changed),
                lines="\n".join(f"{game}: {digest} {' '.join(of)}" for (game, *of), digest in changed.items())))

    def games_of(self, game, rules, bot):
        """Returns the number of games that a bot plays, and the key of their pin."""
        key = (game, rules, bot)
        if fewer := next((pin for pin in self.pins if pin[:3] == key and len(pin) > 3 and not LONG), None):
            return int(fewer[3]), fewer
        return next((GAMES[what] for what in ((game, bot), (game, rules), game) if what in GAMES), 400), key

    def test_has_every_house_bot(self):
        self.assertEqual(sorted(pin for pin in self.pins if len(pin) == 3), sorted(bot[:3] for bot in bots_of()))


if __name__ == "__main__":
    unittest.main()
