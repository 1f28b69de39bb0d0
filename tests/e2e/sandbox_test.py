"""The sandbox for its host: what the program says about it, and that games are equal with and
without it."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from program import EXAMPLES, PROGRAM, bot_folder, complaints, hilltop, ran, report, scratch

LAYERS = ["L0", "L1", "L2", "L3", "L4", "L5"]
NOSY = """
read -r line
cat SECRET > seen 2>/dev/null
echo nothing
"""


class Doctor(unittest.TestCase):
    def test_every_layer_is_there_or_says_how_to_have_it(self):
        told = json.loads(ran("doctor", "--format", "json"))
        self.assertEqual([layer["name"] for layer in told["layers"]], LAYERS)
        for layer in told["layers"]:
            self.assertTrue(layer["what"])
            self.assertEqual(layer["active"], not layer["why"], layer)
            self.assertEqual(layer["active"], not layer["way"], layer)
        self.assertEqual(list(told["programs"]), ["python3", "node", "java"])
        for name in LAYERS:
            self.assertIn(f"  {name} ", ran("doctor"))


    @unittest.skipUnless(os.geteuid() == 0, "only root can ask as another user")
    def test_a_user_has_namespaces_wherever_the_kernel_gives_them(self):
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        given = subprocess.run([*as_nobody, "unshare", "--user", "--map-root-user", "--pid", "--fork",
                                "--mount", "--net", "--mount-proc", "true"], capture_output=True)
        place = scratch(self)
        place.chmod(0o755)
        for name in "hilltop", "hilltop-warden":
            shutil.copy(pathlib.Path(PROGRAM).with_name(name), place)
        told = subprocess.run([*as_nobody, place / "hilltop", "doctor", "--format", "json"], cwd="/",
                              env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=True)
        layer = json.loads(told.stdout)["layers"][3]
        self.assertEqual(layer["active"], given.returncode == 0, layer)


class Modes(unittest.TestCase):
    def line(self, *arguments):
        """Returns what a call says of the sandbox; on a busy machine it says more."""
        done = hilltop(*arguments)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        return "".join(line for line in done.stderr.splitlines(keepends=True) if line.startswith("sandbox: "))

    def test_a_run_says_in_one_line_what_is_active(self):
        active = [layer["name"] for layer in json.loads(ran("doctor", "--format", "json"))["layers"]
                  if layer["active"]]
        pair = ("play", "gomoku", EXAMPLES / "python", "random", "--seed", 1)
        self.assertRegex(self.line(*pair), "^sandbox: " + " ".join(active) + r"(; missing: .*)?\n$")
        # A second line tells that a command is another program there, where this machine has both.
        self.assertRegex(self.line(*pair, "--sandbox", "off"), r"\Asandbox: off\n(sandbox: off; .+ in the sandbox\n)?\Z")
        self.assertEqual(self.line("play", "gomoku", "greedy", "random"), "")

    def test_a_result_names_the_layers_and_does_not_depend_on_them(self):
        bots = scratch(self)
        for name in ("One", "Two"):  # both lose by a malformed answer
            bot_folder(bots, name, "read -r line; echo hello\n")
        run = ("run", "koth-gomoku", "--bots", bots, "--seed", 1)
        best, off = report(*run), report(*run, "--sandbox", "off")
        self.assertEqual(best["digest"], off["digest"])
        self.assertEqual(off["sandbox"], [])
        self.assertEqual(best["sandbox"], [name for name in LAYERS if name in best["sandbox"]])
        self.assertIn("L0", best["sandbox"])
        self.assertEqual(report("run", "koth-pazaak", "--games", 10)["sandbox"], [])

    def test_a_bot_is_kept_from_another(self):
        bots = scratch(self)
        nosy = bot_folder(bots, "Nosy", NOSY.replace("SECRET", str(bots / "Other/secret")))
        other = bot_folder(bots, "Other", "read -r line; echo hello\n")
        (other / "secret").write_text("secret")
        run = ("run", "koth-gomoku", "--bots", bots)
        layers = report(*run)["sandbox"]
        if "L2" not in layers:
            self.skipTest("needs L2")
        self.assertEqual((nosy / "seen").read_text(), "")
        report(*run, "--sandbox", "off")
        self.assertEqual((nosy / "seen").read_text(), "secret")


if __name__ == "__main__":
    unittest.main()
