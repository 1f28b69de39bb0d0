"""Bots that do not answer cost a run a bounded time, however many pairings they are in."""
import re
import unittest

from program import bot_folder, contest_file, drawer, hilltop, house_bots, report, scratch

CONTEST = """[contest]
game = "pazaak"
seed = 1
[switches]
start_ms = 300
move_ms = 200
[format]
kind = "round-robin"
games = 60
"""
MUTE = "exec sleep 1000\n"
# Plays ten games, and then waits for ever.
HANGS = """
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    begin) echo >>games ;;
    turn) if [ $(wc -l <games) -gt 10 ]; then sleep 1000; fi; echo "move $game STAND" ;;
    bye) exit ;;
  esac
done
"""


class Silent(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def run_with(self, name, script, faults="", *options):
        bot_folder(self.folder, name, script)
        bot_folder(self.folder, "good", drawer(16))
        contest = contest_file(
            self.folder, CONTEST + faults + house_bots("kid", "bold", "nestor")
            + f'[[bot]]\nfolder = "{name}"\n[[bot]]\nfolder = "good"\n')
        done = hilltop("run", contest, "--store", self.store, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = report("show", "--store", self.store, "--faults")
        # Those of 'good' are the machine's.
        self.assertEqual([fault for fault in shown["faults"] if fault["bot"] == "good" and not fault["overloaded"]], [])
        return done.stderr, {row["bot"]: row for row in shown["standings"]}, {
            row["fault"]: row["faults"] for row in shown["fault_summary"] if row["bot"] == name}

    def test_a_bot_that_never_answers_is_started_three_times(self):
        said, rows, faults = self.run_with("mute", MUTE)
        self.assertEqual((rows["mute"]["games"], rows["mute"]["faults"]), (240, 240))
        # Each worker may be in the middle of a start when the patience ends.
        self.assertLessEqual(faults["no answer in time"], 3 + 8)
        self.assertEqual(faults["no answer in time"] + faults["did not start"], 240)
        told = re.findall(r"(?m)^hilltop: mute (.*)$", said)
        self.assertEqual(len(told), 2, said)
        self.assertRegex(told[0], r"^gave no answer \(no answer in time: ")
        self.assertRegex(told[1], r"^gave no answer in 3 starts; .* \(--again timeouts")

    def test_its_games_are_played_on_request(self):
        _, before, _ = self.run_with("mute", MUTE)
        # As reports print it: by the name under which the run stored contest.toml.
        done = hilltop("run", "contest", "--store", self.store, "--again", "timeouts", cwd=self.folder)
        again = 240 + before["good"]["faults"]  # those of 'good' are the machine's
        self.assertIn(f" {again} games played again", done.stderr)
        self.assertEqual(report("show", "--store", self.store)["standings"][0]["bot"],
                         next(iter(before)))

    def test_a_bot_that_hangs_later_costs_as_long_as_the_contest_says(self):
        said, rows, faults = self.run_with("hangs", HANGS, "[faults]\npatience_s = 1\n", "--jobs", 1)
        self.assertRegex(said, r"(?m)^hilltop: hangs let 1 s pass without an answer; its games in this run")
        self.assertLessEqual(faults["no answer in time"], 6)  # of 0.2 s
        self.assertGreater(faults["did not start"], 100)

    def test_a_start_that_fails_is_not_repeated_in_every_game(self):
        said, rows, faults = self.run_with("none", "exit 3\n")
        self.assertEqual(rows["none"]["faults"], 240)
        self.assertIn("none gave no answer in 3 starts", said)
        self.assertGreater(faults["did not start"], 200)


if __name__ == "__main__":
    unittest.main()
