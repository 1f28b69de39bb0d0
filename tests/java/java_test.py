"""The Java SDK and the host of JVM bots, driven by the protocol (docs/protocol.md), without an
arena.

Skipped without a JDK.
"""

import os
import pathlib
import re
import tempfile
import unittest
import zipfile

import jvm
from jvm import BEGIN, HELLO, OPEN, READY, pazaak_turn, scratch, yahtzee_turn
from pazaak_bots import BOTS, EDGES, random_views

VIEWS = 5_000

JAR = None  # built once, in its own folder


def setUpModule():
    global JAR
    if not jvm.HAS_JDK:
        raise unittest.SkipTest("no JDK here (Debian: default-jdk-headless)")
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    JAR = pathlib.Path(folder.name) / "hilltop-jvm.jar"
    jvm.build(JAR)


GET_RESPONSE = """public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
        Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
        Action opponentAction, boolean opponentDidPlay)"""


def pazaak_class(body, name="Mine", members="", head="package Players;\nimport Mechanics.*;"):
    return (f"{head}\nimport java.util.*;\npublic class {name} extends Player {{\n{members}\n"
            f"    {GET_RESPONSE} {{\n{body}\n    }}\n}}\n")


def yahtzee_class(body, name="Mine", members=""):
    return (f"package mego.yahtzee;\nimport java.util.*;\npublic class {name} extends Player {{\n"
            f"{members}\n    public {name}(ControllerInterface game) {{ super(game); }}\n"
            f"    @Override public TurnChoice turn(int[] dice, int stage) {{\n{body}\n    }}\n}}\n")


class Case(unittest.TestCase):
    maxDiff = None

    def write(self, name, text):
        if not hasattr(self, "folder"):
            self.folder = scratch(self)
        (self.folder / name).write_text(text)
        return name

    def said(self, game, bot, *lines, cls=(), errors="", ready=READY):
        """Returns what a bot says after its ready, in a conversation that ends well."""
        done = jvm.host(JAR, self.folder, bot, *cls, lines=[HELLO[game], *lines, "bye"])
        self.assertEqual((done.returncode, done.stderr), (0, errors))
        greeting, *answers = done.stdout.splitlines()
        self.assertEqual(greeting, ready)
        return answers

    def pazaak(self, body, *lines, members="", errors=""):
        bot = self.write("Mine.java", pazaak_class(body, members=members))
        return self.said("pazaak", bot, *lines, errors=errors)

    def yahtzee(self, body, *lines, members=""):
        bot = self.write("Mine.java", yahtzee_class(body, members=members))
        return self.said("yahtzee", bot, *lines)

    def refused(self, *arguments, lines=(HELLO["pazaak"],)):
        """Returns the host's message about something that it cannot run."""
        done = jvm.host(JAR, self.folder, *arguments, lines=lines)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertNotIn("\tat ", done.stderr)
        return done.stderr


class Jar(unittest.TestCase):
    def test_it_has_the_names_of_the_contests(self):
        names = {name for name in zipfile.ZipFile(JAR).namelist() if name.endswith(".class")}
        for name in ["Mechanics/Card", "Mechanics/Player", "Mechanics/Player$Action",
                     "Players/Player", "mego/yahtzee/ScorecardInterface",
                     "mego/yahtzee/ControllerInterface", "mego/yahtzee/Category",
                     "mego/yahtzee/TurnChoice", "mego/yahtzee/Player", "mego/yahtzee/Util",
                     "mego/yahtzee/Scorecard"]:
            self.assertIn(name + ".class", names)

    def test_the_same_sources_give_the_same_bytes(self):
        again = scratch(self) / "again.jar"
        jvm.build(again)
        self.assertEqual(again.read_bytes(), JAR.read_bytes())


class Pazaak(Case):
    def test_a_bot_hears_all_that_the_line_says(self):
        answers = self.pazaak(
            """System.err.println(Arrays.toString(wins) + isPlayerOne + yourHand + opponentHand
                   + yourSideDeck + opponentSideDeckCount + opponentAction + opponentDidPlay
                   + action);
               action = Action.END;""",
            BEGIN,
            pazaak_turn(),
            pazaak_turn(hand=(7, 9), theirs=(10, 3), side=(), their_side=3, player=2, wins=(1, 2),
                        action="STAND", played=True),
            pazaak_turn(hand=(1,), theirs=(10,), action="END") + " moon full",
            "end 0 points 3,1",
            "tomorrow 1 news of a later version",
            errors="[0, 0]true[7][][1, 4, 5, 2]4nullfalsenull\n"
                   "[1, 2]false[7, 9][10, 3][]3STANDtrueEND\n"
                   "[0, 0]true[1][10][1, 4, 5, 2]4ENDfalsenull\n")
        self.assertEqual(answers, ["move 0 END"] * 3)

    def test_only_a_card_that_was_handed_over_is_a_card(self):
        fours = "for (Card card : yourSideDeck) if (card.getValue() == 4) cardToPlay = card;"
        for body, answer in [
            (f"action = Action.PLAY; {fours}", "PLAY 4"),
            ("action = Action.PLAY; cardToPlay = new Card(4);", "PLAY"),
            ("action = Action.PLAY; cardToPlay = yourHand.iterator().next();", "PLAY"),
            ("action = Action.PLAY;", "PLAY"),
            ("action = null;", "NONE"),
            ("", "NONE"),
            (f"action = Action.STAND; {fours}", "STAND"),
        ]:
            with self.subTest(body):
                self.assertEqual(self.pazaak(body, BEGIN, pazaak_turn()), [f"move 0 {answer}"])

    def test_cards_have_no_equals(self):
        answers = self.pazaak(
            """boolean same = new Card(4).equals(new Card(4)) || yourSideDeck.contains(new Card(4));
               action = same ? Action.STAND : Action.END;""", BEGIN, pazaak_turn())
        self.assertEqual(answers, ["move 0 END"])

    def test_a_card_stays_the_same_object_while_it_lies_there(self):
        answers = self.pazaak(
            """action = Action.END;
               if (old != null && yourHand.contains(first) && yourSideDeck.contains(old)) {
                   action = Action.PLAY;
                   cardToPlay = old;
               }
               first = yourHand.iterator().next();
               for (Card card : yourSideDeck) old = card;""",
            BEGIN, pazaak_turn(hand=(7,), side=(3, 1, 3)), pazaak_turn(hand=(7, 2), side=(3, 1, 3)),
            pazaak_turn(hand=(2,), side=(1, 3)), "end 0 points 3,1",
            BEGIN, pazaak_turn(hand=(2, 3), side=(1, 3)),
            members="Card first, old;")
        self.assertEqual([answer[7:] for answer in answers], ["END", "PLAY 3", "END", "END"])

    def test_a_bot_cannot_change_the_arenas_cards(self):
        answers = self.pazaak(
            """action = yourSideDeck.size() == 4 && yourHand.size() < 3 ? Action.END : Action.STAND;
               yourSideDeck.clear(); yourHand.clear(); opponentHand.clear(); wins[0] = 7;""",
            BEGIN, pazaak_turn(), pazaak_turn(hand=(7, 1)))
        self.assertEqual(answers, ["move 0 END", "move 0 END"])

    def test_one_object_lives_through_all_games(self):
        answers = self.pazaak("action = ++asked < 3 ? Action.END : Action.STAND;",
                              BEGIN, pazaak_turn(), "end 0 points 0,3", "begin 1 seats 2 seed 5",
                              pazaak_turn(game=1), pazaak_turn(game=1), members="int asked;")
        self.assertEqual(answers, ["move 0 END", "move 1 END", "move 1 STAND"])

    def test_its_data_file_lies_in_its_folder(self):
        body = """action = Action.STAND;
            try {
                java.nio.file.Path file = java.nio.file.Path.of("memory.txt");
                if (java.nio.file.Files.exists(file)) action = Action.END;
                java.nio.file.Files.writeString(file, "seen");
            } catch (java.io.IOException e) { throw new RuntimeException(e); }"""
        for answer in ["move 0 STAND", "move 0 END"]:
            self.assertEqual(self.pazaak(body, BEGIN, pazaak_turn()), [answer])
        self.assertEqual((self.folder / "memory.txt").read_text(), "seen")

    def test_its_output_is_no_answer_and_its_input_is_empty(self):
        answers = self.pazaak(
            """System.out.println("move 0 STAND");
               System.out.print("half a line");
               try { System.err.println(System.in.read()); } catch (java.io.IOException e) {}
               action = Action.END;""",
            BEGIN, pazaak_turn(),
            members='static { System.out.println("loaded"); }',
            errors="loaded\nmove 0 STAND\nhalf a line-1\n")
        self.assertEqual(answers, ["move 0 END"])

    def test_every_way_of_the_contest_to_name_the_player(self):
        heads = ["package Players;\nimport Mechanics.*;",
                 "package Players;\nimport Mechanics.Card;",
                 "package Players;\nimport Mechanics.Card;\nimport Mechanics.Player;",
                 "package Mechanics;",
                 "import Mechanics.Card;\nimport Players.Player;"]
        for head in heads:
            with self.subTest(head):
                bot = self.write("Mine.java", pazaak_class(
                    "action = opponentAction == Player.Action.END ? Player.Action.STAND : null;"
                    "setAction(getAction());", head=head))
                turn = pazaak_turn(action="END")
                self.assertEqual(self.said("pazaak", bot, BEGIN, turn), ["move 0 STAND"])


