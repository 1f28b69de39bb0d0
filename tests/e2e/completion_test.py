"""`hilltop completion`: what each shell offers, by asking the shells themselves."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from program import HOME, PATIENCE_S, PROGRAM, hilltop, ran, scratch

BOTS = {"pazaak": {"kid", "nestor", "bold"}, "yahtzee": {"greedy", "optimal"}}

# A line up to the cursor, the offers required there, and those forbidden.
LINES = [
    ("", {"run", "watch", "play", "new", "completion", "manual"}, {"--help"}),
    ("pl", {"play"}, {"run"}),
    ("--", {"--help", "--version"}, {"--seed"}),
    ("run ", {"koth-pazaak", "koth-gomoku", "pazaak-cup"}, {"kid", "--seed"}),
    ("run koth-p", {"koth-pazaak"}, {"koth-gomoku"}),
    ("run --fo", {"--format", "--format="}, {"--seed"}),
    ("run --format ", {"text", "json", "csv"}, {"sgf", "koth-pazaak"}),
    ("run --format j", {"json"}, {"text"}),
    ("run --format=j", {"json", "--format=json"}, {"text"}),
    ("play --format ", {"text", "json"}, {"csv"}),
    ("replay --format ", {"text", "json", "sgf", "psq"}, {"csv"}),
    ("check bots --sandbox ", {"require", "best", "off"}, set()),
    ("run --seed 7 --sandbox=o", {"off", "--sandbox=off"}, {"best"}),
    ("play ", {"gomoku", "pazaak", "yahtzee"}, {"kid"}),
    ("play pazaak ", BOTS["pazaak"] | {"human"}, {"greedy", "random"}),
    ("play pazaak kid ne", {"nestor"}, {"kid"}),
    ("play yahtzee --games 3 human ", BOTS["yahtzee"] | {"human"}, {"nestor"}),
    ("play --seed 3 ", {"gomoku", "pazaak", "yahtzee"}, {"kid"}),
    ("play --log ", {"gomoku", "pazaak", "yahtzee"}, {"kid"}),
    ("debug mine --against ", BOTS["pazaak"] | {"human", "random"}, set()),
    ("debug mine --game pazaak --against ", {"kid"}, {"random"}),
    ("play pazaak --rules ", {"koth"}, set()),
    ("compare pazaak kid ", {"nestor"}, {"human", "greedy"}),
    ("solve ", {"gomoku", "pazaak", "yahtzee"}, {"tictactoe"}),
    ("puzzle ", {"gomoku", "pazaak", "yahtzee"}, {"pig"}),
    ("replay bold,cautious:1 ", {"koth-pazaak"}, set()),
    ("list ", {"games", "bots", "contests", "formats", "languages"}, set()),
    ("new ", {"gomoku", "pazaak", "yahtzee"}, {"tictactoe"}),
    ("new pazaak ", {"python", "javascript", "cpp", "java", "rust"}, {"pazaak"}),
    ("completion ", {"bash", "zsh", "fish"}, set()),
    ("manual c", {"check", "compare", "completion"}, {"run"}),
]

# Content of the folder in which a line is typed: files, folders, and words that need quotes.
FILES = ["one.db", "a b.toml", "contests/decoy.toml"]
FOLDERS = ["bots", "it's mine"]
PATHS = [
    ("merge --store on", {"one.db"}, {"bots"}),
    ("merge on", {"one.db"}, {"bots"}),
    ("debug b", {"bots"}, {"one.db"}),
    ("run --bots ", {"bots", "contests"}, {"one.db"}),
    ("play pazaak bo", {"bots", "bold"}, {"one.db"}),
]


class Completion(unittest.TestCase):
    shell = ""

    def setUp(self):
        if not self.shell:
            self.skipTest("the tests of one shell")
        if not shutil.which(self.shell):
            self.skipTest(f"there is no {self.shell} here")
        self.folder = scratch(self)
        for name in FOLDERS:
            (self.folder / name).mkdir()
        for name in FILES:
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text("")
        # The program as users have it: hilltop in PATH, without a variable that tells its home.
        (self.folder / ".bin").mkdir()
        (self.folder / ".bin" / "hilltop").symlink_to(PROGRAM)
        self.script = self.folder / ".script"
        self.script.write_text(ran("completion", self.shell))
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("HILLTOP_")}
        self.environment |= {"PATH": f"{self.folder / '.bin'}:{os.environ['PATH']}", "TERM": "dumb",
                             "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}

    def call(self, *command, stdin=""):
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=stdin, text=True,
                              capture_output=True, timeout=PATIENCE_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def check(self, lines):
        for line, wanted, unwanted in lines:
            with self.subTest(line):
                offered = {word.rstrip("/") for word in self.offered(line)}
                # If a shell can spell an offer in two ways, one is enough.
                missing = {word for word in wanted - offered
                           if not ({word + "=", word.rstrip("="), word.split("=")[-1],
                                    *(each for each in wanted if each.endswith("=" + word))}
                                   & offered)}
                self.assertEqual(missing, set(), offered)
                self.assertEqual(unwanted & offered, set())

    def check_contests_of_a_home(self):
        """Contests come from the program that is asked, and their names may need quotes."""
        home = self.folder / "home"
        (home / "contests").mkdir(parents=True)
        (home / "contests" / "Ann's cup.toml").write_text("")
        self.environment["HILLTOP_HOME"] = str(home)
        self.assertIn("Ann's cup", [self.unquoted(word) for word in self.offered("run An")])
        self.environment["HILLTOP_HOME"] = str(self.folder / "nowhere")
        self.assertNotIn("koth-pazaak", self.offered("run koth"))

    def unquoted(self, word):
        return word.replace("\\", "")


class Bash(Completion):
    shell = "bash"

    # Calls the function as bash does for the last word of a line and prints its offers. compgen
    # gives the offers that bash itself would add for an option of compopt.
    DRIVER = r"""
