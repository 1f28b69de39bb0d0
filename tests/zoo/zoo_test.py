"""The zoo: misbehaving bots, one kind per file with a test of the same name. Each plays a contest
against an honest bot, which must lose nothing by it.

    zoo_test.py [Zoo.NAME …]     (HILLTOP_PROGRAM and HILLTOP_HOME say what is tested)

ZOO_SANDBOX=off plays without the sandbox and skips the tests that need it. ZOO_USER=NAME plays as
that user, which only root may request.
"""

import ctypes
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import unittest
import uuid

ZOO = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ZOO.parent / "e2e"))

import program  # noqa: E402  (what the tests of the program share)

SANDBOX = os.environ.get("ZOO_SANDBOX", "best")
# Not the developer's PATH: every user may run these interpreters.
PATH = "/usr/local/bin:/usr/bin:/bin"
ARENA_MIB_MOST = 200
LOOK_S = 0.02  # interval of measuring the arena's memory, which only a living process shows

# Milliseconds for an answer, and in addition for the first one: short limits for bots that let time
# pass, and for all others long ones that hold on a loaded machine too.
BRIEF = (1000, 4000)
PATIENT = (60_000, 60_000)

# The host of JVM bots does not support Gomoku: its guest plays Pazaak.
CONTEST_SEED = "7315092846"
PAZAAK = f"""
[contest]
game = "pazaak"
seed = {CONTEST_SEED}
[format]
kind = "round-robin"
games = 10
[faults]
broken = "lose"
[bots]
folder = "bots"
[switches]
move_ms = 60000
start_ms = 60000
"""
# Draws as long as it cannot bust, and beats any bot that stands at one card. Prints all that it
# hears.
PATIENT_PLAYER = """
import sys
for line in sys.stdin:
    print(line, end="", file=sys.stderr, flush=True)
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        value = sum(map(int, words[words.index("hand") + 1].split(",")))
        print("move", words[0], "END" if value <= 10 else "STAND", flush=True)
"""

# What a test needs of the sandbox: layers, any one of which is enough, and what they limit.
FILES = (["L2"], "files")
FILE_SIZE = (["L0"], "file size")
LIMITS = (["L0"], "limits")
MEMORY = (["L4", "L0"], "memory")
NETWORK = (["L1", "L3"], "network")
PROCESSES = (["L3", "L4", "L5"], "processes")
SCOPED = "L2 of ABI 6"
ABSTRACT_SOCKETS = (["L1", SCOPED, "L3"], "abstract sockets")
SIGNALS = (["L1", SCOPED, "L3", "L5"], "signals")
STOPPED = (["L1", "L4"], "who is stopped")
SET_ID = (["L1"], "set-id bits")

# Answers like the program beside it, a second later.
SLOW = """
import subprocess, sys, time
quick = subprocess.Popen(["./bot", *sys.argv[1:]], stdin=-1, stdout=-1, text=True)
for line in sys.stdin:
    time.sleep(1)
    print(line, end="", file=quick.stdin, flush=True)
    if not line.startswith("EXIT"):
        print(quick.stdout.readline(), end="", flush=True)
"""


@functools.cache
def takes_sandbox(command):
    return "--sandbox" in program.hilltop(command, "--help").stdout


def landlock_abi():
    """Returns the version of the kernel's Landlock; 0 if it has none."""
    landlock_create_ruleset, version = 444, 1
    return max(0, ctypes.CDLL(None).syscall(landlock_create_ruleset, None, 0, version))


@functools.cache
def layers():
    """Returns the names of the sandbox's layers that are active here."""
    if SANDBOX == "off":
        return frozenset()
    told = program.hilltop("doctor", "--format", "json").stdout
    if not told:  # a program without a sandbox
        return frozenset()
    active = {row["name"] for row in json.loads(told)["layers"] if row["active"]}
    return frozenset(active | ({SCOPED} if "L2" in active and landlock_abi() >= 6 else set()))


def is_frozen():
    """Returns whether a cgroup, and not a signal, stops a bot here."""
    return "L4" in layers() and " cgroup2 " in pathlib.Path("/proc/mounts").read_text()


