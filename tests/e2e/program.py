"""Hilltop as its users have it: one program, its output and its exit codes."""

import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import tempfile
import time

import printed_commands
from built import BUILD, HOME, PROGRAM, SHARED

EXAMPLES = HOME / "examples" / "gomoku"  # compiled bots play in copies: the arena keeps what it builds
# A sanitized program is slow: the tests then play fewer games.
SANITIZED = os.environ.get("HILLTOP_SANITIZED") == "1"

# The tools that bots in each language of `hilltop new` need.
TOOLS = {"c": ["gcc"], "cpp": ["g++"], "csharp": ["mcs", "mono"], "go": ["go"],
         "java": ["javac", "java"], "javascript": ["node"], "kotlin": ["kotlinc", "java"],
         "python": ["python3"], "ruby": ["ruby"], "rust": ["rustc"], "typescript": ["tsc", "node"]}

# For bots that are not to be late, on any machine.
PATIENT = ("--set", "move_ms=60000", "--set", "start_ms=60000")

# Games: more than a machine plays while a test waits for a processor, so that a run is interrupted.
ENDLESS = 1_000_000_000

# Number of times that runs are killed whose result must not depend on it.
KILLS = int(os.environ.get("HILLTOP_KILLS", "5"))

# Seconds that end a test that would hang; no test passes or fails by time.
PATIENCE_S = 900


def hilltop(*arguments, stdin="", cwd=None, env=None):
    """Runs the program, as one that is installed; returns returncode, stdout and stderr. Every command in
    them is one that some test gives."""
    done = subprocess.run(
        ["hilltop", *map(str, arguments)],
        executable=PROGRAM,
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={"HILLTOP_STORE": "none", **os.environ, **(env or {})},
        timeout=PATIENCE_S,
    )
    printed_commands.check_output(arguments, done.stderr + done.stdout)
    return done


def complaints(stderr):
    """Returns stderr without the lines on the sandbox, the seed, silent bots, slow copies and a busy machine."""
    return "".join(
        line for line in stderr.splitlines(keepends=True)
        if not line.startswith(("sandbox: ", "seed: ", "workers: ",
                                "hilltop: the machine is overloaded: ", "hilltop: reading and copying "))
        and not re.match(r"hilltop: .* (gave no answer|let \d+ s pass without an answer)\b", line)
    )


def ran(*arguments, **how):
    """Returns the stdout of a call that succeeded without a complaint."""
    done = hilltop(*arguments, **how)
    said = complaints(done.stderr)
    assert done.returncode == 0 and said == "", (arguments, done.returncode, said)
    return done.stdout


def listed(what):
    """Returns the rows of `hilltop list WHAT` (games, formats): the cells by heading."""
    heading, *lines = ran("list", what).splitlines()
    titles = list(re.finditer(r"\S+(?: \S+)*", heading))
    names, starts = [title[0] for title in titles], [title.start() for title in titles]
    return [{name: line[start:end].strip() for name, start, end in zip(names, starts, [*starts[1:], None])}
            for line in lines]


def report(*arguments, **how):
    """Returns the JSON of a call; other text on stdout is an error."""
    return json.loads(ran(*arguments, "--format", "json", **how))


