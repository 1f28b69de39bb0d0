"""The documentation is true, and the checks that say so can fail.

Needs HILLTOP_PROGRAM, the program's path. Of the repository's Markdown:
- every relative link leads to a file, and to a heading of it;
- every block marked ```console runs: the lines after `$ ` are commands that must succeed, from the
  root of the repository, with ./hilltop standing for the program and ~ for an empty folder. Lines
  below a command are what it prints; … stands for the rest of a line, or for any number of lines;
- --help, the man page and docs/ name the same options, with the same words;
- docs/output.md names every key that the program prints, docs/contests.md every one it reads;
- the bot of the README plays as printed there, and the picture shows what the program prints.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("HILLTOP_PROGRAM", "")
COMMANDS = ["run", "show", "report", "verify", "replay", "merge", "play", "debug", "check", "compare",
            "solve", "list", "doctor", "new"]
SECONDS_MOST = 300  # of one command, in a build with sanitizers on a loaded machine

FENCE = re.compile(r"^( *)```(\S*).*?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
OPTION = re.compile(r"^ +(?:-\w,)?(--[\w-]+).*?\s{2,}(\S.*)$", re.MULTILINE)


# ------------------------------------------------------------------------------------- Markdown

def markdown_files():
    skipped = {"build", ".git", "node_modules"}
    return [path for path in sorted(ROOT.rglob("*.md"))
            if not skipped & set(path.relative_to(ROOT).parts)]


def blocks(text, kind):
    """Yields (line number, content) of the fenced blocks of a kind."""
    for match in FENCE.finditer(text):
        if match[2] == kind:
            yield text.count("\n", 0, match.start()) + 1, match[3]


def prose(text):
    """The text without code; lines keep their numbers."""
    without_blocks = FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "", without_blocks)


def anchors(text):
    """What a heading is called in a link, as GitHub makes it."""
    headings = re.findall(r"^#+ +(.*?) *$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path, text):
    """Yields what is wrong with the links of a document."""
    for match in LINK.finditer(prose(text)):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            yield f"{path}: there is no '{match[1]}'"
        elif anchor and anchor not in anchors(text if file == path else file.read_text("utf-8")):
            yield f"{path}: '{target}' has no heading '#{anchor}'"


# ------------------------------------------------------------------------------------- commands

def run(command, home):
    """The finished process of a line of the shell, with what it printed in one text."""
    environment = os.environ | {"HOME": str(home), "HILLTOP_HOME": str(ROOT), "NO_COLOR": "1",
                                "HILLTOP_STORE": "none"}
    line = re.sub(r"(?<!\S)\./hilltop\b", lambda _: f"'{PROGRAM}'", command)
    return subprocess.run(["bash", "-c", line], cwd=ROOT, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS_MOST, check=False)


def commands_of(block):
    """Yields (command, lines that it shall print) of a ```console block."""
    command, shown = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        elif command and command.endswith("\\"):
            command = command[:-1] + line.lstrip("> ")
        else:
            shown.append(line.rstrip())
    if command:
        yield command, shown


def as_pattern(shown):
    lines = []
    for line in shown:
        if line.strip() == "…":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*".join(re.escape(part) for part in line.split("…")) + r"\n")
    return re.compile("".join(lines))


def broken_commands(where, block, home):
    """Yields what is wrong with the commands of a block, which it runs."""
    for command, shown in commands_of(block):
        done = run(command, home)
        printed = "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())
        if done.returncode != 0:
            yield f"{where}: '{command}' ended with {done.returncode}:\n{printed}"
        elif any(shown) and not as_pattern(shown).fullmatch(printed.strip("\n") + "\n"):
            yield (f"{where}: '{command}' shall print\n" + "\n".join(shown) +
                   f"\nbut it prints\n{printed}")


def put_readme_bot(readme, folder):
    """Writes the bot of the README down as a reader does."""
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(next(blocks(readme, "python"))[1], "utf-8")
    (folder / "meta").write_text(next(blocks(readme, "text"))[1], "utf-8")


def faults_of(bot_folder, games=4):
    """The faults of a bot in games of Gomoku against `random`; asserts that they were played."""
    done = subprocess.run([PROGRAM, "play", "gomoku", str(bot_folder), "random", "--games",
                           str(games)], stdout=subprocess.PIPE, text=True, check=True,
                          timeout=SECONDS_MOST)
    heading, bot = (line.split() for line in done.stdout.splitlines()[:2])
    row = dict(zip(heading[::-1], bot[::-1]))  # from the right: names may hold spaces
    assert row["games"] == str(games), done.stdout
    return int(row["faults"])


# -------------------------------------------------------------------------------------- options

@functools.cache
def help_of(command):
    return subprocess.run([PROGRAM, *command.split(), "--help"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def options_of(help_text):
    """{"--seed": "The seed from …"} of a --help."""
    return dict(OPTION.findall(help_text))


def plain(text):
    """Words alone: without markup and line breaks."""
    return " ".join(re.sub(r"[*_\\]", "", text).split())


def man_sections(man):
    """{"run": text, …, "": what stands before all commands}."""
    parts = re.split(r"^## hilltop (\w+).*$", man, flags=re.MULTILINE)
    return {"": parts[0]} | dict(zip(parts[1::2], parts[2::2]))


def man_complaints(man, helps):
    """Yields how the man page differs from the --help of the commands ("" is the program's own)."""
    sections = man_sections(man)
    for command, help_text in helps.items():
        section = sections.get(command, "")
        options = options_of(help_text)
        named = set(re.findall(r"^\*(?:-\w\*, \*)?(--[\w-]+)\*", section, re.MULTILINE))
        for option in sorted(set(options) - {"--help"} - named):
            yield f"hilltop {command}: the man page does not have {option}"
        for option in sorted(named - set(options)):
            yield f"hilltop {command}: there is no {option}, but the man page has it"
        for option, words in options.items():
            if option != "--help" and plain(words) not in plain(section):
                yield f"hilltop {command}: the man page does not say of {option}: {words}"
        for example in re.findall(r"^  (hilltop (?:\S| (?! ))*)", help_text, re.MULTILINE):
            if example not in section:
                yield f"hilltop {command}: the man page lacks the example: {example}"


def unknown_options(where, text):
    """Yields options in a document that the command they stand with does not have."""
    spans = "\n".join(match[3] for match in FENCE.finditer(text))
    spans += "\n" + "\n".join(re.findall(r"`([^`\n]*)`", FENCE.sub("", text)))
    for line in spans.splitlines():
        for command, rest in re.findall(r"\bhilltop (run|show|report|play|debug|check|compare|solve|list|doctor|new)\b([^|;#]*)", line):
            for option in re.findall(r"(?<!\S)--[\w-]+", rest):
                if option not in options_of(help_of(command)):
                    yield f"{where}: hilltop {command} has no {option}: {line.strip()}"


# ------------------------------------------------------------------------------ keys and words

def keys_of(value):
    """All keys of a JSON value, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def keys_of_report(contest, folder):
    """Of the JSON and the tables of `hilltop report`."""
    environment = os.environ | {"HILLTOP_HOME": str(ROOT), "HILLTOP_STORE": f"{folder}/store.db"}
    for command in (["run", contest, "--games", "2"],
                    ["report", "--json", f"{folder}/all.json", "--csv", f"{folder}/tables"]):
        subprocess.run([PROGRAM, *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    keys = set(keys_of(json.loads(pathlib.Path(folder, "all.json").read_text("utf-8"))))
    for table in pathlib.Path(folder, "tables").iterdir():
        keys |= {table.name, *table.read_text("utf-8").splitlines()[0].split(",")}
    return keys


HEAD = '[contest]\ngame = "{game}"\n'
PAIRS = '[format]\nkind = "round-robin"\n'
# A mistake in each table of a contest file, so that the program says which words it knows there.
MISTAKES = [
    "zz = 1\n",
    HEAD + "zz = 1\n",
    HEAD + "[format]\nzz = 1\n",
    HEAD + PAIRS + 'deals = "zz"\n',
    HEAD + '[format]\nkind = "swiss"\n[ranking]\ntie_break = "zz"\n',
    HEAD + '[format]\nkind = "zz"\n',
    HEAD + PAIRS + "[ranking]\nzz = 1\n",
    HEAD + PAIRS + '[ranking]\ntie_break = "zz"\n',
    HEAD + PAIRS + "[ranking]\npoints = { zz = 1 }\n",
    HEAD + PAIRS + "[faults]\nzz = 1\n",
    HEAD + PAIRS + '[faults]\nbroken = "zz"\n',
    HEAD + PAIRS + '[faults]\nillegal = "zz"\n',
    HEAD + PAIRS + "[[bot]]\nzz = 1\n",
    HEAD + PAIRS + "[bots]\nzz = 1\n",
    HEAD + "[switches]\nzz = 1\n",
    HEAD.replace("{game}", "yahtzee") +
    '[format]\nkind = "everyone"\n[ranking]\npoints = { zz = 1 }\n',
]


def words_known_after(mistake, game):
    """The words that the program offers when it refuses a contest file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "mistake.toml"
        file.write_text(mistake.replace("{game}", game), "utf-8")
        done = subprocess.run([PROGRAM, "run", str(file)], stderr=subprocess.PIPE, text=True,
                              check=False)
    known = re.search(r"known: (.*?)\)$", done.stderr.strip())
    assert done.returncode == 2 and known, done.stderr
    return known[1].split(", ")


def undocumented(words, text):
    """The words that do not stand as code in a document."""
    code = " ".join(re.findall(r"`([^`\n]+)`", text)) + " ".join(m[3] for m in FENCE.finditer(text))
    return sorted(word for word in set(words)
                  if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code))


# ---------------------------------------------------------------------------------------- tests

class Documentation(unittest.TestCase):
    maxDiff = None

    def assertNothing(self, complaints):
        complaints = list(complaints)
        if complaints:
            self.fail("\n" + "\n".join(complaints))

    def test_links_lead_somewhere(self):
        self.assertNothing(complaint for path in markdown_files()
                           for complaint in broken_links(path, path.read_text("utf-8")))

    def test_commands_do_what_is_printed(self):
        readme = (ROOT / "README.md").read_text("utf-8")
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            with tempfile.TemporaryDirectory() as home:
                put_readme_bot(readme, pathlib.Path(home) / "bots" / "tiny")
                for number, block in blocks(path.read_text("utf-8"), "console"):
                    where = f"{path.relative_to(ROOT)}:{number}"
                    with self.subTest(where):
                        self.assertNothing(broken_commands(where, block, home))

    def test_bot_of_the_readme_plays_without_faults(self):
        with tempfile.TemporaryDirectory() as home:
            bot = pathlib.Path(home) / "tiny"
            put_readme_bot((ROOT / "README.md").read_text("utf-8"), bot)
            self.assertEqual(faults_of(bot), 0)

    def test_man_page_says_what_help_says(self):
        man = (ROOT / "docs" / "hilltop.1.scd").read_text("utf-8")
        self.assertNothing(man_complaints(man, {c: help_of(c) for c in ["", *COMMANDS]}))

    def test_docs_name_every_option_and_no_other(self):
        documents = {path: path.read_text("utf-8") for path in markdown_files()}
        words = set(re.findall(r"--[\w-]+", "\n".join(documents.values())))
        for command in COMMANDS:
            missing = set(options_of(help_of(command))) - words - {"--help"}
            self.assertEqual(missing, set(), f"docs/ do not name these of hilltop {command}")
        self.assertNothing(complaint for path, text in documents.items()
                           for complaint in unknown_options(path, text))

    def test_every_key_of_json_and_csv_is_documented(self):
        output = (ROOT / "docs" / "output.md").read_text("utf-8")
        keys = set()
        for contest in ["koth-yahtzee", "koth-pazaak", "pazaak-cup",
                        ROOT / "examples" / "contests" / "swiss.toml"]:
            for form in ["json", "csv"]:
                done = subprocess.run([PROGRAM, "run", contest, "--games", "2", "--format", form],
                                      env=os.environ | {"HILLTOP_HOME": str(ROOT), "HILLTOP_STORE": "none"},
                                      text=True,
                                      stdout=subprocess.PIPE, check=True)
                keys |= set(keys_of(json.loads(done.stdout)) if form == "json"
                            else done.stdout.splitlines()[0].split(","))
        with tempfile.TemporaryDirectory() as folder:
            keys |= keys_of_report(ROOT / "examples" / "contests" / "swiss.toml", folder)
        for sitting in ["pazaak kid nestor", "yahtzee greedy", "gomoku greedy random"]:
            done = subprocess.run([PROGRAM, "play", *sitting.split(), "--format", "json"],
                                  text=True, stdout=subprocess.PIPE, check=True)
            keys |= set(keys_of(json.loads(done.stdout)))
        for question in ["--dice 1,3,3,5,6", "--card aces=3"]:
            done = subprocess.run([PROGRAM, "solve", "yahtzee", *question.split(), "--format",
                                   "json"], text=True, stdout=subprocess.PIPE, check=True)
            keys |= set(keys_of(json.loads(done.stdout)))
        done = subprocess.run([PROGRAM, "compare", "pazaak", "kid", "bold", "--games-most", "64",
                               "--format", "json"], text=True, stdout=subprocess.PIPE, check=True)
        keys |= set(keys_of(json.loads(done.stdout)))
        with tempfile.TemporaryDirectory() as home:
            store = ["--store", f"{home}/results.db"]
            subprocess.run([PROGRAM, "run", "pazaak-cup", "--games", "2", *store], check=True,
                           env=os.environ | {"HILLTOP_HOME": str(ROOT)}, stdout=subprocess.PIPE)
            done = subprocess.run([PROGRAM, "replay", "nestor,bastila:0", "--format", "json", *store],
                                  text=True, stdout=subprocess.PIPE, check=True)
            keys |= set(keys_of(json.loads(done.stdout)))
            put_readme_bot("```python\nfor line in iter(input, ''): print('tea', flush=True)\n```\n"
                           "```text\nTea\npython3\nbot.py\n0\n```\n", pathlib.Path(home) / "bot")
            for bot in [ROOT / "examples" / "gomoku" / "python", f"{home}/bot"]:
                done = subprocess.run([PROGRAM, "check", bot, "--games", "2", "--format", "json"],
                                      text=True, stdout=subprocess.PIPE, check=False)
                keys |= set(keys_of(json.loads(done.stdout)))
        self.assertIn("said", keys)
        self.assertEqual(undocumented(keys, output), [])

    def test_every_word_of_a_contest_file_is_documented(self):
        page = (ROOT / "docs" / "contests.md").read_text("utf-8")
        words = {word for game in ["pazaak", "gomoku", "yahtzee"] for mistake in MISTAKES
                 for word in words_known_after(mistake, game)}
        self.assertEqual(undocumented(words - {"none"}, page), [])

    def test_picture_shows_what_the_program_prints(self):
        shown = subprocess.run([sys.executable, str(ROOT / "docs" / "picture"), "--text"],
                               stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        with tempfile.TemporaryDirectory() as home:
            command = "./hilltop run koth-pazaak --seed 1"
            printed = f"$ {command} {run(command, home).stdout}".split()
        for words in (shown, printed):
            words[words.index("s") - 1] = "…"  # the seconds
        self.assertEqual(shown, printed, "draw it again: docs/picture > docs/ranking.svg")


class Checks(unittest.TestCase):
    """Each check is fed something broken."""

    def test_links(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            (root / "there.md").write_text("# A heading, really\n", "utf-8")
            path = root / "page.md"
            for text, wrong in [
                ("[a](there.md)", 0),
                ("[a](there.md#a-heading-really)", 0),
                ("[a](there.md#another)", 1),
                ("[a](gone.md)", 1),
                ("![a](gone.svg)", 1),
                ("[a](https://example.org/gone.md)", 0),
                ("`[a](gone.md)`", 0),
                ("```text\n[a](gone.md)\n```\n", 0),
                ("# Here\n[a](#here) [b](#there)", 1),
            ]:
                with self.subTest(text):
                    path.write_text(text, "utf-8")
                    found = list(broken_links(path, text))
                    self.assertEqual(len(found), wrong, found)

    def test_commands(self):
        with tempfile.TemporaryDirectory() as home:
            for block, wrong in [
                ("$ true\n$ true\n", 0),
                ("$ true\n$ false\n", 1),
                ("$ ./hilltop frobnicate\n", 1),
                ("$ ./hilltop --version\nhilltop …\n", 0),
                ("$ ./hilltop --version\nhilltop 99.0\n", 1),
                ("$ printf 'a\\nb\\nc\\n'\na\n…\nc\n", 0),
                ("$ printf 'a\\nb\\nc\\n'\na\n…\n", 0),
                ("$ printf 'a\\nb\\nc\\n'\na\nb\n", 1),
                ("$ printf 'a\\nb\\nc\\n'\nb\n…\n", 1),
                ("$ printf 'a\\nb\\n'\na\n\nb\n", 1),
            ]:
                with self.subTest(block):
                    found = list(broken_commands("page.md:1", block, home))
                    self.assertEqual(len(found), wrong, found)

    def test_blocks(self):
        text = "a\n```console\n$ one\n```\n```sh\n$ two\n```\n"
        self.assertEqual(list(blocks(text, "console")), [(2, "$ one\n")])

    def test_options(self):
        helps = {"run": "Options:\n  -h,--help     Print this help message and exit\n"
                        "  --seed N      The seed\n\n"
                        "Examples:\n  hilltop run x --seed 2    quick\n"}
        man = "## hilltop run\n\n*--seed* _N_\n\tThe seed\n\n\thilltop run x --seed 2\n"
        self.assertEqual(list(man_complaints(man, helps)), [])
        for broken in [man.replace("*--seed*", "*--sead*"), man.replace("The seed", "A number"),
                       man.replace("--seed 2", ""), man + "*--jobs*\n\tmore\n", ""]:
            with self.subTest(broken):
                self.assertNotEqual(list(man_complaints(broken, helps)), [])
        self.assertEqual(list(unknown_options("page.md", "`hilltop run x --seed 1`")), [])
        self.assertEqual(len(list(unknown_options("page.md", "`hilltop run x --sead 1`"))), 1)

    def test_words(self):
        self.assertEqual(undocumented(["tie", "top"], "tie, `tie_break` and `top`"), ["tie"])

    def test_faults_of_a_bot(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = pathlib.Path(folder) / "bot"
            put_readme_bot("```python\nprint('nonsense', flush=True)\n```\n"
                           "```text\nBad\npython3\nbot.py\n0\n```\n", bot)
            self.assertEqual(faults_of(bot, games=2), 2)


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit("docs_test.py: HILLTOP_PROGRAM is not set")
    unittest.main()
