"""The program that tests run: that of the environment, as ctest sets it, else the release build of these
sources. Completes the environment, so that each test runs alone: python3 tests/e2e/NAME_test.py"""

import os
import pathlib
import sys

HOME = pathlib.Path(__file__).resolve().parents[2]  # the sources

PROGRAM = os.environ.setdefault("HILLTOP_PROGRAM", str(HOME / "build/release/bin/hilltop"))
BUILD = pathlib.Path(PROGRAM).resolve().parent.parent
SHARED = pathlib.Path(os.environ.setdefault("HILLTOP_HOME", str(BUILD / "share/hilltop")))  # comes with it
os.environ.setdefault("HILLTOP_STORE", "none")  # no test writes the store of its user

for needed in (pathlib.Path(PROGRAM), SHARED):
    if not needed.exists():
        sys.exit(f"{sys.argv[0]}: '{needed}' does not exist: build it with `cmake --preset release && ninja -C "
                 "build/release`, or set HILLTOP_PROGRAM and HILLTOP_HOME to another build's bin/hilltop and "
                 "share/hilltop")