class Yahtzee(Case):
    def test_a_bot_sees_its_card_and_all_totals(self):
        bot = self.write("Mine.java", yahtzee_class(
            """ScorecardInterface card = game.getScoreCard(this);
               System.err.println(Arrays.toString(card.getFreeCategories()) + card.getScore() + " "
                   + card.getUpperScore() + " " + card.getUpperBonus() + " "
                   + card.getYahtzeeBonus() + Arrays.toString(game.getScores())
                   + Arrays.toString(dice) + stage + getName());
               return new TurnChoice(Category.CHANCE);"""))
        turn = yahtzee_turn((6, 6, 1, 2, 3), 1, "3,-,9,12,15,24,20,0,25,30,40,50,-", 428, 63, 35,
                            200, (90, 428, 500))
        answers = self.said("yahtzee", bot, BEGIN, turn,
                            errors="[TWOS, CHANCE]428 63 35 200[90, 428, 500][6, 6, 1, 2, 3]1Mine\n")
        self.assertEqual(answers, ["move 0 score chance"])

    def test_a_card_that_was_asked_for_is_a_copy(self):
        answers = self.yahtzee(
            """if (old == null) old = game.getScoreCard(this);
               game.getScores()[0] = 99;
               dice[0] = 6;
               boolean kept = old.getScore() == 0 && game.getScores()[0] != 99;
               return new TurnChoice(kept ? Category.ACES : Category.SIXES);""",
            BEGIN, yahtzee_turn((1, 2, 3, 4, 5)), yahtzee_turn((1, 2, 3, 4, 5), score=30, totals=(30,)),
            members="ScorecardInterface old;")
        self.assertEqual(answers, ["move 0 score aces"] * 2)

    def test_choices_are_passed_on_as_they_are(self):
        for choice, answer in [
            ("new int[] {4, 0, 2}", "keep 4 0 2"),
            ("new int[0]", "keep"),
            ("new int[] {0, 1, 2, 3, 4}", "keep 0 1 2 3 4"),
            ("Category.THREE_OF_A_KIND", "score three_of_a_kind"),
            ("Category.ACES", "score aces"),  # filled
        ]:
            with self.subTest(choice):
                turn = yahtzee_turn((1, 2, 3, 4, 5), card="3" + OPEN[1:])
                self.assertEqual(self.yahtzee(f"return new TurnChoice({choice});", BEGIN, turn),
                                 [f"move 0 {answer}"])

    def test_the_answer_means_the_dice_as_the_bot_left_them(self):
        for change, kept, answer in [
            ("Arrays.sort(dice);", "0, 1, 2", "keep 1 4 3"),  # 1 1 3 4 6
            ("Arrays.sort(dice);", "4, 0", "keep 0 1"),
            ("Arrays.sort(dice);", "", "keep"),
            ("Arrays.sort(dice);", "0, 1, 2, 3, 4", "keep 1 4 3 2 0"),
            ("int d = dice[1]; dice[1] = dice[2]; dice[2] = d;", "0, 1, 4", "keep 0 2 4"),
            ("int d = dice[1]; dice[1] = dice[4]; dice[4] = d;", "1, 4", "keep 1 4"),  # equal
            ("dice[0] = 0; dice[2] = 9;", "1, 4", "keep 1 4"),  # not kept: it is rolled anyway
        ]:
            with self.subTest(change=change, kept=kept):
                self.assertEqual(
                    self.yahtzee(f"{change} return new TurnChoice(new int[] {{{kept}}});", BEGIN,
                                 yahtzee_turn((6, 1, 4, 3, 1))), [f"move 0 {answer}"])

    def test_a_category_is_filled_with_the_dice_that_were_rolled(self):
        answers = self.yahtzee("Arrays.fill(dice, 6); return new TurnChoice(Category.YAHTZEE);",
                               BEGIN, yahtzee_turn((6, 1, 4, 3, 1)))
        self.assertEqual(answers, ["move 0 score yahtzee"])

    def test_a_die_that_was_not_rolled_cannot_be_kept(self):
        for change, face in [("dice[0] = 5;", 5), ("dice[0] = 3; dice[1] = 3;", 3),
                             ("dice[0] = 0;", 0), ("Arrays.fill(dice, 1);", 1)]:
            with self.subTest(change):
                bot = self.write("Mine.java", yahtzee_class(
                    f"{change} return new TurnChoice(new int[] {{0, 1, 2, 3}});"))
                done = jvm.host(JAR, self.folder, bot, lines=[
                    HELLO["yahtzee"], BEGIN, yahtzee_turn((6, 1, 4, 3, 1))])
                self.assertEqual((done.returncode, done.stdout), (3, READY + "\n"))
                self.assertIn(f"turn() keeps a {face} that was not rolled: it was handed "
                              "[6, 1, 4, 3, 1] and left [", done.stderr)

    def test_a_score_card_tries_out_what_a_choice_would_score(self):
        show = """static String show(Scorecard card) {
                return card.getScore() + " " + card.getUpperScore() + " " + card.getUpperBonus() + " "
                    + card.getYahtzeeBonus() + " " + card.getFreeCategories().length;
            }
            static String fill(Scorecard card, Category category, int... dice) {
                try { card.setScore(category, dice); return show(card); }
                catch (IllegalArgumentException e) { return e.getMessage(); }
            }"""
        body = """Scorecard card = (Scorecard) game.getScoreCard(this);
            Scorecard tried = (Scorecard) card.clone();
            Scorecard empty = new Scorecard();
            System.err.println(fill(tried, Category.SIXES, dice));
            System.err.println(fill(tried, Category.SIXES, dice));
            System.err.println(show(card) + ", " + show((Scorecard) game.getScoreCard(this)));
            System.err.println(show(empty) + ", " + fill(empty, Category.YAHTZEE, 2, 2, 2, 2, 2));
            System.err.println(fill(empty, Category.TWOS, 2, 2, 2, 2, 2));
            System.err.println(fill(empty, Category.ACES, 2, 2, 2, 2, 2));
            System.err.println(fill(empty, Category.FULL_HOUSE, 2, 2, 2, 2, 2));
            System.err.println(fill(empty, Category.CHANCE, 1, 2, 3, 4));
            System.err.println(fill(empty, Category.CHANCE, 1, 2, 3, 4, 7));
            System.err.println(fill(empty, null, 1, 2, 3, 4, 5));
            return new TurnChoice(Category.SIXES);"""
        bot = self.write("Mine.java", yahtzee_class(body, members=show))
        turn = yahtzee_turn((6, 6, 6, 2, 2), 1, "3,6,9,12,15,-,20,0,25,30,40,0,-", 160, 45)
        answers = self.said("yahtzee", bot, BEGIN, turn, errors="\n".join([
            "213 63 35 0 1", "SIXES is filled", "160 45 0 0 2, 160 45 0 0 2",
            "0 0 0 0 13, 50 0 0 0 12", "160 10 0 100 11",
            "the joker rule forbids ACES with these dice", "285 10 0 200 10",
            "no five dice: [1, 2, 3, 4]", "no five dice: [1, 2, 3, 4, 7]", "no category", ""]))
        self.assertEqual(answers, ["move 0 score sixes"])

    def test_nonsense_is_an_illegal_argument(self):
        attempts = ["new TurnChoice(new int[] {0, 0})", "new TurnChoice(new int[] {5})",
                    "new TurnChoice(new int[] {-1})", "new TurnChoice((Category) null)",
                    "new TurnChoice((int[]) null)", "Util.intToUpperCategory(7)",
                    "Util.upperCategoryToInt(Category.CHANCE)"]
        body = "".join(f"try {{ {each}; return new TurnChoice(new int[] {{{i % 5}}}); }}"
                       "catch (IllegalArgumentException e) {}\n" for i, each in enumerate(attempts))
        answers = self.yahtzee(body + "return new TurnChoice(Category.CHANCE);", BEGIN,
                               yahtzee_turn((1, 2, 3, 4, 5)))
        self.assertEqual(answers, ["move 0 score chance"])

    def test_natural_scores(self):
        table = [  # dice, ACES … CHANCE
            ("3 2 5 3 1", "1 2 6 0 5 0 0 0 0 0 0 0 14"),
            ("3 4 3 3 6", "0 0 9 4 0 6 19 0 0 0 0 0 19"),
            ("5 1 5 5 5", "1 0 0 0 20 0 21 21 0 0 0 0 21"),
            ("5 4 4 5 5", "0 0 0 8 15 0 23 0 25 0 0 0 23"),
            ("2 5 3 4 3", "0 2 6 4 5 0 0 0 0 30 0 0 17"),
            ("1 5 2 4 3", "1 2 3 4 5 0 0 0 0 30 40 0 15"),
            ("6 5 4 3 1", "1 0 3 4 5 6 0 0 0 30 0 0 19"),
            ("3 3 3 5 5", "0 0 9 0 10 0 19 0 25 0 0 0 19"),
            ("6 6 6 6 6", "0 0 0 0 0 30 30 30 0 0 0 50 30"),
            ("1 2 3 5 6", "1 2 3 0 5 6 0 0 0 0 0 0 17"),
        ]
        body = """StringBuilder line = new StringBuilder();
            List<Category> matching = Arrays.asList(Category.getMatchingCategories(dice));
            for (Category each : Category.values()) {
                int score = each.getScore(dice);
                line.append(score).append(' ');
                boolean patternless = each.isUpper() || each == Category.CHANCE;
                if (each.isUpper() == each.isLower() || each.matches(dice) != matching.contains(each)
                    || each.matches(dice) != (patternless || score > 0)) line.append("wrong ");
            }
            System.err.println(line.toString().trim());
            return new TurnChoice(Category.CHANCE);"""
        bot = self.write("Mine.java", yahtzee_class(body))
        turns = [yahtzee_turn(dice.split()) for dice, _ in table]
        self.said("yahtzee", bot, BEGIN, *turns,
                  errors="".join(scores + "\n" for _, scores in table))

    def test_helps(self):
        answers = self.yahtzee(
            """boolean right = Util.count(Util.boxIntArray(dice), 3) == 2
                   && Util.count(Arrays.asList("a", "b", "a"), "a") == 2
                   && Util.intToUpperCategory(4) == Category.FOURS
                   && Util.upperCategoryToInt(Category.SIXES) == 6;
               return new TurnChoice(right ? Category.YAHTZEE : Category.CHANCE);""",
            BEGIN, yahtzee_turn((3, 1, 3, 4, 5)))
        self.assertEqual(answers, ["move 0 score yahtzee"])

    def test_it_may_look_at_the_game_before_its_first_turn(self):
        bot = self.write("Mine.java", "package mego.yahtzee; public class Mine extends Player {"
                         "public Mine(ControllerInterface game) { super(game); System.err.println("
                         "game.getScoreCard(this).getFreeCategories().length + game.getScores().length"
                         "); } public TurnChoice turn(int[] dice, int stage) { return null; } }")
        self.assertEqual(self.said("yahtzee", bot, errors="13\n"), [])


