"""The published report of a contest: a page in a real browser, and tables."""

import csv
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import unittest

import program
from browser import PROGRAM as CHROMIUM, Browser
from program import bot_folder, contest_file, house_bots, scratch

CONTEST = """[contest]
name = "{name}"
game = "{game}"
seed = 5
[format]
kind = "{kind}"
games = {games}
[faults]
illegal = "{illegal}"
{more}
"""
# Texts that could be taken for markup, the end of a script, or a terminal command.
EVIL = ["<script>hacked=1</script>", "</script><img src=x onerror=hacked=2>", "<!--<script>",
        "\"' onmouseover='hacked=3", "a,b:7/9#%41&lt;", "مرحبا 日本"]
# Sends a malformed answer once it has a card.
RUDE = """
import sys
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop": print("ready 1", flush=True)
    elif kind == "turn": print("move", words[0], "</script><b onclick=x>\\x07rude", flush=True)
"""
# Ends at its first question, with a word on standard error.
CRASHER = """
import sys
for line in sys.stdin:
    if line.startswith("hilltop"): print("ready 1", flush=True)
    elif line.startswith("turn"): sys.exit("no <b>idea</b>")
"""
LONG_NAME = "the-name-of-this-bot-was-made-by-a-committee-that-met-all-summer"
# What does not fit in its place: an element that scrolls sideways, or the page itself.
TOO_WIDE = """[...document.querySelectorAll('html, .scroll, .stage, .told, td, th, summary')]
    .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth &&
            getComputedStyle(element).display !== 'inline' && !element.closest('.cross') &&
            !element.querySelector('.cross'))
    .map(element => element.className + ': ' + element.textContent.slice(0, 60))"""


