"""The documentation is true, and the checks that say so can fail.

Needs HILLTOP_PROGRAM, the program's path. Of the repository's Markdown:
- every relative link leads to a file, and to a heading of it;
- every block marked ```console runs: the lines after `$ ` are commands that must succeed, from the
  root of the repository, with ./hilltop standing for the program and ~ for an empty folder. Lines
  below a command are what it prints; … stands for the rest of a line, or for any number of lines.
  They run in a copy of the sources in which nothing is built but what the first ./hilltop builds;
- every ./hilltop of a block marked ```sh is a command that exists, with options and arguments that
  it takes;
- docs/ name every command and every option, and none that there is not;
- a schema says what each key means that the program prints, or docs/output.md does for all of them;
- docs/contests.md names every key that the program reads;
- the bot of the README plays as printed there, and the picture shows what the program prints.
"""

import atexit
import functools
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/e2e"))
from built import BUILD, PROGRAM  # noqa: E402
from program import PATIENT  # noqa: E402

SECONDS_MOST = 1500  # of one command, with a sanitizer on a busy machine

FENCE = re.compile(r"^( *)```(\S*).*?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
OPTION = re.compile(r"^ +(?:-\w,)?(--[\w-]+)(?: (\S+)(?: \.\.\.)?)?(?= {2,}|$)", re.MULTILINE)


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
    """Returns the text without code; lines keep their numbers."""
    without_blocks = FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "", without_blocks)


def anchors(text):
    """Returns the anchor of a heading, as GitHub makes it."""
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


# ------------------------------------------------------------------- the sources, and little more

def sources():
    """Returns the files of the repository, relative to it; those of a source archive if git has
    none."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False).stdout
    if git("rev-parse", "--show-toplevel").strip() == str(ROOT):
        known = git("ls-files", "-co", "--exclude-standard", "-z").split("\0")[:-1]
        return [name for name in known if os.path.lexists(ROOT / name)]
    skipped = {"build", ".git", ".cache", "__pycache__"}
    return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
            if not path.is_dir() or path.is_symlink() if not skipped & set(path.parts)]


def made_by_target(target):
    """Returns the files in bin/ after `ninja TARGET`, from the build's own graph. (`-t inputs` of ninja
    1.11 omits the outputs of custom commands.)"""
    graph = subprocess.run(["ninja", "-C", str(BUILD), "-t", "graph", target],
                           stdout=subprocess.PIPE, text=True, check=True).stdout
    nodes = set(re.findall(r'^"[^"]*" \[label="([^"]*)"\]$', graph, re.MULTILINE))
    paths = [pathlib.Path(os.path.normpath(BUILD / node)) for node in nodes]
    return [path for path in paths if path.parent == BUILD / "bin"]


def copy_file(from_path, to_path):
    to_path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(from_path, to_path, follow_symlinks=False)


@functools.cache
def fresh_checkout():
    """Returns a copy of the sources with what the first ./hilltop builds, and its program."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    root = pathlib.Path(folder.name).resolve() / "hilltop"
    build = root / "build" / "release"
    for name in sources():
        copy_file(ROOT / name, root / name)
    for path in made_by_target("hilltop"):
        copy_file(path, build / "bin" / path.name)
    # With copies for links, so that none leads out of this checkout. Without a JDK some lead nowhere.
    shutil.copytree(BUILD / "share", build / "share", ignore=lambda folder, names: [
        name for name in names if not os.path.exists(os.path.join(folder, name))])
    return root, build / "bin" / pathlib.Path(PROGRAM).name


# ------------------------------------------------------------------------------------- commands

def run(command, home):
    """Returns the finished process of a shell command, with all its output in one text."""
    root, program = fresh_checkout()
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("HILLTOP_")}
    environment |= {"HOME": str(home), "NO_COLOR": "1", "HILLTOP_STORE": "none"}
    line = re.sub(r"(?<!\S)\./hilltop\b", lambda _: f"'{program}'", command)
    done = subprocess.run(["bash", "-c", line], cwd=root, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS_MOST, check=False)
    done.stdout = done.stdout.replace(str(program), "./hilltop")  # as the reader calls it
    return done


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
    """Runs the commands of a block and yields what is wrong with them. A bot that an overloaded machine made
    late says nothing about the page, whose commands are run again."""
    for command, shown in commands_of(block):
        while "hilltop: the machine is overloaded: " in (done := run(command, home)).stdout:
            pass
        # A machine that is busy meanwhile is none of the page's business.
        printed = "".join(line.rstrip() + "\n" for line in done.stdout.splitlines()
                          if not line.startswith("workers: "))
        if done.returncode != 0:
            yield f"{where}: '{command}' ended with {done.returncode}:\n{printed}"
        elif any(shown) and not as_pattern(shown).fullmatch(printed.strip("\n") + "\n"):
            yield (f"{where}: '{command}' shall print\n" + "\n".join(shown) +
                   f"\nbut it prints\n{printed}")