class WithoutMemory(Case):
    """Classes whose bot.toml says state = "none"."""

    READY = "ready 1 batch 256"

    def test_it_is_asked_about_many_games_at_once(self):
        bot = self.write("Mine.java", pazaak_class(
            "action = yourHand.size() == 1 ? Action.END : Action.STAND;"))
        self.write("bot.toml", 'author = "Ada"\n  state = "none"  # every answer follows\n')
        answers = self.said("pazaak", bot, BEGIN, "begin 1 seats 2 seed 5", pazaak_turn(),
                            pazaak_turn(game=1), pazaak_turn(hand=(7, 9)),
                            pazaak_turn(hand=(7, 9), game=1), ready=self.READY)
        self.assertEqual(answers, ["move 0 END", "move 1 END", "move 0 STAND", "move 1 STAND"])
        bot = self.write("Mine.java", yahtzee_class("return new TurnChoice(Category.CHANCE);"))
        answers = self.said("yahtzee", bot, BEGIN, yahtzee_turn((1, 2, 3, 4, 5)), ready=self.READY)
        self.assertEqual(answers, ["move 0 score chance"])

    def test_only_what_says_so(self):
        bot = self.write("Mine.java", pazaak_class("action = Action.END;"))
        for text, ready in [
            ("state = 'none'", self.READY), ('state="none"\n[limits]', self.READY),
            ('state = "pairing"', READY), ('state = "folder"', READY), ('# state = "none"', READY),
            ('author = "state"', READY), ('[limits]\nstate = "none"', READY), ("\xff", READY),
        ]:
            with self.subTest(text):
                (self.folder / "bot.toml").write_bytes(text.encode("latin-1"))
                self.said("pazaak", bot, BEGIN, ready=ready)

    def test_nothing_of_the_last_turn_reaches_it(self):
        self.write("Mine.java", pazaak_class(
            """if (mine != null && (yourSideDeck.contains(mine) || action != null)) return;
               for (Card card : yourSideDeck) mine = card;
               action = Action.END;""", members="Card mine;"))
        self.write("bot.toml", 'state = "none"')
        answers = self.said("pazaak", "Mine.java", BEGIN, pazaak_turn(), pazaak_turn(hand=(7, 2)),
                            ready=self.READY)
        self.assertEqual(answers, ["move 0 END", "move 0 END"])