@dataclasses.dataclass
class Played:
    """The traces that a contest left."""

    report: dict
    text: str
    stderr: str
    folder: pathlib.Path  # of the sinner

    @functools.cached_property
    def loot(self):
        file = self.folder / "loot.txt"
        return file.read_text() if file.exists() else ""


def compiled(source, program_file):
    subprocess.run(["cc", "-O1", "-o", program_file, source], check=True, capture_output=True)


def processes_of(marker):
    """Returns the command lines that contain the marker, by process."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it has ended meanwhile
            continue
        if marker in line:
            found[int(folder.name)] = line
    return found


def remove(path):
    path.rmdir() if path.is_dir() else path.unlink()


def state_of(folder, bots, but):
    """Returns the content of a folder, except of one below it. Owners of bots' files are ignored,
    because the arena may give them to the user that a bot runs as."""
    state = {}
    for path in sorted(folder.rglob("*")):
        if but in (path, *path.parents):
            continue
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        owner = () if bots in (path, *path.parents) else (status.st_mode, status.st_uid)
        state[str(path)] = (hashlib.sha256(data).hexdigest(), *owner)
    return state


def peak_memory_mib(process):
    """Returns the memory of this process alone, without its children; 0 once it has ended."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "VmHWM: 0")
    return int(line.split()[1]) / 1024