def killed_at_random(*arguments, fresh_store, kills):
    """Yields stores in which a run was restarted and killed at random moments until it finished;
    continues with fresh stores until `kills` runs were hit. Before that, a whole run is timed."""
    def start(store):
        return subprocess.Popen([PROGRAM, *map(str, arguments), "--store", str(store)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    begun = time.monotonic()
    with start(fresh_store()) as running:
        try:
            assert running.wait(PATIENCE_S) == 0, arguments
        finally:
            running.kill()
    longest_s = time.monotonic() - begun  # what a run takes, so that a fast machine kills too
    while kills > 0:
        store = fresh_store()
        ended = False
        while kills > 0 and not ended:
            running = start(store)
            try:
                running.wait(timeout=random.uniform(0, longest_s))
                ended = True
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
                kills -= 1
        yield store


def until(happened, running):
    """Waits until `happened()` is true; returns False if the process ends before."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        if running.poll() is not None:
            return False
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.002)  # leaves the processor to what is waited for
    return True


def replace(file, text):
    """Writes a file of which nobody sees a part; it is made where nobody looks."""
    made = tempfile.TemporaryDirectory()
    new = pathlib.Path(made.name) / "new"
    new.write_text(text, "utf-8")
    new.chmod(file.stat().st_mode)
    new.rename(file)
    made.cleanup()


def blocks(store):
    """Returns the number of blocks in a store, which may be in use or not exist yet."""
    if not pathlib.Path(store).exists():
        return 0
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        try:
            return database.execute("SELECT count(*) FROM block").fetchone()[0]
        except sqlite3.DatabaseError:
            return 0


def games_kept(store):
    """Returns the number of games in all blocks of a store."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        return database.execute("SELECT coalesce(sum(games), 0) FROM block").fetchone()[0]


def stopped_midway(*arguments, store, stop, cwd=None):
    """Runs a call that is sent the signal `stop` as soon as it has stored something, if it still
    runs; returns exit code, stdout and stderr."""
    running = subprocess.Popen([PROGRAM, *map(str, arguments), "--store", str(store)], cwd=cwd,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: blocks(store), running)
    running.send_signal(stop)
    out, said = running.communicate(timeout=PATIENCE_S)
    return running.returncode, out, said


def without_times(debugged):
    """Returns the output of `hilltop debug` without times; every line must have had one."""
    lines = debugged.splitlines()
    bare = [re.sub(r"^ *\d+\.\d{3} ms (?=[*><!|=] )", "", line) for line in lines]
    assert all(was != now for was, now in zip(lines, bare) if was), debugged
    return "\n".join(bare) + "\n"


def scratch(test):
    """Returns a folder that is removed with the test."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


def contest_file(folder, text, name="contest.toml"):
    file = pathlib.Path(folder) / name
    file.write_text(text)
    return file


# A round robin of Gomoku in which no engine runs out of time; bots are to be added.
GOMOKU = """[contest]
game = "gomoku"
rules = "{rules}"
[switches]
move_ms = 60000
start_ms = 60000
[format]
kind = "round-robin"
games = {games}
"""

# A round robin of Pazaak in which no bot runs out of time; bots are to be added.
PAZAAK = """[contest]
name = "pairs"
game = "pazaak"
seed = 5
[format]
kind = "round-robin"
games = {games}
[faults]
illegal = "substitute"
[switches]
move_ms = 60000
"""

THRESHOLD_BOT = """
import sys
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "begin":
        with open("learned", "a") as learned: print(line, file=learned)
    elif kind == "turn":
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        print("move", words[0], "END" if value < ENOUGH else "STAND", flush=True)
    elif kind == "bye":
        break
"""


def threshold_bot(enough):
    """A bot of Pazaak that draws below a value, like `bold` (20) and `cautious` (15), and keeps a
    file of its games."""
    return THRESHOLD_BOT.replace("ENOUGH", str(enough))


# The same in sh, which starts in a tenth of Python's time.
DRAWER = """
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    begin) echo "$kind $game $rest" >>learned ;;
    turn)
      hand=${rest#*hand }
      value=0
      IFS=,
      for card in ${hand%% *}; do value=$((value + card)); done
      unset IFS
      if [ $value -lt ENOUGH ]; then echo "move $game END"; else echo "move $game STAND"; fi ;;
    bye) exit ;;
  esac
done
"""


def drawer(enough):
    """threshold_bot() for `sh`: for tests that start many processes and ask each a few questions."""
    return DRAWER.replace("ENOUGH", str(enough))


def forgetful(parent, name, script):
    """Makes a bot in Python whose files are not kept, so that other machines may play its games."""
    folder = bot_folder(parent, name, script, interpreter="python3")
    (folder / "bot.toml").write_text('state = "none"\n')


def quitter(enough):
    """threshold_bot() that fails in a game which the check before the contest does not have."""
    return threshold_bot(enough).replace(
        'kind == "begin":', 'kind == "begin":\n        if words[0] == "37": break')


def house_bots(*names):
    return "".join(f'[[bot]]\nhouse = "{name}"\n' for name in names)


def bot_folder(parent, name, script, stderr="0", interpreter="sh"):
    """Makes a bot of one script, named like its folder."""
    folder = pathlib.Path(parent) / name
    folder.mkdir(parents=True)
    (folder / "bot").write_text(script)
    (folder / "meta").write_text(f"{name}\n{interpreter}\nbot\n{stderr}\n")
    return folder