class Endings(Case):
    def test_a_bot_that_throws_ends_with_three_and_says_where(self):
        for members, body in [
            ("", 'throw new IllegalStateException("out of tea");'),
            ("", 'throw new Error("out of tea");'),
            ('public Mine() { if (true) throw new RuntimeException("out of tea"); }', ""),
            ('static int x = 1 / 0; { System.err.println("out of tea"); }', ""),
        ]:
            with self.subTest(body or members):
                bot = self.write("Mine.java", pazaak_class(body, members=members))
                done = jvm.host(JAR, self.folder, bot, lines=[HELLO["pazaak"], BEGIN, pazaak_turn()])
                self.assertEqual(done.returncode, 3)
                self.assertNotIn("move", done.stdout)
                self.assertIn("hilltop: the bot threw ", done.stderr)
                if "static" not in members:
                    self.assertIn("out of tea", done.stderr)
                self.assertIn("at Players.Mine.", done.stderr.replace("app//", ""))

    def test_answers_from_before_it_threw_are_not_lost(self):
        bot = self.write("Mine.java", pazaak_class(
            "action = Action.END; if (yourHand.size() > 1) throw new RuntimeException();"))
        lines = [HELLO["pazaak"], BEGIN, pazaak_turn(), pazaak_turn(hand=(1, 2))]
        done = jvm.host(JAR, self.folder, bot, lines=lines)
        self.assertEqual((done.returncode, done.stdout), (3, "ready 1\nmove 0 END\n"))

    def test_endless_recursion_shows_the_head_of_the_stack_only(self):
        bot = self.write("Mine.java", pazaak_class("deep();", members="void deep() { deep(); }"))
        done = jvm.host(JAR, self.folder, bot, lines=[HELLO["pazaak"], BEGIN, pazaak_turn()])
        self.assertEqual(done.returncode, 3)
        self.assertIn("StackOverflowError", done.stderr)
        self.assertLess(done.stderr.count("\n"), 20)

    def test_null_is_no_choice(self):
        bot = self.write("Mine.java", yahtzee_class("return null;"))
        done = jvm.host(JAR, self.folder, bot,
                        lines=[HELLO["yahtzee"], BEGIN, yahtzee_turn((1, 2, 3, 4, 5))])
        self.assertEqual(done.returncode, 3)
        self.assertIn("turn() answered null", done.stderr)

    def test_threads_of_its_own_do_not_keep_it_after_the_bye(self):
        self.assertEqual([], self.pazaak("", members="""
            { new Thread(() -> { while (true) Thread.onSpinWait(); }).start(); }"""))

    def test_an_arena_that_is_gone_ends_it(self):
        bot = self.write("Mine.java", pazaak_class("action = Action.END;"))
        done = jvm.host(JAR, self.folder, bot, lines=[HELLO["pazaak"], BEGIN])
        self.assertEqual((done.returncode, done.stdout), (0, "ready 1\n"))


