"""`hilltop tune`, settings of bots, limits in their arguments, and processes that stay."""

import itertools
import re
import signal
import unittest

from program import KILLS, bot_folder, hilltop, killed_at_random, ran, report, scratch, stopped_midway

PACE = """
[contest]
game = "pig"
[tune]
bot = "pace"
iterations = {iterations}
games = {games}
[parameters.race]
start = 10
[parameters.pace]
start = 12
max = 40
step = 3
"""
# Holds at the turn total that its argument says, and writes its arguments to the file TOLD.
HOLDER = """
import sys
open("TOLD", "a").write(" ".join(sys.argv[1:]) + "\\n")
enough = int(sys.argv[1])
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        open("TOLD", "a").write(line)
        print("ready 1", flush=True)
    elif kind == "turn":
        view = dict(zip(words[1::2], words[2::2]))
        total = int(view["turn_total"])
        score = int(view["scores"].split(",")[int(view["seat"])])
        holds = total >= enough or score + total >= 100
        print("move", words[0], "hold" if holds else "roll", flush=True)
    elif kind == "bye":
        break
"""
# Plays the first free cell; game after game if it is told of one. Writes what it hears to the file HEARD.
STAYER = r"""
echo "start $$ $*" >>HEARD
while read -r line; do
  echo "$line" >>HEARD
  before=${line%%.*}
  case $line in [XO]\ *) echo $((${#before} - 1)) ;; esac
done
"""

# 256 games, because nothing decides between hypotheses that are so close.
UNDECIDED = ("--max-games", 256, "--elo0", 0, "--elo1", 0.001)


def tuning(test, iterations=40, games=20):
    folder = scratch(test)
    file = folder / "pace.toml"
    file.write_text(PACE.format(iterations=iterations, games=games))
    return file


def holder(parent, name="Holder"):
    """What it writes is not in its folder, of which each process has a copy."""
    folder = bot_folder(parent, name, HOLDER.replace("TOLD", str(parent / "told")))
    (folder / "meta").write_text(f"{name}\npython3\nbot {{enough}} {{move_nodes}} {{game_ms}}\n0\n")
    (folder / "bot.toml").write_text('game = "pig"\nstate = "none"\n[parameters]\nenough = 20\n')
    return folder


