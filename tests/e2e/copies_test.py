"""Each process of a bot that promised to remember nothing has a copy of its folder, as its author left it."""
import unittest

from program import bot_folder, contest_file, house_bots, report, scratch

CONTEST = """[contest]
game = "{game}"
seed = 3
[format]
kind = "round-robin"
games = {games}
[switches]
start_ms = 60000
move_ms = 60000
"""
# Plays by the view; says that it has met another process, or itself in an earlier game, by a fault.
NUMBERED = """
import os, sys
met = [name for name in os.listdir(".") if name.startswith("was-here")]
open(f"was-here.{os.getpid()}", "w").close()
for line in sys.stdin:
    kind, *words = line.split()
    met = met or [name for name in os.listdir(".")
                  if name.startswith("was-here") and name != f"was-here.{os.getpid()}"]
    if met:
        sys.exit("met " + met[0])
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        print("move", words[0], "STAND", flush=True)
    elif kind == "bye":
        break
"""
# One process per game, of tic-tac-toe: it plays the first free cell.
PER_GAME = r"""
ls was-here* ./*~ >&2 2>/dev/null && exit 3
: >was-here; : >was-here~
while read -r line; do
  before=${line%%.*}
  case $line in [XO]\ *) echo $((${#before} - 1)) ;; esac
done
"""


class Copies(unittest.TestCase):
    def faults(self, game, games, script, house, *options, interpreter="sh"):
        folder = scratch(self)
        bot = bot_folder(folder, "twin", script, interpreter=interpreter)
        (bot / "bot.toml").write_text('state = "none"\n')
        contest = contest_file(folder, CONTEST.format(game=game, games=games) + house_bots(*house)
                               + '[[bot]]\nfolder = "twin"\n')
        played = report("run", contest, "--store", "none", *options)
        self.assertEqual(sorted(path.name for path in bot.iterdir()), ["bot", "bot.toml", "meta"])
        return played["faults"]

    def test_processes_of_one_bot_do_not_meet(self):
        self.assertEqual(self.faults("pazaak", 2000, NUMBERED, ("kid", "bold", "nestor"), "--jobs", 3,
                                     interpreter="python3"), [])

    def test_a_game_finds_nothing_of_the_game_before(self):
        for jobs in (1, 2):
            self.assertEqual(self.faults("tictactoe", 20, PER_GAME, ("random",), "--jobs", jobs), [])


if __name__ == "__main__":
    unittest.main()