class Finding(Case):
    """Which class is the bot."""

    END = "action = Action.END;"

    def setUp(self):
        self.folder = scratch(self)

    def plays(self, *arguments):
        self.assertEqual(
            self.said("pazaak", arguments[0], BEGIN, pazaak_turn(), cls=arguments[1:]),
            ["move 0 END"])

    def test_several_bots_are_listed_and_one_can_be_named(self):
        helper = "\nabstract class Base extends Mechanics.Player {}\nclass Other extends Base {}\n"
        bot = self.write("Mine.java", pazaak_class(self.END) + helper)
        said = self.refused(bot)
        self.assertIn("several classes in Mine.java are bots: name one of them", said)
        self.assertIn("(known: Players.Mine, Players.Other)", said)
        self.plays(bot, "Mine")
        self.plays(bot, "Players.Mine")
        self.assertIn("no bot in Mine.java is called 'His' (known: ", self.refused(bot, "His"))

    def test_abstract_classes_and_helpers_are_no_bots(self):
        helpers = "\nabstract class Base extends Mechanics.Player {}\nclass Help {}\n"
        self.plays(self.write("Mine.java", pazaak_class(self.END) + helpers))

    def test_a_class_that_cannot_be_made_as_a_bot_gives_way_to_one_that_can(self):
        wrapper = "\nclass Wrapper extends Mechanics.Player { Wrapper(Mechanics.Player inner) {} }\n"
        self.plays(self.write("Mine.java", pazaak_class(self.END) + wrapper))
        self.write("Mine.java", pazaak_class(self.END, members="public Mine(int level) {}"))
        self.assertIn("Players.Mine needs a constructor without parameters",
                      self.refused("Mine.java"))

    def test_folders_of_sources_and_of_classes_and_jars(self):
        self.write("Mine.java", pazaak_class("action = Help.action();"))
        self.write("Help.java", "package Players; class Help { static Player.Action action() "
                                "{ return Player.Action.END; } }")
        self.plays(".")
        classes = self.folder / "classes"
        jvm.javac(JAR, classes, self.folder / "Mine.java", self.folder / "Help.java")
        self.plays("classes")
        with zipfile.ZipFile(self.folder / "bot.jar", "w") as jar:
            for file in classes.rglob("*.class"):
                jar.write(file, file.relative_to(classes))
        self.plays("bot.jar")

    def test_sources_of_a_module_with_resources_and_a_library(self):
        library = self.folder / "library"
        self.write("Lib.java", "package lib; public class Lib { public static final int STAND = 17; }")
        jvm.javac(JAR, library, self.folder / "Lib.java")
        (self.folder / "Lib.java").unlink()
        package = self.folder / "src" / "com" / "cards"
        package.mkdir(parents=True)
        (self.folder / "src" / "module-info.java").write_text("module com.cards { requires java.base; }")
        (package / "answer.txt").write_text("STAND")
        (package / "Mine.java").write_text("""package com.cards;
            public class Mine extends Players.Player {
                public void getResponse(int[] wins, boolean one, java.util.Collection<Mechanics.Card> a,
                        java.util.Collection<Mechanics.Card> b, java.util.Collection<Mechanics.Card> c, int d,
                        Action e, boolean f) {
                    try (var in = getClass().getResourceAsStream("answer.txt")) {
                        action = lib.Lib.STAND == 17 ? Action.valueOf(new String(in.readAllBytes())) : Action.END;
                    } catch (java.io.IOException problem) { throw new RuntimeException(problem); }
                }
            }""")
        lines = [HELLO["pazaak"], BEGIN, pazaak_turn(), "bye"]
        for arguments in (["--compile", "src"], ["src"]):
            done = jvm.java("-cp", f"{JAR}:library", "hilltop.Host", *arguments, folder=self.folder, lines=lines)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-1], "move 0 STAND")

    def test_why_a_class_cannot_be_loaded_is_told(self):
        self.write("Mine.java", "public abstract class Mine extends Base { }")
        self.write("Base.java", "public abstract class Base extends Mechanics.Player { }")
        classes = self.folder / "classes"
        jvm.javac(JAR, classes, self.folder / "Mine.java", self.folder / "Base.java")
        (classes / "Base.class").unlink()
        self.assertIn("no class in classes is a bot: none that can be loaded extends Players.Player or "
                      "mego.yahtzee.Player; Mine cannot be loaded: java.lang.NoClassDefFoundError: Base "
                      "(add its jar to the class path, behind -cp)", self.refused("classes"))
        newer = bytearray((classes / "Mine.class").read_bytes())
        newer[7] = 200  # the version of its class file
        (classes / "Mine.class").write_bytes(newer)
        self.assertRegex(self.refused("classes"),
                         r"Mine cannot be loaded: java.lang.UnsupportedClassVersionError: .*"
                         r"\(compile it for this Java, ")

    def test_of_many_classes_only_the_named_one_is_loaded(self):
        self.write("Mine.java", pazaak_class(self.END))
        classes = self.folder / "classes"
        jvm.javac(JAR, classes, self.folder / "Mine.java")
        for number in range(50):
            (classes / f"Other{number}.class").write_bytes((classes / "Players/Mine.class").read_bytes())
        done = jvm.java("-Xlog:class+load:stderr", "-cp", JAR, "hilltop.Host", "classes", "Mine",
                        folder=self.folder, lines=[HELLO["pazaak"], "bye"])
        self.assertEqual(done.returncode, 0)
        self.assertIn(" Players.Mine ", done.stderr)
        self.assertNotIn("Other", done.stderr)

    def loaded(self, bot, *classpath):
        """Returns the classes that the host loads from where it was handed them, and its answer."""
        log = self.folder / "loaded.log"
        done = jvm.java(f"-Xlog:class+load:file={log}", "-cp", ":".join(map(str, [JAR, *classpath])), "hilltop.Host",
                        bot, folder=self.folder, lines=[HELLO["pazaak"], BEGIN, pazaak_turn(), "bye"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-1], "move 0 END")
        return set(re.findall(rf" ([\w.$]+) source: \S*{re.escape(bot)}/?$", log.read_text(), re.MULTILINE))

    def test_a_bot_is_found_without_loading_what_is_none(self):
        """In a jar with thousands of classes, of which one extends a player in two steps, and another
        one a class on the class path that does."""
        self.write("Mine.java", pazaak_class(self.END, members="public Mine(int level) {}"))
        self.write("Base.java", "package base; public abstract class Base extends Players.Player {}")
        self.write("Final.java", "public class Final extends Players.Mine { Final() { super(1); } }")
        self.write("Hidden.java", "public abstract class Hidden extends base.Base { static long x = 1L; }")
        self.write("Other.java", "public class Other extends java.util.ArrayList<Long> "
                                 "{ Runnable r = () -> add(0xFFFFFFFFFFL); double d = 1.5; }")
        classes, library = self.folder / "classes", self.folder / "library"
        sources = [self.folder / name for name in ("Mine.java", "Base.java", "Final.java", "Hidden.java", "Other.java")]
        jvm.javac(JAR, classes, *sources)
        (library / "base").mkdir(parents=True)
        (classes / "base/Base.class").rename(library / "base/Base.class")
        with zipfile.ZipFile(self.folder / "bot.jar", "w", zipfile.ZIP_DEFLATED) as jar:
            for name in ("Players/Mine", "Final", "Hidden", "Other"):
                jar.write(classes / f"{name}.class", f"{name}.class")
            other = (classes / "Other.class").read_bytes()
            for number in range(4000):
                jar.writestr(f"other/Other{number}.class", other)
        self.assertEqual(self.loaded("bot.jar", "library"), {"Players.Mine", "Final", "Hidden"})
        for source in sources:
            source.unlink()
        self.assertEqual(self.loaded("classes", "library"), {"Players.Mine", "Final", "Hidden"})

    def test_class_files_that_make_no_sense_are_left_out(self):
        self.write("Mine.java", pazaak_class(self.END))
        classes = self.folder / "classes"
        jvm.javac(JAR, classes, self.folder / "Mine.java")
        whole = (classes / "Players/Mine.class").read_bytes()
        for number, nonsense in enumerate([b"", b"hello", whole[:9], whole[:200], whole[:10] + b"\xff" * 99]):
            (classes / f"Nonsense{number}.class").write_bytes(nonsense)
        self.write("Left.java", "class Left extends Rite {} class Rite {}")
        jvm.javac(JAR, classes, self.folder / "Left.java")
        left = (classes / "Left.class").read_bytes()
        circle = left.replace(b"Left", b"left").replace(b"Rite", b"Left").replace(b"left", b"Rite")
        (classes / "Rite.class").write_bytes(circle)
        self.plays("classes")

    def test_a_link_to_a_jar_that_is_out_of_reach_is_named(self):
        (self.folder / "bot.jar").symlink_to("/nowhere/bot.jar")
        self.assertIn("bot.jar is a link to /nowhere/bot.jar, which a bot cannot read", self.refused("bot.jar"))

    def test_classes_that_are_on_the_class_path_too_are_named(self):
        self.write("Mine.java", pazaak_class(self.END))
        jvm.javac(JAR, self.folder / "classes", self.folder / "Mine.java")
        for arguments in [("classes",), ("classes", "Mine")]:
            done = jvm.java("-cp", f"{JAR}:classes", "hilltop.Host", *arguments, folder=self.folder,
                            lines=[HELLO["pazaak"]])
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, "hilltop: Players.Mine of classes is on the class path as "
                                          "well, where Java finds it first: leave it out of -cp\n")

    def test_copies_of_the_contests_own_classes_are_no_bots(self):
        with zipfile.ZipFile(JAR) as jar:
            jar.extractall(self.folder / "classes",
                           [n for n in jar.namelist() if re.match("(Mechanics|Players|mego)/", n)])
        self.assertIn("no class in classes is a bot", self.refused("classes"))

    def test_a_source_is_compiled_before_the_first_start(self):
        bot = self.write("Mine.java", pazaak_class(self.END))
        (self.folder / ".hilltop" / "new17" / "Players").mkdir(parents=True)  # of a killed host
        for body in ("action = Action.STAND;", self.END):
            self.write("Mine.java", pazaak_class(body))
            done = jvm.host(JAR, self.folder, "--compile", bot)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(len(os.listdir(self.folder / ".hilltop")), 1)
        kept = [(file, os.stat(file).st_mtime_ns)
                for file in sorted((self.folder / ".hilltop").rglob("*"))]
        self.assertTrue(kept)
        self.plays(bot)
        self.assertEqual([(file, os.stat(file).st_mtime_ns)
                          for file in sorted((self.folder / ".hilltop").rglob("*"))], kept)
        self.write("Mine.java", "this is not Java")
        done = jvm.host(JAR, self.folder, "--compile", bot)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("Mine.java does not compile:", done.stderr)
        self.assertEqual(len(os.listdir(self.folder / ".hilltop")), 1)
        self.assertIn("usage: ", self.refused("--compile"))
        self.assertIn("there is no Java source in gone.java", self.refused("--compile", "gone.java"))

    def test_a_file_alone_does_not_see_its_neighbours(self):
        self.write("Mine.java", pazaak_class(self.END))
        self.write("Broken.java", "this is not Java")
        self.plays("Mine.java")

    def test_classes_are_kept_until_the_source_changes(self):
        bot = self.write("Mine.java", pazaak_class(self.END))
        self.plays(bot)
        kept = sorted((self.folder / ".hilltop").rglob("*.class"))
        before = [(file, os.stat(file).st_mtime_ns) for file in kept]
        self.plays(bot)
        self.assertEqual([(file, os.stat(file).st_mtime_ns) for file in kept], before)
        self.write("Mine.java", pazaak_class("action = Action.STAND;"))
        self.assertEqual(self.said("pazaak", bot, BEGIN, pazaak_turn()), ["move 0 STAND"])

    def test_reports_classes_that_cannot_play(self):
        self.write("broken.java", "class Broken extends Mechanics.Player { int x = ; }")
        self.write("none.java", "class None {}")
        self.write("bot.txt", "hello")
        (self.folder / "empty").mkdir()
        for arguments, words in [
            ([], "usage: java -jar hilltop-jvm.jar BOT [CLASS]"),
            (["gone.java"], "there is no gone.java"),
            (["none.java"], "no class in none.java is a bot: none extends Players.Player or mego"),
            (["empty"], "no class in empty is a bot"),
            (["bot.txt"], "bot.txt is no .java file, no folder and no jar"),
            (["broken.java"], "broken.java does not compile:"),
            (["broken.java"], "illegal start of expression"),
        ]:
            with self.subTest(arguments):
                self.assertIn(words, self.refused(*arguments))
        self.assertEqual(len(os.listdir(self.folder / ".hilltop")), 1)  # what does compile: none.java

    def test_reports_another_game_or_no_arena(self):
        bot = self.write("Mine.java", pazaak_class(self.END))
        for lines, words in [
            ([HELLO["yahtzee"]], "this bot plays pazaak, but the arena plays yahtzee by koth"),
            (["hilltop 2 game pazaak"], "this bot speaks version 1"),
            (["good morning"], "this is a bot: it waits for 'hilltop 1 game pazaak …'"),
            ([], "the arena said nothing"),
        ]:
            with self.subTest(lines):
                self.assertIn(words, self.refused(bot, lines=lines))


