"""./hilltop, the script of a checkout: when it configures, and what it leaves to the user. Needs no
compiler: cmake and ninja are stand-ins that record their arguments."""

import os
import shutil
import subprocess
import unittest

from program import HOME, PATIENCE_S, scratch

STAND_IN = '#!/bin/sh\necho "${0##*/} $*" >>"$CALLS"\n'


class Checkout(unittest.TestCase):
    def setUp(self):
        folder = scratch(self).resolve()
        self.root, self.bin, self.calls = folder / "root", folder / "bin", folder / "calls"
        self.build = self.root / "build" / "release"
        (self.root / "scripts").mkdir(parents=True)
        (self.build / "bin").mkdir(parents=True)
        shutil.copy(HOME / "hilltop", self.root)
        shutil.copy(HOME / "scripts" / "packages.sh", self.root / "scripts")
        self.put(self.build / "bin" / "hilltop",
                 '#!/bin/sh\necho "home ${HILLTOP_HOME-unset}, told $*"\n')
        (self.build / "build.ninja").write_text("")
        self.bin.mkdir()
        for tool in ("bash", "cat", "env", "flock", "grep", "mkdir", "readlink", "sh"):
            (self.bin / tool).symlink_to(shutil.which(tool))
        for tool in ("cmake", "ninja"):
            self.put(self.bin / tool, STAND_IN)

    def put(self, file, text):
        file.write_text(text)
        file.chmod(0o755)

    def cache(self, javac):
        (self.build / "CMakeCache.txt").write_text(f"JAVAC:FILEPATH={javac}\n")

    def called(self, **variables):
        """Returns what ./hilltop printed, and the tools that it called."""
        self.calls.unlink(missing_ok=True)
        environment = {"PATH": str(self.bin), "CALLS": str(self.calls)} | variables
        done = subprocess.run([str(self.root / "hilltop"), "list", "bots"], env=environment, cwd="/",
                              capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout, self.calls.read_text().splitlines()

    def test_a_jdk_that_was_installed_later_is_found(self):
        configure = f"cmake -S {self.root} --preset release"
        build = f"ninja -C {self.build} hilltop"
        self.cache("JAVAC-NOTFOUND")
        self.assertEqual(self.called()[1], [build])
        self.put(self.bin / "javac", STAND_IN)
        self.assertEqual(self.called()[1], [configure, build])
        self.cache("/usr/bin/javac")
        self.assertEqual(self.called()[1], [build])

    def test_a_compiler_is_heard_only_where_a_step_fails(self):
        self.cache("/usr/bin/javac")
        self.put(self.bin / "ninja", """#!/bin/sh
cat <<END
ninja: Entering directory
[1/3] Building CXX object a.o
a.cpp: warning: harmless
[2/3] Building CXX object b.o
FAILED: b.o
b.cpp: error: wrong
[3/3] Building CXX object c.o
c.cpp: warning: harmless
ninja: build stopped: subcommand failed.
END
exit 1
""")
        done = subprocess.run([str(self.root / "hilltop")], env={"PATH": str(self.bin)}, cwd="/",
                              capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED: b.o\nb.cpp: error: wrong\n", done.stderr)
        self.assertNotIn("harmless", done.stderr)
        self.assertIn("the build failed", done.stderr)

    def test_the_home_of_its_user_is_passed_on(self):
        self.cache("/usr/bin/javac")
        self.assertEqual(self.called()[0], "home unset, told list bots\n")
        self.assertEqual(self.called(HILLTOP_HOME="/x")[0], "home /x, told list bots\n")


if __name__ == "__main__":
    unittest.main()
