"""The published report of a contest: a page in a real browser, and tables."""

import csv
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
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
RUDE = r"""
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    turn) printf 'move %s </script><b onclick=x>\007rude\n' "$game" ;;
  esac
done
"""
# Ends at its first question, with a word on standard error.
# Answers once in each game, so that it is asked in all of them.
CRASHER = """
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    turn) [ -z "$asked" ] || { echo "no <b>idea</b>" >&2; exit 1; }
      asked=yes; echo "move $game END" ;;
  esac
done
"""
LONG_NAME = "the-name-of-this-bot-was-made-by-a-committee-that-met-all-summer"
# What does not fit in its place: an element that scrolls sideways, or the page itself.
TOO_WIDE = """[...document.querySelectorAll('html, .scroll, td, th, summary')]
    .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth &&
            getComputedStyle(element).display !== 'inline' && !element.matches('.unseen') &&
            !element.closest('[aria-label="Head to head"]'))
    .map(element => element.className + ': ' + element.textContent.slice(0, 60))"""
RANKING = "[...document.querySelectorAll('[aria-label=Ranking] tbody tr')]"
FAULTS = "[...document.querySelectorAll('[aria-label=Faults] tbody > tr')]"
HEADING = "document.querySelector('h1').textContent"
STEP = "[...document.querySelectorAll('.steps li')].findIndex(line => line.querySelector('[aria-current]'))"
LAST = "document.querySelectorAll('.steps li').length - 1"
# The data that a page embeds.
DATA = re.compile(r'<script type="application/json" id=data>(.*?)</script>', re.DOTALL)


def opened(browser, page, fragment=""):
    """Opens a page and waits until its script has drawn it."""
    browser.open(page, fragment)
    wait(browser, "document.querySelector('h1[tabindex]') !== null && document.querySelector('.coming') === null")


def wait(browser, script):
    while not browser.evaluate(script):
        time.sleep(0.01)  # leaves the processor to the browser


in_a_browser = unittest.skipUnless(CHROMIUM, "there is no Chromium")