class Reflection(Case):
    def test_the_host_holds_the_view_of_the_turn_and_no_more(self):
        """Prints everything that can be reached from the game object: there is nothing to find."""
        members = """
            void walk(Object at, Set<Object> seen, Set<String> found) throws Exception {
                if (at == null || at == this || !seen.add(at)) return;
                if (at instanceof int[]) found.add(Arrays.toString((int[]) at));
                if (!at.getClass().getName().startsWith("hilltop")) return;
                found.add(at.getClass().getSimpleName());
                for (java.lang.reflect.Field field : at.getClass().getDeclaredFields()) {
                    field.setAccessible(true);
                    walk(field.get(at), seen, found);
                }
            }"""
        body = """Set<String> found = new TreeSet<>();
            try { walk(game, Collections.newSetFromMap(new IdentityHashMap<>()), found); }
            catch (Exception e) { throw new RuntimeException(e); }
            System.err.println(found);
            return new TurnChoice(Category.CHANCE);"""
        bot = self.write("Mine.java", yahtzee_class(body, members=members))
        card = str([-1] * 13)
        shown = [sorted(["Window", "YahtzeeView", "Rules", card, dice, totals])
                 for dice, totals in [("[1, 1, 1, 1, 2]", "[0, 40]"), ("[3, 3, 3, 3, 2]", "[7, 40]")]]
        self.said("yahtzee", bot, BEGIN, yahtzee_turn((1, 1, 1, 1, 2), totals=(0, 40)),
                  yahtzee_turn((3, 3, 3, 3, 2), stage=1, totals=(7, 40)),
                  errors="".join(f"[{', '.join(each)}]\n" for each in shown))