def put_readme_bot(readme, folder):
    """Writes the README's bot into a folder, as a reader does."""
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(next(blocks(readme, "python"))[1], "utf-8")
    (folder / "meta").write_text(next(blocks(readme, "text"))[1], "utf-8")
    (folder / "bot.toml").write_text(next(blocks(readme, "toml"))[1], "utf-8")


def faults_of(bot_folder, games=4):
    """Returns the faults of a bot in games of Gomoku against `random`, none of which a busy machine makes;
    asserts that they were played."""
    done = subprocess.run([PROGRAM, "play", "gomoku", str(bot_folder), "random", "--games", str(games), *PATIENT],
                          stdout=subprocess.PIPE, text=True, check=True, timeout=SECONDS_MOST)
    heading, bot = (line.split() for line in done.stdout.splitlines()[:2])
    row = dict(zip(heading[::-1], bot[::-1]))  # from the right: names may contain spaces
    assert row["games"] == str(games), done.stdout
    return int(row["faults"])


# -------------------------------------------------------------------------------------- options

@functools.cache
def help_of(command):
    return subprocess.run([PROGRAM, *command.split(), "--help"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def commands():
    listed = re.findall(r"^Commands .*:\n((?:  .*\n)+)", help_of(""), re.MULTILINE)
    return [line.split()[0] for line in "".join(listed).splitlines()]


def options_of(help_text):
    """Returns {"--seed": "N", "--fresh": "", …} from a --help text."""
    return dict(OPTION.findall(help_text))


def arguments_of(help_text):
    """Returns the min and the max number of arguments from a --help text."""
    words = re.search(r"^Usage: hilltop \w+ \[OPTIONS\] *(.*)$", help_text, re.MULTILINE)[1].split()
    least = sum(not word.startswith("[") for word in words)
    return least, 1000 if any(word.endswith("...") for word in words) else len(words)


def complaint_of(line):
    """Returns what is wrong with the ./hilltop of a shell command; empty if nothing, or without
    one."""
    words = shlex.split(line, comments=True)
    if "./hilltop" not in words:
        return ""
    command, *rest = words[words.index("./hilltop") + 1:] or [""]
    if command not in commands():
        return f"there is no command '{command}'"
    options, given = options_of(help_of(command)), []
    rest = iter(itertools.takewhile(lambda word: word[0] not in "|><;&", rest))
    for word in rest:
        name, equals, _ = word.partition("=")
        if not word.startswith("--"):
            given.append(word)
        elif name not in options:
            return f"hilltop {command} has no {name}"
        elif options[name] and not equals and next(rest, None) is None:
            return f"{name} lacks its value"
    least, most = arguments_of(help_of(command))
    return "" if least <= len(given) <= most else f"hilltop {command} takes other arguments"


def unknown_options(where, text):
    """Yields options in a document that the command they appear with does not have."""
    spans = "\n".join(match[3] for match in FENCE.finditer(text))
    spans += "\n" + "\n".join(re.findall(r"`([^`\n]*)`", FENCE.sub("", text)))
    for line in spans.splitlines():
        for command, rest in re.findall(rf"\bhilltop ({'|'.join(commands())})\b([^|;#]*)", line):
            for option in re.findall(r"(?<!\S)--[\w-]+", rest):
                if option not in options_of(help_of(command)):
                    yield f"{where}: hilltop {command} has no {option}: {line.strip()}"


# ------------------------------------------------------------------------------ keys and words

def keys_described(schema):
    """Yields (key, description) of all objects that a JSON Schema describes."""
    if isinstance(schema, dict):
        for key, inner in schema.get("properties", {}).items():
            yield key, inner.get("description", "")
        schema = schema.values()
    if not isinstance(schema, str):
        for inner in schema if hasattr(schema, "__iter__") else ():
            yield from keys_described(inner)


HEAD = '[contest]\ngame = "{game}"\n'
PAIRS = '[format]\nkind = "round-robin"\n'
# A mistake in each table of a contest file, so that the program lists the words that it knows
# there.
MISTAKES = [
    "zz = 1\n",
    HEAD + "zz = 1\n",
    HEAD + "[format]\nzz = 1\n",
    HEAD + PAIRS + 'deals = "zz"\n',
    HEAD + '[format]\nkind = "swiss"\n[ranking]\ntie_break = "zz"\n',
    HEAD + '[format]\nkind = "zz"\n',
    HEAD + PAIRS + "[ranking]\nzz = 1\n",
    HEAD + PAIRS + '[ranking]\nby = "zz"\n',
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


def first_house_bots():
    """{game: its first house bot}"""
    done = subprocess.run([PROGRAM, "list", "bots"], text=True, stdout=subprocess.PIPE, check=True)
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    return {game: bot for game, bot, *_ in reversed(rows)}


def words_known_after(mistake, game):
    """Returns the words that the program suggests when it refuses a contest file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "mistake.toml"
        file.write_text(mistake.replace("{game}", game), "utf-8")
        done = subprocess.run([PROGRAM, "run", str(file)], stderr=subprocess.PIPE, text=True,
                              check=False)
    known = re.search(r"known: (.*?)\)$", done.stderr.strip())
    assert done.returncode == 2 and known, done.stderr
    return known[1].split(", ")


def undocumented(words, text):
    """Returns the words that do not occur as code in a document."""
    code = " ".join(re.findall(r"`([^`\n]+)`", text)) + " ".join(m[3] for m in FENCE.finditer(text))
    return sorted(word for word in set(words)
                  if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code))


# ---------------------------------------------------------------------------------------- tests

LANGUAGE_PAGES = {ROOT / "docs" / name for name in ("java-bot.md", "other-languages.md")}


class Pages(unittest.TestCase):
    maxDiff = None

    def assertNothing(self, complaints):
        complaints = list(complaints)
        if complaints:
            self.fail("\n" + "\n".join(complaints))

    def run_commands(self, pages):
        readme = (ROOT / "README.md").read_text("utf-8")
        for path in pages:
            with tempfile.TemporaryDirectory() as home:
                put_readme_bot(readme, pathlib.Path(home) / "bots" / "tiny")
                for number, block in blocks(path.read_text("utf-8"), "console"):
                    where = f"{path.relative_to(ROOT)}:{number}"
                    with self.subTest(where):
                        if re.search(r"hilltop new \w+ java ", block) and not shutil.which("javac"):
                            self.skipTest("there is no javac here")
                        self.assertNothing(broken_commands(where, block, home))


class Documentation(Pages):

    def test_links_lead_somewhere(self):
        self.assertNothing(complaint for path in markdown_files()
                           for complaint in broken_links(path, path.read_text("utf-8")))

    def test_commands_do_what_is_printed(self):
        pages = {ROOT / "README.md", *(ROOT / "docs").rglob("*.md")}
        self.run_commands(sorted(pages - LANGUAGE_PAGES))

    def test_bot_of_the_readme_plays_without_faults(self):
        with tempfile.TemporaryDirectory() as home:
            bot = pathlib.Path(home) / "tiny"
            put_readme_bot((ROOT / "README.md").read_text("utf-8"), bot)
            self.assertEqual(faults_of(bot), 0)

    def test_commands_that_are_not_run_exist(self):
        self.assertNothing(f"{path}:{number}: {complaint_of(line)}: {line}"
                           for path in markdown_files()
                           for number, block in blocks(path.read_text("utf-8"), "sh")
                           for line in block.splitlines() if complaint_of(line))

    def test_a_fresh_checkout_has_what_the_program_needs_and_no_more(self):
        root, program = fresh_checkout()
        self.assertEqual({path.name for path in program.parent.iterdir()},
                         {"hilltop", "hilltop-warden", "hilltop-gomocup", "hilltop-pbrain",
                          "pbrain-hilltop"})
        jar = root / "build" / "release" / "share" / "hilltop" / "sdk" / "java" / "hilltop-jvm.jar"
        self.assertEqual(jar.exists(), bool(shutil.which("javac")))

    def test_docs_name_every_option_and_no_other(self):
        documents = {path: path.read_text("utf-8") for path in markdown_files()}
        words = set(re.findall(r"--[\w-]+", "\n".join(documents.values())))
        for command in commands():
            self.assertTrue(any(f"hilltop {command}" in text for text in documents.values()), command)
            missing = set(options_of(help_of(command))) - words - {"--help"}
            self.assertEqual(missing, set(), f"docs/ do not name these of hilltop {command}")
        self.assertNothing(complaint for path, text in documents.items()
                           for complaint in unknown_options(path, text))

    def test_every_key_of_json_is_documented(self):
        """The schemas have all keys: e2e.schema_test holds each document against its own."""
        page = {kind: (ROOT / "docs" / f"{kind}.md").read_text("utf-8") for kind in ("output", "scenes")}
        schemas = list((ROOT / "docs" / "schema").glob("*.json"))
        self.assertGreater(len(schemas), 20)
        for schema in schemas:
            keys = {key for key, about in keys_described(json.loads(schema.read_text("utf-8"))) if not about}
            of_all = page["scenes" if schema.stem.startswith("scene-") else "output"]
            self.assertEqual(undocumented(keys - {"scene", "events"}, of_all), [], schema.name)

    def test_every_table_of_a_report_is_documented(self):
        page = (ROOT / "docs" / "output.md").read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"HILLTOP_STORE": f"{folder}/store.db"}
            for command in (["run", "examples/contests/swiss.toml", "--games", "2"],
                            ["report", "--csv", f"{folder}/tables"]):
                subprocess.run([PROGRAM, *command], env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            tables = [table.name for table in pathlib.Path(folder, "tables").iterdir()]
        self.assertIn("standings.csv", tables)
        self.assertEqual(undocumented(tables, page), [])

    def test_every_word_of_a_contest_file_is_documented(self):
        page = (ROOT / "docs" / "contests.md").read_text("utf-8")
        words = {word for game in first_house_bots() for mistake in MISTAKES
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


class Languages(Pages):
    """The pages on bots in other languages than Python, most of whose time compilers take."""

    def test_commands_do_what_is_printed(self):
        self.run_commands(sorted(LANGUAGE_PAGES))


class Checks(unittest.TestCase):
    """Feeds each check something broken."""

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
        self.assertEqual(options_of("Options:\n  -h,--help     Print this help\n  --seed N      The seed\n"
                                    "  --form a|b|c\n                Both\n\n  x --not one\n"),
                         {"--help": "", "--seed": "N", "--form": "a|b|c"})
        self.assertEqual(list(unknown_options("page.md", "`hilltop run x --seed 1`")), [])
        self.assertEqual(len(list(unknown_options("page.md", "`hilltop run x --sead 1`"))), 1)

    def test_lines_that_are_not_run(self):
        for line, wrong in [
            ("./check", ""),
            ("./hilltop run koth-pazaak --seed 1   # a comment's words", ""),
            ("time ./hilltop run koth-pazaak --jobs=1 >x", ""),
            ("./hilltop play yahtzee human human greedy --names Ann,Bob", ""),
            ("./hilltop rnu koth-pazaak", "no command 'rnu'"),
            ("./hilltop", "no command ''"),
            ("./hilltop run koth-pazaak --sead 1", "no --sead"),
            ("./hilltop run koth-pazaak --seed", "--seed lacks"),
            ("./hilltop run", "other arguments"),
            ("./hilltop run one two", "other arguments"),
        ]:
            with self.subTest(line):
                self.assertIn(wrong or "", complaint_of(line))
                self.assertEqual(complaint_of(line) == "", wrong == "")

    def test_words(self):
        self.assertEqual(undocumented(["tie", "top"], "tie, `tie_break` and `top`"), ["tie"])

    def test_faults_of_a_bot(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = pathlib.Path(folder) / "bot"
            put_readme_bot("```python\nprint('nonsense', flush=True)\n```\n"
                           "```toml\ngame = 'gomoku'\n```\n```text\nBad\npython3\nbot.py\n0\n```\n", bot)
            self.assertEqual(faults_of(bot, games=2), 2)


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit("docs_test.py: HILLTOP_PROGRAM is not set")
    unittest.main(defaultTest=["Documentation", "Checks"])  # Languages at night: docs.languages