class Zoo(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.root = program.scratch(self)
        self.root.chmod(0o755)  # a bot may run as another user
        self.marker = f"zoo-{uuid.uuid4().hex}"
        self.addCleanup(self.end_sinners)
        self.secret = f"secret-{uuid.uuid4().hex}"
        self.bots = self.root / "bots"
        self.sinner = self.bots / "sinner"
        honest = self.bots / "honest"
        honest.mkdir(parents=True)
        shutil.copy(program.BUILD / "bin/anvil", honest / "bot")
        (honest / "meta").write_text("Honest\n./bot\n\n0\n")
        self.store = self.root / "store"
        self.store.mkdir()
        (self.store / "results.db").write_text("nobody has won yet\n")
        for file in (self.root / "secret.txt", honest / "secret.txt"):
            file.write_text(self.secret)
            file.chmod(0o600)

    def end_sinners(self):
        for process in processes_of(self.marker):
            os.kill(process, signal.SIGKILL)

    # ---------------------------------------------------------------------------------- playing

    def needs(self, what):
        """Skips a test if this machine cannot stop the misbehaviour."""
        names, kind = what
        if layers().isdisjoint(names):
            why = "the sandbox is off" if SANDBOX == "off" else "not active here"
            self.skipTest(f"needs {' or '.join(names)} ({kind}): {why}")

    bot_toml = ""
    shown = 0  # whether `meta` asks for standard error to be shown

    def put_sinner(self, told=()):
        sin = self.id().rpartition(".")[2].removeprefix("test_")
        self.sinner.mkdir()
        arguments = " ".join([self.marker, *map(str, told)])
        if (ZOO / f"{sin}.py").exists():
            for file in (f"{sin}.py", "sinner.py"):
                shutil.copy(ZOO / file, self.sinner / file)
            command, arguments = "python3", f"{sin}.py {arguments}"
        elif (ZOO / f"{sin}.c").exists():
            compiled(ZOO / f"{sin}.c", self.sinner / sin)
            command = f"./{sin}"
        elif (ZOO / f"{sin}.java").exists():
            for file in (ZOO / f"{sin}.java", program.SHARED / "sdk/java/hilltop-jvm.jar"):
                shutil.copy(file, self.sinner)
            command = "java"
            arguments = f"-Dzoo={self.marker} -cp hilltop-jvm.jar hilltop.Host {sin}.java"
        else:
            shutil.copy(ZOO / sin, self.sinner / sin)
            command = f"./{sin}"
        (self.sinner / "meta").write_text(f"Sinner\n{command}\n{arguments}\n{self.shown}\n")
        (self.sinner / "bot.toml").write_text(self.bot_toml)

    def arena(self, *arguments, status=0):
        """Runs the program in the folder of its store; returns its output in two texts."""
        environment = {**os.environ, "PATH": PATH, "ZOO_SECRET": self.secret}
        if takes_sandbox(arguments[0]):
            arguments += ("--sandbox", SANDBOX)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([program.PROGRAM, *map(str, arguments)], cwd=self.store,
                                       env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=err)
            peak = 0
            while process.returncode is None:
                peak = max(peak, peak_memory_mib(process.pid))
                try:
                    process.wait(LOOK_S)
                except subprocess.TimeoutExpired:
                    pass
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read())
        self.assertEqual(processes_of(self.marker), {}, "it was left running")
        self.assertEqual(process.returncode, status, texts[1][-2000:])
        if not program.SANITIZED:
            self.assertLess(peak, ARENA_MIB_MOST)
        return texts

    def play(self, told=(), time=PATIENT, write_text=False):
        """Plays the test's bot against the honest bot; reports as JSON and, if asked, as text."""
        self.put_sinner(told)
        rules = (program.HOME / "contests/gomoku/koth-gomoku.toml").read_text()
        for key, old, new in zip(("move_ms", "start_ms"), (500, 5000), time):
            self.assertIn(f"{key} = {old} ", rules)
            rules = rules.replace(f"{key} = {old} ", f"{key} = {new} ")
        played = self.meet(rules, write_text)
        self.honest_lost_nothing(played.report)
        return played

    def meet(self, contest, write_text=False):
        """Plays a contest of the bots in the folder."""
        self.contest = program.contest_file(self.root, contest)
        before = self.state()
        printed, err = self.arena("run", self.contest, "--format", "json")
        text = self.arena("run", self.contest)[0] if write_text else b""
        changed = [path for path, _ in set(before.items()) ^ set(self.state().items())]
        self.assertEqual(changed, [])
        return Played(json.loads(printed), text.decode(), err.decode(errors="replace"),
                      self.sinner)

    def state(self):
        return state_of(self.root, self.bots, but=self.sinner)

    def honest_lost_nothing(self, report, games=2, faults=2):
        rows = {row["bot"]: row for row in report["standings"]}
        honest, sinner = rows["Honest"], rows["Sinner"]
        self.assertEqual((honest["games"], honest["won"], honest["faults"]), (games, games, 0),
                         report)
        self.assertEqual((sinner["lost"], sinner["faults"]), (games, faults), report)

    def said(self, played, kind, words):
        """Each of the two games was lost by this fault, and the report says so."""
        faults = played.report["faults"]
        self.assertEqual([fault["game"] for fault in faults], [1, 2])
        for fault in faults:
            self.assertEqual((fault["bot"], fault["opponents"]), ("Sinner", ["Honest"]))
            self.assertRegex(f"{fault['fault']}: {fault['detail']}", f"^{kind}: .*(?:{words})")
        if played.text:
            self.assertRegex(played.text, f"Sinner  \\d+ × .*(?:{words})")

    def sins(self, kind, words, **how):
        """Plays the test's bot; the report names this fault and nothing else."""
        played = self.play(**how)
        self.said(played, kind, words)
        return played

    def took_nothing(self, **how):
        """The bot reports its loot, and that is empty."""
        played = self.sins("not an answer", r"got 'I got \d+ things", **how)
        self.assertEqual(played.loot, "")
        return played

    # ----------------------------------------------------------------------------- bad manners

    def test_never_reads(self):
        self.sins("no answer in time", "it has not read all of its input", time=BRIEF, write_text=True)

    def test_never_answers(self):
        self.sins("no answer in time", "no output", time=BRIEF)

    def test_answers_late(self):
        self.sins("no answer in time", "no output", time=BRIEF)

    def test_takes_its_answer_back(self):
        self.sins("no answer in time", "no output|no line feed", time=BRIEF)

    def test_drips_a_byte_a_second(self):
        self.sins("no answer in time", "no line feed after half a line: '7+'", time=BRIEF)

    def test_floods_stdout(self):
        self.sins("not an answer", "got 'flood", write_text=True)

    def test_floods_stderr(self):
        self.assertNotIn("flood", self.sins("not an answer", "got 'I flooded stderr").stderr)
        printed, err = self.arena("run", self.contest, "--format", "json", "--stderr", "all")
        self.honest_lost_nothing(json.loads(printed))
        self.assertIn(b"Sinner: flood!!\n", err)
        self.assertEqual(err.count(b"and no more is shown"), 2)  # per process
        self.assertLess(len(err), 8 << 20)

    def test_line_without_end(self):
        self.sins("line too long", "no line feed within 65536 bytes", write_text=True)

    def test_half_a_line_then_exits(self):
        self.sins("crashed", r"exited with status 3 after half a line: '\(7,'", write_text=True)

    def test_exits_at_once(self):
        self.sins("crashed", "exited with status 0", write_text=True)

    def test_closes_stdin(self):
        self.sins("no answer in time", "it closed its input but still runs", time=BRIEF)

    def test_ignores_sigterm(self):
        self.sins("not an answer", "got 'I stay")

    def test_two_answers_for_one(self):
        self.sins("not an answer", "got 'and another")

    def test_answers_before_the_question(self):
        self.sins("not an answer", "got 'first!")

    def test_command_that_is_no_program(self):
        self.sins("did not start", "cannot run './command_that_is_no_program': Permission denied",
                  write_text=True)

    def test_says_latin1_nul_and_escape_bytes(self):
        told = (r"caf\xe9 \x00 \x1b[31m \x1b]0;mine\x07 \xc2\x9b2J \xc0\x9b \xed\xa0\x80"
                r" \xf5\x80\x80\x80")
        played = self.sins("not an answer", re.escape(f"got '{told[:16]}"), write_text=True)
        # `debug` has longer lines, so it shows all of the text for the terminal. It ends with 1
        # after a fault.
        debugged = self.arena("debug", self.sinner, "--game", "gomoku", status=1)[0].decode()
        self.assertIn(f"< {told}\n", debugged)
        for shown in (played.text, debugged):
            self.assertTrue(all(sign.isprintable() or sign == "\n" for sign in shown), shown)

    # -------------------------------------------------------------------- too much of anything

    def test_leaves_a_daemon(self):
        played = self.sins("crashed", "exited with status 4")
        self.assertTrue((played.folder / "daemon.txt").exists(), "it had no daemon")

    def test_forks_without_end(self):
        played = self.sins("not an answer", "got '(I have all my|held at) ")
        self.needs(PROCESSES)
        self.said(played, "not an answer", "got 'held at ")

    def test_eats_memory(self):
        self.needs(MEMORY)
        self.bot_toml = "[limits]\nmemory_mb = 256\n"
        self.sins("(?:crashed|not an answer)", "killed by SIGKILL|got 'held at ")

    def test_fills_the_disk(self):
        # In its own folder, which may hold that much; a single file may not.
        played = self.sins("not an answer", r"got 'I took 512 MiB, \d+ in a file")
        self.needs(FILE_SIZE)
        largest = re.search(r"(\d+) in a file", played.report["faults"][0]["detail"])[1]
        self.assertLess(int(largest), 512)

    def meets(self, limit, value, size, **how):
        """Ends with the name and the size of a limit that its bot.toml asks for."""
        self.needs(LIMITS)
        self.bot_toml = f"[limits]\n{limit} = {value}\n"
        self.sins("crashed", f"killed by SIGKILL; it met its limit of {value} {size}", **how)

    def test_fills_its_folder(self):
        self.meets("disk_mb", 64, "MiB in its folder")

    def test_makes_files_without_end(self):
        self.meets("files", 1000, "files in its folder")

    def test_spends_processor_time(self):
        self.meets("cpu_s", 1, "s of processor time per game")

    def test_shares_its_memory(self):
        self.meets("memory_mb", 128, "MiB of memory", write_text=True)

    # ------------------------------------------------------------------------- what is not its

    def test_reads_outside_its_folder(self):
        self.needs(FILES)
        self.took_nothing(told=[self.root])

    def test_reads_other_bots_folders(self):
        self.needs(FILES)
        self.took_nothing()

    def test_writes_outside_its_folder(self):
        self.needs(FILES)
        places = [pathlib.Path(place).expanduser()
                  for place in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/etc", "/", "~")]
        self.addCleanup(lambda: [remove(path) for path in self.marked(places)])
        self.sins("not an answer", "got 'I wrote what I could")
        self.assertEqual(self.marked(places), [])

    def test_writes_the_store(self):
        self.needs(FILES)
        self.sins("not an answer", "got 'I have won", told=[self.root])

    def test_symbolic_link_out_of_its_folder(self):
        self.needs(FILES)
        self.took_nothing()
        self.assertEqual((self.sinner / "has-link").read_text(), "True")
        self.assertFalse((self.sinner / "file").is_symlink(), "it stays for another run")

    def test_reads_proc_of_the_arena(self):
        self.needs(FILES)
        self.took_nothing()

    def test_kills_its_warden(self):
        self.needs(SIGNALS)
        self.sins("not an answer", "got 'I am still guarded")

    def test_signals_others(self):
        self.needs(SIGNALS)
        other = subprocess.Popen(["sleep", "600"])
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        self.took_nothing(told=[other.pid])
        self.assertIsNone(other.poll(), "it was hit")

    def test_spoils_its_folder(self):
        self.sins("not an answer", "got 'I have left [12] games")
        author = {path.name: path.read_bytes() for path in self.sinner.iterdir()}
        self.assertEqual(author["meta"].splitlines()[0], b"Sinner")
        self.assertEqual(author["made"], b"xx")  # files that the bot wrote are kept
        self.assertLess(sum(map(len, author.values())), 70 << 20)
        printed, _ = self.arena("run", self.contest, "--format", "json")
        report = json.loads(printed)
        self.honest_lost_nothing(report)
        self.assertEqual([fault["detail"].rpartition("left ")[2].rstrip("'") for fault in report["faults"]],
                         ["3 games", "4 games"])

    def test_makes_programs_of_its_owner(self):
        self.needs(SET_ID)
        self.took_nothing()
        for path in self.sinner.rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o6000, 0, path)

    def test_reaches_for_the_terminal(self):
        self.shown = 1
        err = self.took_nothing().stderr
        self.assertTrue(err.startswith("sandbox:"), err)  # the earlier text is kept
        self.assertIn(r"Sinner: hilltop: I have won" "\n", err)
        self.assertIn(r"Sinner: \x1b[2J\x1b]0;mine\x07\xe2\x80\xae", err)
        self.assertEqual(re.findall(r"[^\n\x20-\x7e…]", err), [])

    def test_thinks_on_its_opponents_time(self):
        self.needs(STOPPED)
        self.slow_down_the_honest()
        self.took_nothing(told=["timers"] if is_frozen() else [])
        starts = int(os.environ.get("HILLTOP_STARTS", "2"))
        of_sinner = self.shares(starts)
        meta = (self.sinner / "meta").read_text()
        (self.sinner / "meta").write_text(
            re.sub(f"{self.marker}( timers)?", f"{self.marker} honest", meta))
        (self.sinner / "shares.txt").unlink()
        of_honest = self.shares(max(2, starts // 10))
        print(f"part of the opponent's thought: {sorted(of_sinner)[-3:]} of {len(of_sinner)}; honest "
              f"{sorted(of_honest)[-3:]} of {len(of_honest)}")
        self.assertLess(statistics.median(of_sinner), statistics.median(of_honest) + 0.05)
        self.assertEqual((self.sinner / "loot.txt").read_text(), "")

    def test_wakes_by_a_timer(self):
        self.slow_down_the_honest()
        if is_frozen():
            self.sins("not an answer", "got 'armed, and here'")
        else:
            self.sins("ran out of turn", "it had a timer that sends SIGCONT", write_text=True)

    def slow_down_the_honest(self):
        honest = self.bots / "honest"
        (honest / "slow.py").write_text(SLOW)
        (honest / "meta").write_text("Honest\npython3\nslow.py\n0\n")

    def shares(self, games):
        """Returns the shares of its opponent's time that the bot used, in games of which two form a
        run; in one of them it has the next move itself. A game in which a loaded machine makes a bot
        late at its start tells nothing."""
        shares = self.sinner / "shares.txt"
        for seed in range(5 * games):
            self.arena("run", self.contest, "--seed", 1000 + seed)
            found = shares.read_text().split() if shares.exists() else []
            if len(found) >= games // 2:
                return list(map(float, found))
        self.fail("there are too few games in which the opponent thought")

    def marked(self, places):
        return [path for place in places for path in place.glob(f"{self.marker}*")]

    # ------------------------------------------------------------------- the host of JVM bots

    def test_reflects_on_its_host(self):
        if not shutil.which("javac"):
            self.skipTest("there is no javac here")
        honest = self.bots / "honest"
        (honest / "bot.py").write_text(PATIENT_PLAYER)
        (honest / "meta").write_text("Honest\npython3\nbot.py\n1\n")
        (honest / "bot.toml").write_text('state = "pairing"\n')
        self.bot_toml = 'state = "folder"\n'  # it counts its lives in a file
        self.put_sinner()
        faults = {  # by game; an answer given twice is of its game, whose process ends with it
            1: r"not an answer: .*got 'I got \d+ letters",
            2: "not an answer: .*got 'end 1 points 3,0",
            3: "not an answer: .*got 'move 3 STAND",
            4: "crashed: exited with status 0",
            5: "crashed: exited with status 7",
            6: "crashed: exited with status 2",
            7: "not an answer: .*got 'ready 1|crashed: exited with status 3",
            9: "crashed: exited with status 0",
            10: "crashed: exited with status 3",  # there is no such deed
        }
        played = self.meet(PAZAAK)
        self.honest_lost_nothing(played.report, games=10, faults=len(faults))
        self.assertEqual([fault["game"] for fault in played.report["faults"]], list(faults))
        for fault in played.report["faults"]:
            self.assertRegex(f"{fault['fault']}: {fault['detail']}", faults[fault["game"]])
        # It saw only what it was told itself.
        self.assertRegex(played.loot, "begin 0 seats 2 seed ")
        heard = re.findall("^Honest: ((?:begin|turn) .*)", played.stderr, re.MULTILINE)
        self.assertGreater(len(heard), 10)
        for private in (*heard, CONTEST_SEED):
            self.assertNotIn(private, played.loot)
        self.needs(FILES)
        self.assertNotIn(self.secret, played.loot)

    # ------------------------------------------------------------------------------ the network

    def nobody_calls(self, listener, told):
        """The queue of the listener is empty after the contest."""
        with listener:
            listener.setblocking(False)
            stream = listener.type == socket.SOCK_STREAM
            if stream:
                listener.listen()
            played = self.sins("not an answer", "got 'I ", told=[told])
            with self.assertRaises(BlockingIOError):
                listener.accept()[0].close() if stream else listener.recv(100)
        self.assertEqual(played.loot, "")

    def port(self, kind):
        listener = socket.socket(socket.AF_INET, kind)
        listener.bind(("127.0.0.1", 0))
        return listener, listener.getsockname()[1]

    def test_opens_tcp(self):
        self.needs(NETWORK)
        self.nobody_calls(*self.port(socket.SOCK_STREAM))

    def test_opens_udp(self):
        self.needs(NETWORK)
        self.nobody_calls(*self.port(socket.SOCK_DGRAM))

    def test_opens_abstract_unix(self):
        self.needs(ABSTRACT_SOCKETS)
        name = f"socket-{self.marker}"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(f"\0{name}")
        self.nobody_calls(listener, name)


# Bots of different kinds, and a word of each one's fault.
DOZEN = {
    "never_answers": "no answer in time", "drips_a_byte_a_second": "no line feed",
    "takes_its_answer_back": "no answer in time", "floods_stdout": "got 'flood",
    "floods_stderr": "I flooded stderr", "line_without_end": "no line feed within",
    "half_a_line_then_exits": "status 3 after half a line", "leaves_a_daemon": "crashed",
    "reaches_for_the_terminal": r"I got \d+ things", "spoils_its_folder": r"I have left \d+ games",
    "symbolic_link_out_of_its_folder": r"I got \d+ things", "exits_at_once": "status 0",
}


class Dozen(Zoo):
    """Twelve hostile bots against two good ones: runs of one contest on one store."""

    def test_good_ones_lose_nothing(self):
        shutil.copytree(self.bots / "honest", self.bots / "honest2")
        (self.bots / "honest2/meta").write_text("Honest too\n./bot\n\n0\n")
        for sin in DOZEN:
            folder = self.bots / sin
            folder.mkdir()
            for file in (f"{sin}.py", "sinner.py"):
                shutil.copy(ZOO / file, folder)
            (folder / "meta").write_text(f"{sin}\npython3\n{sin}.py {self.marker}\n1\n")
        contest = program.contest_file(self.root, """
[contest]
game = "gomoku"
rules = "koth"
[format]
kind = "gauntlet"
challengers = ["Honest", "Honest too"]
games = 4
[switches]
move_ms = 500
start_ms = 2000
[bots]
folder = "bots"
""")
        store, seen = self.root / "kept.db", []
        runs = (1, 1, 2, 2, 3) if os.environ.get("HILLTOP_DOZEN") == "long" else (1, 1, 2)
        for games in runs:
            printed, _ = self.arena("run", contest, "--games", games, "--store", store,
                                    "--format", "json")
            report = json.loads(printed)
            rows = {row["bot"]: row for row in report["standings"]}
            seen.append(len(rows))
            for good in ("Honest", "Honest too"):
                self.assertEqual(rows[good]["faults"], 0, report["faults"])
            for sin, deed in DOZEN.items():
                self.assertEqual((rows[sin]["faults"], rows[sin]["won"]), (rows[sin]["games"], 0), sin)
                said = [f"{fault['fault']}: {fault['detail']}" for fault in report["faults"]
                        if fault["bot"] == sin]
                self.assertTrue(any(re.search(deed, each) for each in said), (sin, said))
        self.assertEqual(seen, [14] * len(runs))


class Completeness(unittest.TestCase):
    def test_each_sin_has_its_test_and_its_line_in_the_list(self):
        helpers = {"sinner", "zoo_test", "README"}
        sins = {file.stem for file in ZOO.iterdir() if file.is_file()} - helpers
        tests = {name.removeprefix("test_") for name in dir(Zoo) if name.startswith("test_")}
        self.assertEqual(sins, tests)
        listed = (ZOO / "README.md").read_text()
        self.assertEqual([sin for sin in sorted(sins) if f"| `{sin}` |" not in listed], [])


# --------------------------------------------------------------------------------- another user

def run_as(user):
    """Runs the zoo as another user, from a copy that this user may read; returns the exit
    status."""
    if os.geteuid() != 0:
        print(f"OK (skipped: only root plays as {user})")
        return 0
    account = pwd.getpwnam(user)
    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        home.chmod(0o755)
        (home / "bin").mkdir()
        for file in ("hilltop", "hilltop-warden", "anvil"):
            shutil.copy(program.BUILD / "bin" / file, home / "bin")
        sdk = "sdk/java"  # as a folder, for there may be no jar in it
        shutil.copytree(program.SHARED / sdk, home / "share/hilltop" / sdk)
        for part in ("tests/zoo", "tests/e2e", "contests/gomoku"):
            shutil.copytree(program.HOME / part, home / part, symlinks=True,
                            ignore=shutil.ignore_patterns("__pycache__"))
        state = home / "state"
        state.mkdir()
        os.chown(state, account.pw_uid, account.pw_gid)
        environment = {name: value for name, value in os.environ.items() if name != "ZOO_USER"}
        environment |= {"HILLTOP_PROGRAM": str(home / "bin/hilltop"), "HILLTOP_HOME": str(home / "share/hilltop"),
                        "HOME": "/nonexistent", "XDG_STATE_HOME": str(state), "PATH": PATH, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups",
             "python3", home / "tests/zoo/zoo_test.py", *sys.argv[1:]], env=environment, cwd=home,
        ).returncode


if __name__ == "__main__":
    if "ZOO_USER" in os.environ:
        sys.exit(run_as(os.environ["ZOO_USER"]))
    unittest.main()