class Tune(unittest.TestCase):
    def test_workers_change_nothing(self):
        file = tuning(self)
        one = report("tune", file, "--jobs", 1)
        self.assertEqual(one, report("tune", file, "--jobs", 6))
        self.assertEqual((one["schema"], one["games"], len(one["path"])),
                         ("hilltop/tune/1", 800, 41))
        self.assertEqual([each["parameter"] for each in one["parameters"]], ["pace", "race"])
        self.assertEqual(one["path"][0], [12, 10])
        self.assertNotEqual(one, report("tune", file, "--seed", 2))
        text = ran("tune", file)
        best = "".join(f"+{each['parameter']}={each['value']}" for each in one["parameters"])
        self.assertIn(f"hilltop compare pig pace{best} pace+pace=12+race=10\n", text)

    def test_killed_again_and_again_it_ends_alike(self):
        file = tuning(self, iterations=1500, games=200)
        undisturbed = ran("tune", file, "--format", "json")
        folder = scratch(self)
        stores = (folder / f"{i}.db" for i in itertools.count())
        for store in killed_at_random("tune", file, fresh_store=lambda: next(stores),
                                      kills=max(2, KILLS // 2)):
            said = ran("tune", file, "--format", "json", "--store", store)
            self.assertEqual(said, undisturbed)

    def test_interrupted_it_says_how_to_go_on(self):
        file = tuning(self, iterations=100_000, games=10_000)
        store = scratch(self) / "results.db"
        code, out, said = stopped_midway("tune", file, store=store, stop=signal.SIGINT)
        self.assertEqual((code, out), (130, ""))
        self.assertIn("the same command goes on from what", said)

    def test_the_values_are_a_table_of_bot_toml(self):
        file = tuning(self)
        values = file.parent / "values.toml"
        ran("tune", file, "--out", values)
        self.assertRegex(values.read_text(), r"\A# .*\n\[parameters\]\npace = \d+\nrace = \d+\n\Z")

    def test_a_bot_in_a_folder_gets_its_values_as_arguments(self):
        folder = scratch(self)
        bot = holder(folder)
        file = folder / "my.toml"
        file.write_text('[contest]\ngame = "pig"\n[switches]\nmove_nodes = 77\n[tune]\n'
                        f'bot = "{bot.name}"\niterations = 3\ngames = 4\n'
                        '[parameters.enough]\nstart = 9\nmin = 2\nmax = 30\nstep = 5\n')
        told = report("tune", file, "--sandbox", "off")
        self.assertEqual((told["bot"], told["faulty_games"], told["games"]), ("Holder", 0, 12))
        heard = (folder / "told").read_text()
        values = {int(value) for value in re.findall(r"^(\d+) 77 0$", heard, re.M)}
        self.assertGreater(len(values), 2)
        self.assertLessEqual(values, set(range(2, 31)))
        self.assertIn(" move_nodes 77\n", heard)

    def test_mistakes(self):
        file = tuning(self)
        for change, message in ((("race]", "rase]"), ":8: pace has no parameter 'rase'"),
                                (("game = ", "gane = "), "pace.toml:1: [contest] game: "),
                                (("[tune]", "[tuna]"), ":1: there is no table [tune]")):
            wrong = file.parent / "wrong.toml"
            wrong.write_text(file.read_text().replace(*change))
            done = hilltop("tune", wrong)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message.replace("pace.toml", "wrong.toml"), done.stderr)


class Settings(unittest.TestCase):
    def test_two_settings_are_compared_and_a_stopped_test_goes_on(self):
        compare = ("compare", "pig", "pace", "pace+pace=15", "--seed", 3)
        undisturbed = ran(*compare)
        self.assertIn("H1 is accepted: pace is stronger than pace+pace=15", undisturbed)
        folder = scratch(self)
        stores = (folder / f"{i}.db" for i in itertools.count())
        for store in killed_at_random(*compare, fresh_store=lambda: next(stores), kills=4):
            self.assertEqual(ran(*compare, "--store", store), undisturbed)
            self.assertEqual(ran(*compare, "--store", store, "--jobs", 1), undisturbed)
        self.assertEqual(ran(*compare, "--store", store, "--fresh"), undisturbed)

    def test_a_stopped_test_that_goes_on_knows_which_games_were_repeated(self):
        folder = scratch(self)
        (folder / "one.txt").write_text("H8 I9 G7 J10\n")
        compare = ("compare", "gomoku", "champion+nodes=20", "champion+nodes=40", "--openings",
                   folder / "one.txt", "--max-games", 512)
        undisturbed = report(*compare)
        self.assertEqual(undisturbed["bots"][0]["games"], 512)
        self.assertLessEqual(undisturbed["distinct_games"], 16)
        stores = (folder / f"{i}.db" for i in itertools.count())
        for store in killed_at_random(*compare, fresh_store=lambda: next(stores), kills=3):
            self.assertEqual(report(*compare, "--store", store), undisturbed)
            self.assertEqual(report(*compare, "--store", store, "--jobs", 1), undisturbed)

    def test_of_a_bot_in_a_folder(self):
        bot = holder(scratch(self))
        told = report("compare", "pig", f"{bot}+enough=3", bot, "--max-games", 64, "--sandbox", "off")
        self.assertEqual([each["bot"] for each in told["bots"]], ["Holder+enough=3", "Holder"])
        self.assertLess(told["bots"][0]["won"], told["bots"][1]["won"])
        done = hilltop("compare", "pig", f"{bot}+enogh=3", bot)
        self.assertIn("Holder has no parameter 'enogh' (did you mean 'enough'?", done.stderr)

    def test_a_limit_of_nodes(self):
        """It is a switch of every command, and sets champion's parameter `nodes`."""
        def digest(*arguments):
            return report("compare", "gomoku", "champion", "greedy", "--max-games", 2,
                          *arguments)["digest"]

        few = digest("--set", "move_nodes=30")
        self.assertEqual(few, digest("--set", "move_nodes=30"))
        self.assertNotEqual(few, digest("--set", "move_nodes=3000"))
        done = hilltop("play", "gomoku", "champion", "greedy", "--set", "move_nodes=0")
        self.assertIn("switch 'move_nodes' takes a whole number from 1 to 1000000000", done.stderr)

    def test_people_play_without(self):
        done = hilltop("play", "pig", "human", "pace+race=3", stdin="quit\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("settings are for games without people", done.stderr)


class Staying(unittest.TestCase):
    def stayer(self, name, state, stays="true"):
        parent = scratch(self)
        folder = bot_folder(parent, name, STAYER.replace("HEARD", str(parent / "heard")))
        (folder / "meta").write_text(f"{name}\nsh\nbot\n0\n")
        (folder / "bot.toml").write_text(
            f'game = "tictactoe"\nstate = "{state}"\nstays = {stays}\n')
        return folder

    def test_a_process_serves_game_after_game(self):
        bot, anew = self.stayer("Stayer", "none"), self.stayer("Stayer", "none", "false")
        compare = ("compare", "tictactoe", *UNDECIDED, "--seed", 1, "--sandbox", "off")
        found = [report(*compare, "--jobs", jobs, folder, "random")
                 for folder in (bot, anew) for jobs in (1, 3)]
        for other in found[1:]:
            self.assertEqual(other["digest"], found[0]["digest"])
        heard, heard_anew = ((folder.parent / "heard").read_text() for folder in (bot, anew))
        starts = len(re.findall("^start", heard, re.M))
        self.assertLessEqual(starts, 1 + 3)  # one per worker
        self.assertEqual(len(re.findall("^start", heard_anew, re.M)), 512)
        told = re.findall(r"^(?:NEW (\d+) (random)|start \d+ (random) (\d+))$", heard, re.M)
        seeds = sorted(each[0] or each[3] for each in told)
        self.assertEqual(seeds, sorted(re.findall(r"^start \d+ random (\d+)$", heard_anew, re.M)))
        self.assertEqual(len(re.findall("^bye$", heard, re.M)), starts)
        self.assertNotIn("NEW", heard_anew)

    def test_one_that_remembers_a_pairing_has_a_process_per_batch(self):
        bot = self.stayer("Stayer", "pairing")
        report("compare", "tictactoe", bot, "random", "--jobs", 3, "--sandbox", "off", *UNDECIDED)
        self.assertEqual(len(re.findall("^start", (bot.parent / "heard").read_text(), re.M)), 4)

    def test_one_that_keeps_files_cannot_stay(self):
        bot = self.stayer("Stayer", "folder")
        done = hilltop("check", bot)
        self.assertEqual(done.returncode, 2)
        self.assertIn('bot.toml:3: stays is for bots with state = "none" or "pairing"', done.stderr)


if __name__ == "__main__":
    unittest.main()