class Examples(unittest.TestCase):
    """The six bots of Pazaak's contest, and a bot for Yahtzee."""

    def test_the_six_decide_as_described_in_any_view(self):
        views = random_views(VIEWS, seed=2015)
        for folder, bot in BOTS.items():
            with self.subTest(folder):
                for view, answer in zip(views, self.answers(folder, views), strict=True):
                    self.assertEqual(answer, bot(view), view)

    def test_the_six_decide_as_described_on_the_edges(self):
        for folder, edges in EDGES.items():
            answers = self.answers(folder, [view for view, _ in edges])
            for (view, expected), answer in zip(edges, answers, strict=True):
                with self.subTest(folder, view=view):
                    self.assertEqual((BOTS[folder](view), answer), (expected, expected))

    def answers(self, folder, views):
        """Returns the answers of a bot of examples/ to views, alternately in both seats."""
        turns = []
        for i, view in enumerate(views):
            wins = (view.won, view.they_won) if i % 2 == 0 else (view.they_won, view.won)
            turns.append(pazaak_turn(view.hand, view.theirs, view.side, player=1 + i % 2, wins=wins,
                                     action=view.action, played=view.played))
        source = self.copy(next((jvm.EXAMPLES / folder).glob("*.java")))
        done = jvm.host(JAR, scratch(self), source, lines=[HELLO["pazaak"], BEGIN, *turns, "bye"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.removeprefix("move 0 ") for line in done.stdout.splitlines()[1:]]

    def copy(self, source):
        """The tests leave nothing in the sources' folders."""
        copy = scratch(self) / source.name
        copy.write_bytes(source.read_bytes())
        return copy

    def test_all_folders_are_ready_to_play(self):
        folders = [meta.parent for examples in [jvm.EXAMPLES, jvm.ROOT / "examples/yahtzee-java"]
                   for meta in sorted(examples.glob("*/meta"))]
        self.assertEqual(len(folders), 7)
        metas = [(folder / "meta").read_text("utf-8").splitlines() for folder in folders]
        self.assertEqual(len({name for name, *_ in metas}), len(metas))
        for folder, (_, command, arguments, errors) in zip(folders, metas, strict=True):
            words = arguments.split()
            self.assertEqual((command, errors), ("java", "0"))
            self.assertEqual(words[words.index("-cp") + 1], "hilltop-jvm.jar")
            self.assertTrue((folder / words[-1]).is_file())
            toml = (folder / "bot.toml").read_text()
            self.assertIn('state = "none"', toml)
            self.assertIn(f'build = "java -jar hilltop-jvm.jar --compile {words[-1]}"', toml)

    def test_steady_takes_patterns_and_obeys_the_joker_rule(self):
        source = self.copy(jvm.ROOT / "examples/yahtzee-java/steady/Steady.java")
        for dice, stage, card, answer in [
            ((1, 2, 3, 3, 3), 0, OPEN, "keep 2 3 4"),
            ((5, 1, 5, 1, 2), 1, OPEN, "keep 0 2"),
            ((1, 2, 3, 4, 6), 0, OPEN, "score small_straight"),
            ((2, 2, 2, 2, 2), 0, OPEN, "score yahtzee"),
            ((1, 1, 2, 3, 5), 2, OPEN, "score chance"),
            ((2, 2, 2, 2, 2), 0, "-,-,-,-,-,-,-,-,-,-,-,50,-", "score twos"),
            ((2, 2, 2, 2, 2), 0, "-,4,-,-,-,-,-,-,-,-,-,0,-", "score three_of_a_kind"),
            ((2, 2, 2, 2, 2), 0, "-,4,-,-,-,-,0,0,0,0,0,0,0", "score aces"),
        ]:
            with self.subTest(dice=dice, card=card):
                done = jvm.host(JAR, scratch(self), source,
                                lines=[HELLO["yahtzee"], BEGIN, yahtzee_turn(dice, stage, card), "bye"])
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, f"{READY}\nmove 0 {answer}\n")