in_a_browser = unittest.skipUnless(CHROMIUM, "there is no Chromium")


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def command(self, *arguments, **how):
        return program.hilltop(*arguments, "--store", self.store, **how)

    def ran(self, *arguments, **how):
        done = self.command(*arguments, **how)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def play(self, *house, game="pazaak", kind="round-robin", games=20, illegal="substitute",
             name="Contest", bots="", more=""):
        text = CONTEST.format(name=name, game=game, kind=kind, games=games, illegal=illegal,
                              more=more)
        contest = contest_file(self.folder, text + house_bots(*house) + bots, "published.toml")
        self.ran("run", contest, "--sandbox", "best")

    def page(self, name="page"):
        self.ran("report", "--html", self.folder / name)
        self.assertEqual(os.listdir(self.folder / name), ["index.html"])
        return self.folder / name / "index.html"

    def document(self):
        file = self.folder / "all.json"
        self.ran("report", "--json", file)
        return json.loads(file.read_text())

    def tables(self):
        """{"pairs": [{"a": …}, …], …}"""
        folder = self.folder / "tables"
        self.ran("report", "--csv", folder)
        return {file.stem: list(csv.DictReader(file.read_text("utf-8").splitlines()))
                for file in folder.iterdir()}

    # ------------------------------------------------------------------------------- the page

    @in_a_browser
    def test_the_page_in_a_browser(self):
        self.play("kid", "bold", "nestor")
        page = self.page()
        shown = json.loads(self.ran("show", "--format", "json"))
        with Browser() as browser:
            browser.open(page)
            self.assertEqual(browser.evaluate("document.title"), "Contest")
            self.assertIn(shown["digest"], browser.evaluate("document.body.textContent"))
            cells = browser.evaluate("[...document.querySelectorAll('#ranking tbody tr')]"
                                     ".map(row => [...row.cells].map(cell => cell.dataset.n))")
            self.assertEqual([[float(cell) for cell in row[2:10] if cell] for row in cells],
                             [[row[key] for key in ("points", "score_percent", "games", "won",
                                                    "tied", "lost", "faults", "hands")]
                              for row in shown["standings"]])
            self.assertEqual(browser.evaluate("document.querySelectorAll('.cross .cell').length"), 6)
            self.sorts(browser)
            self.steps(browser, page)
            for width, scheme in ((390, "light"), (1200, "dark")):
                browser.screen(width, 800, scheme)
                browser.open(page)
                self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), width)
            self.assertEqual(browser.complaints, [])
            self.assertEqual({url for url in browser.requests if not url.startswith("about:")},
                             {page.as_uri()})

    def sorts(self, browser):
        column = "[...document.querySelectorAll('#ranking tbody tr')].map(row => row.cells[1].textContent)"
        ranked = browser.evaluate(column)
        click = "document.querySelectorAll('#ranking thead button')[{}].click()"
        browser.evaluate(click.format(1))  # by name
        self.assertEqual(browser.evaluate(column), sorted(ranked, key=str.lower))
        browser.evaluate(click.format(2) + ";" + click.format(2))  # by points, fewest first
        self.assertEqual(browser.evaluate(column), ranked[::-1])

    def steps(self, browser, page):
        """A link leads to a step of a game, whose log is replay's."""
        browser.open(page, "#game=bold-kid:1/3")
        game = "document.querySelector('.game[open]')"
        self.assertEqual(browser.evaluate(f"{game}.id"), "game=bold-kid:1")
        told = browser.evaluate(f"[...{game}.querySelectorAll('li')].map(line => line.textContent).join('\\n')")
        self.assertEqual(told + "\n", self.ran("replay", "bold-kid:1"))
        at = (f"[...{game}.querySelectorAll('li')].findIndex(line => "
              "line.getAttribute('aria-current') === 'step')")
        table = f"{game}.querySelector('.stage pre').textContent"
        self.assertEqual(browser.evaluate(at), 2)
        before = browser.evaluate(table)
        self.assertIn("Hands won", before)
        browser.press("ArrowRight")
        self.assertEqual(browser.evaluate(at), 3)
        self.assertNotEqual(browser.evaluate(table), before)
        self.assertEqual(browser.evaluate("location.hash"), "#game=bold-kid:1/4")
        browser.press("ArrowLeft")
        browser.press("ArrowLeft")
        self.assertEqual(browser.evaluate(at), 1)
        for label, step in (("to the end (End)", told.count("\n")), ("to the start (Home)", 0)):
            browser.evaluate(f"{game}.querySelector('[aria-label=\"{label}\"]').click()")
            last = browser.evaluate(f"{game}.querySelectorAll('li').length - 1")
            self.assertEqual(browser.evaluate(at), min(step, last))

    def play_eight(self):
        """Three bots in folders that do not work, with authors and languages, and five of the house."""
        for name, script in (("crasher", CRASHER), ("rude", RUDE), (LONG_NAME, CRASHER)):
            folder = bot_folder(self.folder / "bots", name, script, stderr="1", interpreter="python3")
            (folder / "bot.toml").write_text(
                f'state = "none"\nauthor = "{"The Valley Section, " * 3}"\nlanguage = "python"\n')
        self.play("kid", "bold", "nestor", "austin", "bastila", games=6,
                  more='broken = "lose"\n[bots]\nfolder = "bots"')

    @in_a_browser
    def test_eight_bots_fit_a_telephone_and_a_screen(self):
        self.play_eight()
        page = self.page()
        with Browser() as browser:
            for width in (380, 768, 1280):
                for scheme in ("light", "dark"):
                    with self.subTest(width=width, scheme=scheme):
                        browser.screen(width, 800, scheme)
                        browser.open(page)
                        browser.evaluate("document.querySelectorAll('#faults details, .game:first-child')"
                                         ".forEach(each => { each.open = true; })")
                        self.assertLessEqual(
                            browser.evaluate("document.documentElement.scrollWidth"), width)
                        if width != 768:
                            self.assertEqual(browser.evaluate(TOO_WIDE), [])
                        shown = browser.evaluate("document.querySelector('#ranking tbody').innerText")
                        for text in (LONG_NAME, "The Valley Section", "python"):
                            self.assertIn(text, shown)
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_broken_bots_do_not_squash_the_pictures_of_others(self):
        self.play_eight()
        page = self.page()
        rows = ("[...document.querySelectorAll('#ratings tbody tr')].map(row => "
                "[row.cells[0].textContent, row.querySelector('.dot')?.getAttribute('cx'), "
                "row.querySelector('.beyond text')?.textContent])")
        with Browser() as browser:
            browser.open(page)
            beyond = {}
            dots = []
            for name, dot, mark in browser.evaluate(rows):
                if dot is None:
                    beyond[name] = mark
                else:
                    dots.append(float(dot.rstrip("%")))
        self.assertLessEqual(set(beyond), {"crasher", "rude", LONG_NAME})
        self.assertIn("crasher", beyond)
        self.assertRegex(beyond["crasher"], r"^−[\d.]+ ± \d+$")
        self.assertGreater(max(dots) - min(dots), 30)  # percent of the picture's width

    @in_a_browser
    def test_faults_are_grouped_by_bot_and_kind(self):
        self.play_eight()
        page = self.page()
        summary = self.document()["fault_summary"]
        with Browser() as browser:
            browser.open(page)
            rows = browser.evaluate(
                "[...document.querySelectorAll('#faults tbody > tr')].map(row => "
                "[row.cells[0].textContent, Number(row.cells[1].dataset.n), row.cells[2].textContent, "
                "row.querySelector('summary').textContent])")
            self.assertEqual(rows, [[row["bot"], row["faults"], row["first"], row["reason"]]
                                    for row in summary])
            self.assertEqual(rows, sorted(rows, key=lambda row: -row[1]))
            kept = "[...document.querySelectorAll('#faults tr')].find(row => row.cells[0].textContent === 'crasher').querySelector('.kept')"
            self.assertEqual(browser.evaluate(f"{kept}.checkVisibility()"), False)
            browser.evaluate(f"{kept}.closest('details').querySelector('summary').click()")
            shown = browser.evaluate(f"{kept}.innerText")
            self.assertIn("> turn ", shown)
            self.assertEqual(shown.count("| no <b>idea</b>"), 1)  # not repeated
            self.assertEqual(browser.evaluate(f"{kept}.children.length"), 11)
            browser.evaluate("document.querySelector('#faults tbody a').click()")
            self.assertEqual(browser.evaluate("document.querySelector('.game[open]').id"),
                             "game=" + rows[0][2])

    @in_a_browser
    def test_games_are_played_one_after_the_other(self):
        self.play("kid", "bold", games=3)
        page = self.page()
        game = "document.querySelector('.game[open]')"
        step = f"[...{game}.querySelectorAll('li')].findIndex(line => line.getAttribute('aria-current'))"
        last = f"{game}.querySelectorAll('li').length - 1"
        click = game + ".querySelector('[aria-label=\"{}\"]').click()"
        with Browser() as browser:
            browser.open(page, "#game=bold-kid:1/5")
            for press, there in (("n", 2), ("n", 3), ("n", 3), ("b", 2)):
                browser.press(press)
                self.assertEqual(browser.evaluate("location.hash"), f"#game=bold-kid:{there}" +
                                 ("/1" if browser.evaluate(step) == 0 else ""))
                self.assertEqual(browser.evaluate("document.querySelectorAll('.game[open]').length"), 1)
            browser.evaluate(click.format("next game (N)"))
            self.assertEqual(browser.evaluate(f"{game}.id"), "game=bold-kid:3")
            self.assertTrue(browser.evaluate(
                f"{game}.querySelector('[aria-label=\"next game (N)\"]').disabled"))
            browser.press("End")
            self.assertEqual(browser.evaluate(step), browser.evaluate(last))
            browser.press("Home")
            self.assertEqual(browser.evaluate(step), 0)
            # Two steps before the end it plays to the end, and stops there.
            browser.evaluate(f"location.hash = '#game=bold-kid:3/' + ({last} - 1)")
            playing = f"{game}.querySelector('[aria-label=\"pause (P)\"]') !== null"
            while browser.evaluate(step) != browser.evaluate(last) - 2:
                pass
            browser.press("p")
            self.assertTrue(browser.evaluate(playing))
            browser.press("p")
            self.assertFalse(browser.evaluate(playing))
            browser.evaluate(click.format("play (P)"))
            while browser.evaluate(playing):
                pass
            self.assertEqual(browser.evaluate(step), browser.evaluate(last))
            self.assertEqual(browser.evaluate("location.hash"),
                             f"#game=bold-kid:3/{browser.evaluate(last) + 1}")
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_without_scripts_everything_is_there_but_the_buttons(self):
        self.play("kid", "bold")
        page = self.page()
        with Browser() as browser:
            browser.screen(1200, 800, script=False)
            browser.open(page)
            self.assertEqual(browser.evaluate("document.querySelectorAll('button').length"), 0)
            self.assertIn("New Game!", browser.evaluate("document.querySelector('.told').textContent"))
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_text_of_strangers_stays_text(self):
        bots = ""
        for number, name in enumerate(EVIL):
            folder = bot_folder(self.folder / "bots", f"evil-{number}", RUDE, interpreter="python3")
            (folder / "meta").write_text(f"{name}\npython3\nbot\n0\n")
            (folder / "bot.toml").write_text('state = "none"\nauthor = "<b>who</b>"\n')
        title = "</title><script>hacked=4</script>\\u001b[31m"
        self.play(name=title, games=2, more='broken = "lose"\n[bots]\nfolder = "bots"')
        page = self.page()
        with Browser() as browser:
            browser.open(page)
            self.assertEqual(browser.evaluate("typeof hacked"), "undefined")
            self.assertEqual(browser.evaluate("document.title"),
                             title.replace("\\u001b", "\\x1b"))
            self.assertEqual(browser.evaluate("document.querySelectorAll('img, [onclick], [onmouseover]').length"), 0)
            self.assertEqual(browser.evaluate("[...document.scripts].filter(s => !s.type).length"), 1)
            names = set(browser.evaluate(
                "[...document.querySelectorAll('#ranking th bdi')].map(bot => bot.textContent)"))
            self.assertEqual(names, set(EVIL))
            self.assertIn("<b>who</b>",
                          browser.evaluate("document.querySelector('#ranking tbody').textContent"))
            said = browser.evaluate("document.querySelector('#faults tbody').textContent")
            self.assertIn("</script><b onclick=x>", said)
            # Each game opens by its link, whatever its players' names are.
            games = browser.evaluate("[...document.querySelectorAll('.game')].map(game => game.id)")
            self.assertEqual(len(games), len(set(games)))
            for game in games[::7]:
                browser.evaluate(f"location.hash = {json.dumps('#' + game)}")
                self.assertTrue(browser.evaluate(f"document.getElementById({json.dumps(game)}).open"))
            self.assertGreater(browser.evaluate("document.querySelectorAll('#faults a').length"), 0)
            self.assertEqual(browser.complaints, [])

    def test_a_contest_s_name_gives_the_terminal_no_orders(self):
        name, shown = "\\u001b]0;hacked\\u0007 cup", "\\x1b]0;hacked\\x07 cup  2 bots"
        (self.folder / "contests").mkdir()
        text = CONTEST.format(name=name, game="pazaak", kind="round-robin", games=2, illegal="substitute",
                              more="") + house_bots("kid", "bold")
        file = contest_file(self.folder / "contests", text)
        for account in (self.ran("run", file), self.ran("show")):
            self.assertTrue(account.startswith(shown), account)
        listed = program.hilltop("list", "contests", env={"HILLTOP_HOME": self.folder}).stdout
        self.assertIn(shown.removesuffix("  2 bots"), listed)
        self.assertNotIn("\x1b", listed)

    def test_every_game_and_format_has_its_parts(self):
        for game, house, kind, parts in (
                ("yahtzee", ("greedy", "in-order", "dummy"), "everyone",
                 "ranking ratings distributions games"),
                ("gomoku", ("greedy", "random"), "round-robin",
                 "ranking ratings pairs distributions games"),
                ("tictactoe", ("perfect", "random"), "swiss",
                 "ranking ratings pairs rounds distributions games"),
                ("pazaak", ("kid", "bold", "nestor"), "cup",
                 "ranking ratings pairs rounds distributions games"),
                ("pazaak", ("kid", "bold", "nestor"), "hill",
                 "ranking ratings pairs rounds distributions games")):
            with self.subTest(game=game, kind=kind):
                illegal = "substitute"if game == "pazaak" else "lose"
                self.play(*house, game=game, kind=kind, games=4, illegal=illegal)
                text = self.page().read_text("utf-8")
                self.assertEqual(" ".join(re.findall(r"<section id=(\w+)", text)), parts)
                tables = [json.loads(found) for found in
                          re.findall(r'<script type="application/json">(.*?)</script>', text)]
                self.assertTrue(tables and all(len(t["tables"]) > 1 and t["lines"] for t in tables))

    def test_bots_that_failed_the_check_are_named(self):
        folder = bot_folder(self.folder, "rude", RUDE, interpreter="python3")
        self.play("kid", "bold", illegal="disqualify", more='broken = "disqualify"',
                  bots=f'[[bot]]\nfolder = "{folder}"\n')
        text = self.page().read_text("utf-8")
        self.assertIn("<li><b><bdi>rude</bdi></b> did not pass the check", text)
        self.assertIn("&lt;/script&gt;&lt;b onclick=x&gt;\\x07rude", text)
        self.assertIn("<p class=lead>2 bots, 20 games", text)
        self.assertEqual([row["bot"] for row in self.tables()["disqualified"]], ["rude"])

    def test_the_page_follows_from_the_store_alone(self):
        self.play("kid", "bold", games=50)
        first = self.page().read_bytes()
        elsewhere = scratch(self)
        shutil.copy(self.store, elsewhere / "copy.db")
        done = program.hilltop("report", "--html", ".", "--json", "all.json", "--store", "copy.db",
                               cwd=elsewhere, env={"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"})
        self.assertEqual((done.returncode, done.stdout),
                         (0, f"./index.html\n{elsewhere.resolve() / 'all.json'}\n"), done.stderr)
        self.assertEqual(json.loads((elsewhere / "all.json").read_text()), self.document())
        self.assertEqual((elsewhere / "index.html").read_bytes(), first)
        self.assertNotIn(str(self.folder).encode(), first)

    def test_unfinished_contests_are_marked(self):
        self.play("kid", "bold")
        self.play("kid", "bold", "nestor")
        with sqlite3.connect(self.store) as database:
            database.execute("DELETE FROM block WHERE id = (SELECT max(id) FROM block)")
        done = self.command("report", "--html", self.folder / "page", "--json", self.folder / "all.json")
        self.assertEqual(done.returncode, 0)
        self.assertIn("partial results", done.stderr)
        self.assertIn("This contest is unfinished", (self.folder / "page/index.html").read_text("utf-8"))
        self.assertIs(json.loads((self.folder / "all.json").read_text())["complete"], False)

    # ------------------------------------------------------------------------------- the data

    def test_tables_and_json_say_the_same(self):
        self.play("kid", "bold", "nestor", kind="swiss", games=10)
        document, tables = self.document(), self.tables()
        self.assertEqual({"standings", "bots", "pairs", "ratings", "fixtures", "rounds", "faults",
                          "disqualified", "fault_summary", "not_entered", "grades"}, set(tables))
        for name in ("standings", "pairs", "ratings"):
            self.assertEqual(tables[name],
                             [{key: f"{value:.2f}" if key == "score_percent" else str(value)
                               for key, value in row.items()} for row in document[name]])
        fixtures = [{**{key: value for key, value in row.items() if key != "bots"}, **bot}
                    for row in document["fixtures"] for bot in row["bots"]]
        self.assertEqual(tables["fixtures"],
                         [{key: str(row[key]) for key in tables["fixtures"][0]} for row in fixtures])
        self.assertEqual(sum(row["games"] for row in document["fixtures"]) * 2,
                         sum(row["games"] for row in document["standings"]))
        self.assertEqual([(row["round"], row["a"], row["bye"]) for row in tables["rounds"]],
                         [(str(row["round"]), meeting["a"], row["bye"])
                          for row in document["rounds"] for meeting in row["meetings"]])

    def test_faults_are_told_in_the_tables_too(self):
        folder = bot_folder(self.folder, "rude", RUDE, interpreter="python3")
        self.play("kid", games=2, bots=f'[[bot]]\nfolder = "{folder}"\n')
        faults = self.tables()["faults"]
        self.assertEqual([(row["bot"], row["opponents"], row["game"]) for row in faults],
                         [("rude", "kid", "1"), ("rude", "kid", "2")])
        self.assertIn("\\x07rude", faults[0]["detail"])

    def test_no_cell_is_a_formula_to_a_spreadsheet(self):
        names = ["=1+1", "+1", "-1", "@sum(1)", "kid = bold"]
        for number, name in enumerate(names):
            folder = bot_folder(self.folder / "bots", f"formula-{number}", RUDE, interpreter="python3")
            (folder / "meta").write_text(f"{name}\npython3\nbot\n0\n")
            (folder / "bot.toml").write_text('state = "none"\nauthor = "=who()"\n')
        self.play("kid", "bold", games=2, more='[bots]\nfolder = "bots"')
        shown = {*names[4:], *("'" + name for name in names[:4]), "kid", "bold"}
        tables = self.tables()
        tables["run"] = list(csv.DictReader(self.ran("show", "--format", "csv").splitlines()))
        for table, column in (("standings", "bot"), ("run", "bot"), ("bots", "bot"), ("pairs", "a"),
                              ("ratings", "bot"), ("fixtures", "bot"), ("faults", "opponents")):
            with self.subTest(table=table):
                self.assertLessEqual({row[column] for row in tables[table]}, shown)
        self.assertEqual({row["author"] for row in tables["bots"]}, {"'=who()", ""})
        self.assertTrue(any(row["elo"].startswith("-") for row in tables["ratings"]))  # a number

    # ------------------------------------------------------------------------------- mistakes

    def test_reports_files_that_cannot_be_written(self):
        self.play("kid", "bold")
        (self.folder / "taken").write_text("a letter")
        for arguments, why in (
                ((), "--html DIR"),
                (("--html", self.folder / "taken"), "it is a file, not a folder"),
                (("--csv", self.folder / "taken" / "in"), "cannot write into"),
                (("--json", self.folder), "it is a folder"),
                (("--json", self.folder / "none" / "all.json"), "there is no folder")):
            done = self.command("report", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(why, done.stderr)
        self.assertEqual((self.folder / "taken").read_text(), "a letter")
        self.assertEqual(self.command("report", "--json", "/dev/null").returncode, 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())  # unchanged, not replaced

    def test_a_full_disk_leaves_the_old_page(self):
        self.play("kid", "bold")
        page = self.page()
        old = page.read_bytes()
        done = subprocess.run(
            ["sh", "-c", 'trap "" XFSZ; ulimit -f 20; exec "$@"', "sh", program.PROGRAM, "report",
             "--html", page.parent, "--store", self.store],
            capture_output=True, text=True, timeout=program.PATIENCE_S)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write", done.stderr)
        self.assertEqual(os.listdir(page.parent), ["index.html"])
        self.assertEqual(page.read_bytes(), old)


if __name__ == "__main__":
    unittest.main()