class Report(unittest.TestCase):
    eight = None  # the store of play_eight()

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
            opened(browser, page)
            self.assertEqual(browser.evaluate("document.title"), "Contest")
            self.assertIn(shown["digest"], browser.evaluate("document.querySelector('main').innerText"))
            keys = ("points", "score", "games", "won", "tied", "lost", "faults", "hands")
            cells = browser.evaluate(RANKING + ".map(row => " + json.dumps(keys) + ".map(key => Number("
                                     "(row.querySelector('td.' + key)?.textContent ?? '0').replaceAll(',', ''))))")
            self.assertEqual(cells, [[row["score_percent" if key == "score" else key] for key in keys]
                                     for row in shown["standings"]])
            self.assertEqual(browser.evaluate("document.querySelectorAll('td.cell').length"), 6)
            self.sorts(browser)
            self.steps(browser, page)
            for width, scheme in ((390, "light"), (1200, "dark")):
                browser.screen(width, 800, scheme)
                opened(browser, page)
                self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), width)
            self.assertEqual(browser.complaints, [])
            self.assertEqual({url.split("#")[0] for url in browser.requests if not url.startswith("about:")},
                             {page.as_uri()})

    def sorts(self, browser):
        column = RANKING + ".map(row => row.querySelector('th a').textContent)"
        ranked = browser.evaluate(column)
        click = "document.querySelectorAll('[aria-label=Ranking] thead button')[{}].click()"
        browser.evaluate(click.format(1))  # by name
        wait(browser, "document.querySelector('[aria-sort]') !== null")
        self.assertEqual(browser.evaluate(column), sorted(ranked, key=str.lower))
        browser.evaluate(click.format(2))  # by points, fewest first after a second click
        wait(browser, "document.querySelector('[aria-sort=descending]') !== null")
        self.assertEqual(browser.evaluate(column), ranked)
        browser.evaluate(click.format(2))
        wait(browser, "document.querySelector('[aria-sort=ascending]') !== null")
        self.assertEqual(browser.evaluate(column), ranked[::-1])

    def steps(self, browser, page):
        """A link leads to a step of a game, which is the stored one."""
        file = self.folder / "games.jsonl"
        self.ran("report", "--games", file, "--moves")
        game = next(game for game in map(json.loads, file.read_text().splitlines())
                    if game["game"] == "bold-kid:1")
        opened(browser, page, "#game=bold-kid:1/3")
        wait(browser, "document.querySelector('.steps') !== null")
        self.assertEqual(browser.evaluate(HEADING), "bold-kid:1")
        self.assertEqual(browser.evaluate(LAST), len(game["steps"]))
        table = "document.querySelector('.table > section').innerText"
        self.assertEqual(browser.evaluate(STEP), 3)
        self.assertIn("Hand 1", browser.evaluate(table))
        before = browser.evaluate(table)
        for key, step in (("ArrowRight", 4), ("ArrowLeft", 3), ("ArrowLeft", 2),
                          ("End", len(game["steps"])), ("Home", 0)):
            browser.press(key)
            wait(browser, f"{STEP} === {step}")
            self.assertEqual(browser.evaluate("location.hash"), f"#game=bold-kid:1/{step}")
            self.assertNotEqual(browser.evaluate(table) == before, step != 3)
        for label, step in (("Last position", len(game["steps"])), ("First position", 0)):
            browser.evaluate(f"document.querySelector('[aria-label=\"{label}\"]').click()")
            wait(browser, f"{STEP} === {step}")

    def play_eight(self):
        """Three bots in folders that do not work, with authors and languages, and five of the house:
        played once, and copied for each test."""
        if self.eight:
            return shutil.copy(self.eight, self.store)
        for name, script in (("crasher", CRASHER), ("rude", RUDE), (LONG_NAME, CRASHER)):
            folder = bot_folder(self.folder / "bots", name, script, stderr="1")
            (folder / "bot.toml").write_text(
                f'state = "none"\nauthor = "{"The Valley Section, " * 3}"\nlanguage = "python"\n')
        self.play("kid", "bold", "nestor", "austin", "bastila", games=6,
                  more='broken = "lose"\n[bots]\nfolder = "bots"')
        kept = tempfile.TemporaryDirectory()
        self.addClassCleanup(kept.cleanup)
        Report.eight = shutil.copy(self.store, kept.name)

    @in_a_browser
    def test_eight_bots_fit_a_telephone_and_a_screen(self):
        self.play_eight()
        page = self.page()
        with Browser() as browser:
            for width in (380, 768, 1280):
                for scheme in ("light", "dark"):
                    with self.subTest(width=width, scheme=scheme):
                        browser.screen(width, 800, scheme)
                        opened(browser, page)
                        browser.evaluate("document.querySelectorAll('[aria-label=Faults] details')"
                                         ".forEach(each => { each.open = true; })")
                        self.assertLessEqual(
                            browser.evaluate("document.documentElement.scrollWidth"), width)
                        if width != 768:
                            self.assertEqual(browser.evaluate(TOO_WIDE), [])
                        shown = browser.evaluate("document.querySelector('[aria-label=Ranking] tbody').innerText")
                        for text in (LONG_NAME, "The Valley Section", "python"):
                            self.assertIn(text, shown)
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_broken_bots_do_not_squash_the_pictures_of_others(self):
        self.play_eight()
        page = self.page()
        rows = (RANKING + ".map(row => [row.querySelector('th a').textContent, "
                "row.querySelector('.interval circle')?.getAttribute('cx'), "
                "row.querySelector('.beyond text')?.textContent])")
        with Browser() as browser:
            opened(browser, page)
            beyond = {}
            dots = []
            for name, dot, mark in browser.evaluate(rows):
                if dot is None:
                    beyond[name] = mark
                else:
                    dots.append(float(dot.rstrip("%")))
        self.assertLessEqual(set(beyond), {"crasher", "rude", LONG_NAME})
        self.assertIn("crasher", beyond)
        self.assertRegex(beyond["crasher"], r"^[-−][\d,]+ ± [\d,]+$")
        self.assertGreater(max(dots) - min(dots), 30)  # percent of the picture's width

    @in_a_browser
    def test_faults_are_grouped_by_bot_and_kind(self):
        self.play_eight()
        page = self.page()
        summary = self.document()["fault_summary"]
        with Browser() as browser:
            opened(browser, page)
            rows = browser.evaluate(
                FAULTS + ".map(row => [row.querySelector('th').textContent, "
                "Number(row.querySelector('.faults').textContent.replaceAll(',', '')), "
                "row.querySelector('.first_in').textContent, row.querySelector('summary').textContent])")
            self.assertEqual(rows, [[row["bot"], row["faults"], row["first"], row["reason"]]
                                    for row in summary])
            self.assertEqual(rows, sorted(rows, key=lambda row: -row[1]))
            kept = FAULTS + ".find(row => row.querySelector('th').textContent === 'crasher').querySelector('ul')"
            self.assertEqual(browser.evaluate(f"{kept}.checkVisibility()"), False)
            browser.evaluate(f"{kept}.closest('details').querySelector('summary').click()")
            shown = browser.evaluate(f"{kept}.innerText")
            self.assertIn("turn ", shown)
            self.assertEqual(browser.evaluate(f"[...{kept}.querySelectorAll('pre')].map(one => one.textContent)")
                             .count("no <b>idea</b>\n"), 1)  # not repeated
            self.assertEqual(browser.evaluate(f"{kept}.children.length"), 11)
            self.assertIn("more; those that were kept", shown)
            browser.evaluate("document.querySelector('[aria-label=Faults] .first_in a').click()")
            wait(browser, f"{HEADING} === {json.dumps(rows[0][2])}")

    @in_a_browser
    def test_games_are_played_one_after_the_other(self):
        self.play("kid", "bold", games=3)
        page = self.page()
        playing = "[...document.querySelectorAll('button')].some(one => one.textContent === 'Pause')"
        with Browser() as browser:
            opened(browser, page, "#game=bold-kid:1/5")
            wait(browser, f"{STEP} === 5")
            for press, there in (("n", 2), ("n", 3), ("n", 3), ("b", 2), ("n", 3)):
                browser.press(press)
                wait(browser, f"{HEADING} === 'bold-kid:{there}' && document.querySelector('.steps') !== null")
                self.assertEqual(browser.evaluate("location.hash"), f"#game=bold-kid:{there}")
            browser.press("End")
            wait(browser, f"{STEP} === {LAST}")
            # Two steps before the end it plays to the end, and stops there.
            for _ in range(2):
                browser.press("ArrowLeft")
            wait(browser, f"{STEP} === {LAST} - 2")
            browser.press("p")
            wait(browser, playing)
            browser.press("p")
            wait(browser, f"!{playing}")
            browser.press("4")
            browser.press("p")
            wait(browser, f"!{playing} && {STEP} === {LAST}")
            self.assertEqual(browser.evaluate("location.hash"), f"#game=bold-kid:3/{browser.evaluate(LAST)}")
            # Back to where the game was opened from.
            browser.evaluate("history.back()")
            wait(browser, f"{HEADING} === 'bold-kid:2'")
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_games_are_found_by_their_bots(self):
        self.play("kid", "bold", "nestor", games=4)
        page = self.page()
        names = "[...document.querySelectorAll('#games ~ ul a')].map(link => link.textContent)"
        with Browser() as browser:
            opened(browser, page)
            self.assertEqual(len(browser.evaluate(names)), 12)
            browser.evaluate("(search => { search.value = ' NESTOR'; search.dispatchEvent(new Event('input', {bubbles: true})); })"
                             "(document.querySelector('input[type=search]'))")
            wait(browser, f"{names}.length === 8")
            self.assertTrue(all("nestor" in name for name in browser.evaluate(names)))

    @in_a_browser
    def test_without_scripts_the_facts_and_the_ranking_are_there(self):
        self.play("kid", "bold")
        page = self.page()
        shown = json.loads(self.ran("show", "--format", "json"))
        with Browser() as browser:
            browser.screen(1200, 800, script=False)
            browser.open(page)
            self.assertEqual(browser.evaluate("document.querySelectorAll('button, h1').length"), 1)
            text = browser.evaluate("document.body.innerText")
            for expected in (shown["digest"], "hilltop run published.toml --seed 5 --games 20",
                             "Everything else on this page needs JavaScript."):
                self.assertIn(expected, text)
            self.assertEqual(browser.evaluate("[...document.querySelectorAll('tbody tr')].map(row => row.cells[1].textContent)"),
                             [row["bot"] for row in shown["standings"]])
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_text_of_strangers_stays_text(self):
        bots = ""
        for number, name in enumerate(EVIL):
            folder = bot_folder(self.folder / "bots", f"evil-{number}", RUDE)
            (folder / "meta").write_text(f"{name}\nsh\nbot\n0\n")
            (folder / "bot.toml").write_text('state = "none"\nauthor = "<b>who</b>"\n')
        title = "</title><script>hacked=4</script>\\u001b[31m"
        self.play(name=title, games=2, more='broken = "lose"\n[bots]\nfolder = "bots"')
        page = self.page()
        with Browser() as browser:
            opened(browser, page)
            self.assertEqual(browser.evaluate("document.title"),
                             title.replace("\\u001b", "\\x1b"))
            self.assertEqual(browser.evaluate("[...document.scripts].filter(s => !s.type).length"), 1)
            names = set(browser.evaluate(RANKING + ".map(row => row.querySelector('th a').textContent)"))
            self.assertEqual(names, set(EVIL))
            self.assertIn("<b>who</b>",
                          browser.evaluate("document.querySelector('[aria-label=Ranking] tbody').textContent"))
            said = browser.evaluate("document.querySelector('[aria-label=Faults] tbody').textContent")
            self.assertIn("</script><b onclick=x>", said)
            self.assertGreater(browser.evaluate("document.querySelectorAll('.first_in a').length"), 0)
            # Each game and each bot opens by its link, whatever the names are.
            games = browser.evaluate("[...document.querySelectorAll('#games ~ ul a')].map(link => [link.textContent, link.hash])")
            self.assertEqual(len(games), len({game for _, game in games}))
            bots = browser.evaluate(RANKING + ".map(row => [row.querySelector('th a').textContent, row.querySelector('th a').hash])")
            for name, link in (*games[::7], *bots):
                browser.evaluate(f"location.hash = {json.dumps(link)}")
                wait(browser, f"{HEADING} === {json.dumps(name)}")
                self.assertEqual(browser.evaluate("document.querySelectorAll('img, [onclick], [onmouseover], b').length"), 0)
            self.assertEqual(browser.evaluate("typeof hacked"), "undefined")
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

    @in_a_browser
    def test_every_game_and_format_has_its_parts(self):
        with Browser() as browser:
            for game, house, kind, parts in (
                    ("yahtzee", ("greedy", "in-order", "dummy"), "everyone",
                     "ranking race distributions faults games"),
                    ("gomoku", ("greedy", "random"), "round-robin",
                     "ranking pairs distributions faults games"),
                    ("tictactoe", ("perfect", "random"), "swiss",
                     "ranking pairs rounds distributions faults games"),
                    ("pazaak", ("kid", "bold", "nestor"), "cup",
                     "ranking pairs race rounds distributions faults games"),
                    ("pazaak", ("kid", "bold", "nestor"), "hill",
                     "ranking pairs race rounds distributions faults games")):
                with self.subTest(game=game, kind=kind):
                    illegal = "substitute" if game == "pazaak" else "lose"
                    self.play(*house, game=game, kind=kind, games=4, illegal=illegal)
                    page = self.page()
                    opened(browser, page)
                    shown = browser.evaluate("[...document.querySelectorAll('h2')].map(heading => heading.id)")
                    self.assertEqual(" ".join(shown), parts)
                    data = json.loads(DATA.search(page.read_text("utf-8"))[1])
                    self.assertTrue(data["games"] and all(len(one["steps"]) > 1 for one in data["games"]))
                    played = data["games"][-1]["name"]
                    opened(browser, page, "#game=" + played + "/999")
                    wait(browser, f"document.querySelector('.steps') !== null && {STEP} === {LAST}")
                    self.assertNotIn("There is no board", browser.evaluate("document.querySelector('main').innerText"))
            self.assertEqual(browser.complaints, [])

    @in_a_browser
    def test_bots_that_failed_the_check_are_named(self):
        folder = bot_folder(self.folder, "rude", RUDE)
        self.play("kid", "bold", illegal="disqualify", more='broken = "disqualify"',
                  bots=f'[[bot]]\nfolder = "{folder}"\n')
        page = self.page()
        self.assertIn(", 2 bots, 20 games</p>", page.read_text("utf-8"))
        with Browser() as browser:
            opened(browser, page)
            text = browser.evaluate("document.querySelector('#faults').parentElement.innerText")
            self.assertIn("rude did not pass the check", text)
            self.assertIn("</script><b onclick=x>\\x07rude", text)
            self.assertEqual(browser.evaluate("document.querySelectorAll('b').length"), 0)
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
        self.assertEqual({"standings", "bots", "pairs", "ratings", "seats", "fixtures", "rounds", "faults",
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
        folder = bot_folder(self.folder, "rude", RUDE)
        self.play("kid", games=2, bots=f'[[bot]]\nfolder = "{folder}"\n')
        faults = self.tables()["faults"]
        self.assertEqual([(row["bot"], row["opponents"], row["game"]) for row in faults],
                         [("rude", "kid", "1"), ("rude", "kid", "2")])
        self.assertIn("\\x07rude", faults[0]["detail"])

    def test_no_cell_is_a_formula_to_a_spreadsheet(self):
        names = ["=1+1", "+1", "-1", "@sum(1)", "kid = bold"]
        for number, name in enumerate(names):
            folder = bot_folder(self.folder / "bots", f"formula-{number}", RUDE)
            (folder / "meta").write_text(f"{name}\nsh\nbot\n0\n")
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

    def test_a_damaged_record_is_named_and_leaves_the_old_page(self):
        folder = bot_folder(self.folder, "rude", RUDE)
        self.play("kid", games=2, bots=f'[[bot]]\nfolder = "{folder}"\n')
        page = self.page()
        old = page.read_bytes()
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE game_record SET text = text || 'move 9 </script>' || char(10)")
        done = self.command("report", "--html", page.parent)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("kid-rude:1"), 1, done.stderr)
        self.assertEqual(page.read_bytes(), old)

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