class NewBots(Case):
    """The typed SDK, as the templates and docs/java-bot.md use it."""

    def main(self, source, *lines, name="Bot.java"):
        self.write(name, source)
        done = jvm.java("-cp", JAR, name, folder=self.folder, lines=lines)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def test_a_bot_without_a_memory_answers_many_games_in_any_order(self):
        template = (jvm.ROOT / "sdk/templates/pazaak/java/Bot.java").read_text("utf-8")
        self.assertEqual(
            self.main(template, HELLO["pazaak"], BEGIN, "begin 4000000000 seats 2 seed 1",
                      pazaak_turn(game=4000000000), pazaak_turn(hand=(10, 6)),
                      pazaak_turn(hand=(10, 7), side=(), game=4000000000), "bye"),
            ["ready 1 batch 256", "move 4000000000 END", "move 0 PLAY 4", "move 4000000000 STAND"])

    def test_the_yahtzee_template(self):
        template = (jvm.ROOT / "sdk/templates/yahtzee/java/Bot.java").read_text("utf-8")
        self.assertEqual(
            self.main(template, HELLO["yahtzee"], BEGIN, yahtzee_turn((1, 3, 3, 6, 3)),
                      yahtzee_turn((5, 5, 2, 2, 2), stage=1), yahtzee_turn((1, 1, 2, 2, 4), stage=2),
                      "bye"),
            ["ready 1 batch 256", "move 0 keep 1 2 4", "move 0 score full_house",
             "move 0 score chance"])

    def test_views_say_what_the_line_says(self):
        source = """import hilltop.*;
            import java.util.Arrays;
            class Bot implements PazaakBot {
                String heard = "";
                public void begin(Game game) { heard += game; }
                public void end(long game, int[] points) { heard += game + Arrays.toString(points); }
                public boolean remembers() { return true; }
                public PazaakMove choose(PazaakView v) {
                    String want = "Game[number=0, seats=2, seed=17]";
                    if (v.wins()[0] == 1) want += "0[3, 1]" + "Game[number=1, seats=2, seed=2147483647]";
                    boolean right = heard.equals(want) && v.player() == 2 && v.value() == 16
                        && v.theirValue() == 13 && v.finished() && v.won() == 2 && v.played()
                        && v.theyWon() == v.wins()[0] && v.side().length == 0 && v.theirSide() == 3
                        && v.action() == PazaakView.Action.STAND;
                    return right ? PazaakMove.STAND : PazaakMove.play(1);
                }
                public static void main(String[] a) { Hilltop.playPazaak(new Bot()); }
            }"""
        turn = dict(hand=(7, 9), theirs=(10, 3), side=(), their_side=3, player=2, action="STAND",
                    played=True)
        self.assertEqual(
            self.main(source, HELLO["pazaak"], BEGIN, pazaak_turn(wins=(0, 2), **turn),
                      "end 0 points 3,1", "begin 1 seats 2 seed 2147483647",
                      pazaak_turn(wins=(1, 2), game=1, **turn), "bye"),
            ["ready 1", "move 0 STAND", "move 1 STAND"])

    def test_options_follow_the_joker_rule(self):
        source = """import hilltop.*;
            class Bot {
                public static void main(String[] arguments) {
                    Hilltop.playYahtzee(view -> {
                        String options = view.options().toString();
                        throw new RuntimeException(options);
                    });
                }
            }"""
        twos, filled = (2, 2, 2, 2, 2), "-,4,-,-,-,-,-,-,-,-,-,{},3"
        lower = ("{THREE_OF_A_KIND=10, FOUR_OF_A_KIND=10, FULL_HOUSE=25, SMALL_STRAIGHT=30, "
                 "LARGE_STRAIGHT=40}")
        natural = ("{ACES=0, THREES=0, FOURS=0, FIVES=0, SIXES=0, THREE_OF_A_KIND=10, "
                   "FOUR_OF_A_KIND=10, FULL_HOUSE=0, SMALL_STRAIGHT=0, LARGE_STRAIGHT=0}")
        free = natural.replace("HOUSE=0", "HOUSE=25").replace("SMALL_STRAIGHT=0", "SMALL_STRAIGHT=30")
        free = free.replace("LARGE_STRAIGHT=0", "LARGE_STRAIGHT=40")
        self.write("Bot.java", source)
        for rules, dice, card, options in [
            ("koth", (1, 1, 2, 3, 4), "-,0,0,0,0,0,0,0,0,-,0,0,-", "{ACES=2, SMALL_STRAIGHT=30, CHANCE=11}"),
            ("koth", twos, "-,-,0,-,-,-,-,-,-,-,-,50,-", "{TWOS=10}"),
            ("koth", twos, filled.format(50), lower),
            ("koth", twos, filled.format(0), lower),
            ("koth", twos, "0,4,-,-,0,0,0,0,0,0,0,50,0", "{THREES=0, FOURS=0}"),
            ("koth joker_after_zero false", twos, filled.format(0), natural),
            ("koth joker_after_zero false", twos, filled.format(50), lower),
            ("cab201-basic", twos, filled.format(50), natural),
            ("cab201-advanced", twos, filled.format(50), free),
        ]:
            with self.subTest(rules=rules, card=card):
                done = jvm.java("-cp", JAR, "Bot.java", folder=self.folder, lines=[
                    f"hilltop 1 game yahtzee rules {rules}", BEGIN, yahtzee_turn(dice, 0, card)])
                self.assertEqual(done.returncode, 3)
                self.assertEqual(done.stderr.splitlines()[0],
                                 f"hilltop: the bot threw java.lang.RuntimeException: {options}")

    def gomoku(self, source, *lines, arguments=("Some One", 17)):
        self.write("Bot.java", source)
        done = jvm.java("-cp", JAR, "Bot.java", *arguments, folder=self.folder, lines=lines)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_the_gomoku_template(self):
        template = (jvm.ROOT / "sdk/templates/gomoku/java/Bot.java").read_text("utf-8")
        opened = '[((0,14),"B"),((7,7),"B"),((7,8),"B"),((8,7),"W")]'
        self.assertEqual(self.gomoku(template, "A []", f"1 {opened}", "EXIT Some One"),
                         ["(7,7)(0,14)(8,7)", "(7,6)"])

    def test_a_gomoku_bot_may_do_all_that_its_contest_knows(self):
        source = """import hilltop.*;
            class Bot implements GomokuBot {
                public Point place(GomokuView view) {
                    boolean right = view.opponent().equals("Some One") && view.seed() == 17
                        && view.at(0, 1) == Stone.WHITE && view.at(1, 1) == null
                        && view.free().size() + view.board().size() == 225;
                    return new Point(right ? view.turn() : 14, view.colour().ordinal());
                }
                public GomokuChoice choose(GomokuView view) {
                    Point a = new Point(1, 1), b = new Point(2, 2);
                    if (view.board().size() == 3) return GomokuChoice.layTwo(a, b);
                    return GomokuChoice.takeWhite(b);
                }
                public Stone pick(GomokuView view) { return Stone.WHITE; }
                public void end(String winner) { System.err.print(winner == null ? "" : winner); }
                public Stone firstToMove() { return Stone.valueOf("%s"); }
                public static void main(String[] arguments) {
                    Hilltop.playGomoku(new Bot(), arguments);
                }
            }"""
        stones = ['((0,0),"B")', '((0,1),"W")', '((14,14),"B")', '((3,3),"B")', '((3,4),"W")',
                  '((3,5),"B")']
        three, four, five, six = ("[" + ",".join(stones[:n]) + "]" for n in (3, 4, 5, 6))
        for first, lines, answers in [
            ("BLACK", [f"B {three}", f"0 {five}"], ["(1,1)(2,2)", "(0,0)"]),  # black is first: its own
            ("BLACK", [f"B {three}", f"1 {six}"], ["(1,1)(2,2)", "(1,1)"]),
            ("WHITE", [f"B {three}", f"0 {five}"], ["(1,1)(2,2)", "(0,1)"]),
            ("BLACK", [f"B {four}", f"2 {six}"], ["W(2,2)", "(2,1)"]),
            ("BLACK", [f"C {five}", f"0 {five}"], ["W", "(0,1)"]),
            ("BLACK", ["A []", f"1 {four}"], ["(7,7)(0,14)(8,7)", "(1,1)"]),  # they took black
            ("BLACK", ["A []", f"1 {five}"], ["(7,7)(0,14)(8,7)", "(1,0)"]),  # they took white
            ("BLACK", [f"0 {three}"], ["(0,0)"]),  # from the host's opening: black moves first
            ("WHITE", [f"0 {three}"], ["(0,1)"]),
            ("WHITE", [f"1 {five}"], ["(1,1)"]),  # after four stones black
        ]:
            with self.subTest(lines=lines, first=first):
                self.assertEqual(self.gomoku(source % first, *lines, "EXIT TIE"), answers)

    def test_the_page_shows_bots_that_play(self):
        page = (jvm.ROOT / "docs/java-bot.md").read_text("utf-8")
        new, *contest = re.findall(r"^```java\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertLessEqual(len(new.splitlines()), 13)
        self.assertEqual(self.main(new, HELLO["pazaak"], BEGIN, pazaak_turn(), "bye"),
                         ["ready 1 batch 256", "move 0 END"])
        for source in contest:
            name = re.search(r"class (\w+)", source)[1] + ".java"
            game, turn = (("yahtzee", yahtzee_turn((1, 1, 1, 2, 3))) if "yahtzee" in source
                          else ("pazaak", pazaak_turn()))
            self.assertEqual(len(self.said(game, self.write(name, source), BEGIN, turn)), 1)


if __name__ == "__main__":
    unittest.main()