source "$1"
options=()
compopt() { options+=("$2"); }
COMP_LINE=$2
read -ra COMP_WORDS <<<"${2//[=:]/ & }"
[[ $2 != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_hilltop hilltop "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\n' "${COMPREPLY[@]}"
for option in "${options[@]}"; do
  case $option in
    default) ((${#COMPREPLY[@]})) || compgen -f -- "${COMP_WORDS[-1]}" ;;
    plusdirs) compgen -d -- "${COMP_WORDS[-1]}" ;;
  esac
done
exit 0
"""

    def offered(self, line):
        return self.call("bash", "-c", self.DRIVER, "bash", self.script, "hilltop " + line
                         ).splitlines()

    def unquoted(self, word):
        return subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, text=True,
                              check=True).stdout

    def test_lines(self):
        self.check(LINES + PATHS)

    def test_contests_of_a_home(self):
        self.check_contests_of_a_home()

    def test_a_checkout_is_not_built_by_asking(self):
        checkout = self.folder / "checkout"
        checkout.mkdir()
        (checkout / "CMakeLists.txt").write_text("")
        (checkout / "hilltop").write_text("#!/bin/sh\ntouch built\n")
        (checkout / "hilltop").chmod(0o755)
        (self.folder / ".bin" / "hilltop").unlink()
        (self.folder / ".bin" / "hilltop").symlink_to(checkout / "hilltop")
        self.assertEqual(self.offered("run koth"), [""])
        self.assertFalse((self.folder / "built").exists())
        (checkout / "build" / "release" / "bin").mkdir(parents=True)
        (checkout / "build" / "release" / "bin" / "hilltop").symlink_to(PROGRAM)
        self.assertIn("koth-pazaak", self.offered("run koth"))

    def test_at_a_prompt(self):
        """Completes and runs one line through readline."""
        bash = pty_of(["bash", "--norc", "-i"], self.folder, self.environment)
        self.addCleanup(bash.close)
        bash.type("source .script; PS1=; echo read''y\n")
        bash.read_until("ready")
        bash.type("hilltop list con\t | head -1\n")
        self.assertIn("hilltop list contests", bash.read_until("title"))

    def test_shellcheck(self):
        if not shutil.which("shellcheck"):
            self.skipTest("there is no shellcheck here")
        self.call("shellcheck", "--shell=bash", str(self.script))


class Fish(Completion):
    shell = "fish"

    def offered(self, line):
        told = self.call("fish", "--no-config", "-c",
                         "source .script; complete -C \"$argv[1]\"", "--", "hilltop " + line)
        return [each.split("\t")[0] for each in told.splitlines()]

    def test_lines(self):
        self.check(LINES + PATHS)

    def test_contests_of_a_home(self):
        self.check_contests_of_a_home()

    def test_offers_have_descriptions(self):
        told = self.call("fish", "--no-config", "-c",
                         "source .script; complete -C 'hilltop run --bo'")
        # fish 4 also offers words that contain these letters elsewhere
        self.assertIn("--bots\tPlay with every bot folder in DIR instead of the file's bots", told.splitlines())


class Zsh(Completion):
    shell = "zsh"

    # Runs in its own terminal with `compadd` replaced: each offer is printed, not shown.
    DRIVER = r"""
PS1= RPS1= PS2=
unsetopt zle_bracketed_paste prompt_sp prompt_cr 2>/dev/null
autoload -Uz compinit && compinit -u -D
source .script
zstyle ':completion:*' matcher-list ''
bindkey '^I' complete-word
compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a __hits
  builtin compadd -A __hits "$@"
  local each
  for each in $__hits; do print -r -- "offer:$each"; done
  builtin compadd "$@"
}
capture () { zle complete-word; print -r -- "offered"; BUFFER=''; zle .accept-line }
zle -N capture
bindkey '^G' capture
zle-line-init () { print -r -- "waiting" }
zle -N zle-line-init
"""

    def setUp(self):
        super().setUp()
        (self.folder / ".driver").write_text(self.DRIVER)
        self.zsh, self.started_in = None, None
        self.addCleanup(self.end)

    def end(self):
        if self.zsh:
            self.zsh.close()

    def offered(self, line):
        if self.started_in != self.environment:  # one shell for many lines
            self.end()
            self.zsh = pty_of(["zsh", "-f", "-i"], self.folder, self.environment)
            self.started_in = self.environment.copy()
            self.zsh.type("source ./.driver\n")
        self.zsh.read_until("waiting")
        self.zsh.type("hilltop " + line + "\x07")
        told = self.zsh.read_until("offered")
        return re.findall(r"offer:([^\r\n]*)", told)

    def test_lines(self):
        self.check(LINES + PATHS)

    def test_contests_of_a_home(self):
        self.check_contests_of_a_home()

    def test_as_a_function_of_fpath(self):
        functions = self.folder / "functions"
        functions.mkdir()
        self.script.rename(functions / "_hilltop")
        self.script.write_text("fpath=($PWD/functions $fpath); compinit -u -D\n")
        self.assertIn("koth-pazaak", self.offered("run koth-p"))


class pty_of:
    """A program in its own terminal."""

    def __init__(self, command, folder, environment):
        self.unread = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, text):
        """Returns what it prints up to a text."""
        by = time.monotonic() + PATIENCE_S
        while text.encode() not in self.unread:
            ready, _, _ = select.select([self.terminal], [], [], by - time.monotonic())
            if not ready:
                raise TimeoutError(self.unread.decode())
            self.unread += os.read(self.terminal, 65536)
        seen, _, self.unread = self.unread.partition(text.encode())
        return seen.decode()

    def close(self):
        os.close(self.terminal)
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)


class Arguments(unittest.TestCase):
    def test_another_shell(self):
        done = hilltop("completion", "zhs")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("did you mean 'zsh'?", done.stderr)

    def test_words_that_are_offered_are_taken(self):
        for what in ("games", "bots", "contests", "formats", "languages"):
            self.assertNotEqual(ran("list", what), "")
        templates = HOME / "sdk" / "templates"
        offered = re.search(r"^  GAME (\S+)", ran("new", "--help"), re.M)[1].split("|")
        self.assertEqual(offered, sorted(folder.name for folder in templates.iterdir()))


if __name__ == "__main__":
    unittest.main()
