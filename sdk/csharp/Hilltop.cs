// SPDX-License-Identifier: Apache-2.0
// Bots for Hilltop in C#: one file, C# 6 or later, .NET or Mono, no packages.
//
//     static class Bot {
//         static void Main() {
//             Hilltop.PlayPazaak(view => view.Value < 17 ? Hilltop.End : Hilltop.Stand);
//         }
//     }
//
// A bot gives its function to PlayPazaak, PlayYahtzee or PlayGomoku. Each of these talks to the arena
// until the games are over, then returns. The function gets a view, which holds all that the bot may
// know, and returns a move, made by the constants and functions below.
//
// From the first use of Hilltop on, standard output belongs to the conversation: what the bot prints,
// and what programs print that it starts, goes to standard error. An exception from the bot's function
// ends the bot with its trace on standard error and exit status 1.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;

public static class Hilltop {
    /// <summary>Games that bots without a memory are asked about at a time.</summary>
    public const int Batch = 256;
    const int ReadBytes = 1 << 16;

    /// <summary>What is played, as the arena said at the start.</summary>
    public sealed class Rules {
        public string Game;        // "pazaak" or "yahtzee"
        public string Name;        // the rule set, such as "koth"
        public Dictionary<string, string> Switches = new Dictionary<string, string>();
    }

    /// <summary>A game begins; what the hook begin gets.</summary>
    public sealed class GameStart {
        public long Game;          // its number, the same in every view of this game
        public int Seats;
        public int Seed;           // for the bot's own randomness, 0 to 2³¹ − 1
        public Rules Rules;
    }

    /// <summary>A game is over; what the hook end gets.</summary>
    public sealed class GameEnd {
        public long Game;
        public int[] Points;       // of each seat
    }

    // ------------------------------------------------------------------------------------- Pazaak

    public sealed class PazaakMove {
        internal readonly string Text;
        internal PazaakMove(string text) { Text = text; }
    }

    /// <summary>End the turn, and be dealt another card.</summary>
    public static readonly PazaakMove End = new PazaakMove("END");
    /// <summary>No more cards in this hand.</summary>
    public static readonly PazaakMove Stand = new PazaakMove("STAND");
    /// <summary>Add this side card, then stand. The card must be one of view.Side.</summary>
    public static PazaakMove Play(int card) { return new PazaakMove("PLAY " + card); }

    /// <summary>A turn of Pazaak. Cards are numbers; a value over 20 loses.</summary>
    public sealed class PazaakView {
        public long Game;          // the number of the game
        public int Player;         // 1 or 2: which player the bot is
        public int[] Wins;         // hands won by player 1, by player 2
        public int[] Hand;         // its cards on the table, in the order in which they came
        public int[] Theirs;       // the opponent's cards on the table
        public int[] Side;         // its side deck
        public int TheirSide;      // how many side cards the opponent has left
        public string Action;      // the opponent's last action in this hand: none, END or STAND
        public bool Played;        // whether the opponent played a side card in this hand
        public Rules Rules;

        /// <summary>The sum of its hand.</summary>
        public int Value { get { return Hand.Sum(); } }

        internal static PazaakView Read(string[] words, Rules rules) {
            CheckPairs(words, "player", "wins", "hand", "theirs", "side", "their_side", "action", "played");
            return new PazaakView {
                Game = long.Parse(words[1]), Player = int.Parse(words[3]), Wins = Numbers(words[5]),
                Hand = Numbers(words[7]), Theirs = Numbers(words[9]), Side = Numbers(words[11]),
                TheirSide = int.Parse(words[13]), Action = words[15], Played = words[17] == "yes",
                Rules = rules
            };
        }
    }

    /// <summary>Plays until the arena says bye or is gone.</summary>
    /// <param name="choose">Returns End, Stand or Play(card).</param>
    /// <param name="begin">Called when a game begins.</param>
    /// <param name="end">Called when a game is over.</param>
    /// <param name="batch">Games that are asked about at a time; 0: one after another.</param>
    public static void PlayPazaak(Func<PazaakView, PazaakMove> choose, Action<GameStart> begin = null,
                                  Action<GameEnd> end = null, int batch = Batch) {
        Hold("pazaak", (words, rules) => choose(PazaakView.Read(words, rules)).Text, begin, end, batch);
    }

    // ------------------------------------------------------------------------------------ Yahtzee

    public enum Box {
        Aces, Twos, Threes, Fours, Fives, Sixes, ThreeOfAKind, FourOfAKind, FullHouse, SmallStraight,
        LargeStraight, Yahtzee, Chance
    }

    /// <summary>All boxes, in the order of the card.</summary>
    public static readonly Box[] Boxes = (Box[])Enum.GetValues(typeof(Box));

    /// <summary>A box by its name in the protocol.</summary>
    public static string NameOf(Box box) {
        return Regex.Replace(box.ToString(), "(?<!^)([A-Z])", "_$1").ToLowerInvariant();
    }

    public sealed class YahtzeeMove {
        internal readonly string Text;
        internal YahtzeeMove(string text) { Text = text; }
    }

    /// <summary>Keep the dice at these indexes, 0 to 4 and none twice, and roll the others.</summary>
    public static YahtzeeMove Keep(params int[] indexes) {
        return new YahtzeeMove(string.Join(" ", new[] { "keep" }.Concat(indexes.Select(i => "" + i))));
    }

    /// <summary>Fill this box, one of view.Options.</summary>
    public static YahtzeeMove Score(Box box) { return new YahtzeeMove("score " + NameOf(box)); }

    /// <summary>A box that may be filled, and the points that it would score, bonuses excluded.</summary>
    public struct Option {
        public Box Box;
        public int Points;
    }

    /// <summary>A turn of Yahtzee.</summary>
    public sealed class YahtzeeView {
        public long Game;          // the number of the game
        public int Round;          // 0 to 12
        public int Stage;          // 0, 1, 2: after the first, second, third roll; then it must score
        public int[] Dice;         // the five dice
        public int?[] Card;        // its own card: the points of each box; null if open
        public int Score;          // its total
        public int Upper;          // the sum of its upper boxes, without the bonus
        public int UpperBonus;
        public int YahtzeeBonus;
        public int[] Totals;       // of all seats, its own included, lowest first
        public Rules Rules;

        /// <summary>The points of a box of its card; null if it is open.</summary>
        public int? Held(Box box) { return Card[(int)box]; }

        /// <summary>What may be filled now, in the order of the card, jokers included.</summary>
        public Option[] Options {
            get {
                return Boxes.Where(box => Held(box) == null && !JokerForbids(box))
                    .Select(box => new Option { Box = box, Points = Points(box) }).ToArray();
            }
        }

        Box Face { get { return (Box)(Dice[0] - 1); } }  // the upper box of the first die

        bool IsJoker {
            get {
                if (Rules.Name == "cab201-basic" || Dice.Distinct().Count() > 1) return false;
                string afterZero;
                if (!Rules.Switches.TryGetValue("joker_after_zero", out afterZero)) afterZero = "true";
                bool off = new[] { "false", "off", "no", "0" }.Contains(afterZero);
                return Held(Box.Yahtzee) == 50 || (Held(Box.Yahtzee) == 0 && !off);
            }
        }

        // Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
        bool JokerForbids(Box box) {
            if (Rules.Name != "koth" || !IsJoker) return false;
            if (Held(Face) == null) return box != Face;
            return box < Box.ThreeOfAKind &&
                Boxes.Any(lower => lower >= Box.ThreeOfAKind && Held(lower) == null);
        }

        int Points(Box box) {
            int[] counts = Enumerable.Range(1, 6).Select(face => Dice.Count(die => die == face)).ToArray();
            string faces = string.Concat(counts.Select(count => count > 0 ? "x" : " "));
            int most = counts.Max(), sum = Dice.Sum();
            // A joker counts as any full house or straight once the upper box of its face is filled.
            bool standsIn = IsJoker && Held(Face) != null;
            switch (box) {
                case Box.ThreeOfAKind: return most >= 3 ? sum : 0;
                case Box.FourOfAKind: return most >= 4 ? sum : 0;
                case Box.FullHouse: return standsIn || (most == 3 && counts.Contains(2)) ? 25 : 0;
                case Box.SmallStraight: return standsIn || faces.Contains("xxxx") ? 30 : 0;
                case Box.LargeStraight: return standsIn || faces.Contains("xxxxx") ? 40 : 0;
                case Box.Yahtzee: return most == 5 ? 50 : 0;
                case Box.Chance: return sum;
                default: return ((int)box + 1) * counts[(int)box];
            }
        }

        internal static YahtzeeView Read(string[] words, Rules rules) {
            CheckPairs(words, "round", "stage", "dice", "card", "score", "upper", "upper_bonus",
                       "yahtzee_bonus", "totals");
            return new YahtzeeView {
                Game = long.Parse(words[1]), Round = int.Parse(words[3]), Stage = int.Parse(words[5]),
                Dice = Numbers(words[7]),
                Card = words[9].Split(',').Select(text => text == "-" ? null : (int?)int.Parse(text)).ToArray(),
                Score = int.Parse(words[11]), Upper = int.Parse(words[13]),
                UpperBonus = int.Parse(words[15]), YahtzeeBonus = int.Parse(words[17]),
                Totals = Numbers(words[19]), Rules = rules
            };
        }
    }

    /// <summary>Plays until the arena says bye or is gone.</summary>
    /// <param name="choose">Returns Keep(indexes) or Score(box).</param>
    /// <param name="begin">Called when a game begins.</param>
    /// <param name="end">Called when a game is over.</param>
    /// <param name="batch">Games that are asked about at a time; 0: one after another.</param>
    public static void PlayYahtzee(Func<YahtzeeView, YahtzeeMove> choose, Action<GameStart> begin = null,
                                   Action<GameEnd> end = null, int batch = Batch) {
        Hold("yahtzee", (words, rules) => choose(YahtzeeView.Read(words, rules)).Text, begin, end, batch);
    }

    // ------------------------------------------------------------------------------------- Gomoku

    /// <summary>Points along a side of the board.</summary>
    public const int Size = 15;
    public const char Black = 'B', White = 'W';

    /// <summary>Each coordinate from 0 to 14.</summary>
    public struct Point {
        public readonly int X, Y;
        public Point(int x, int y) { X = x; Y = y; }
        public override string ToString() { return "(" + X + "," + Y + ")"; }
    }

    /// <summary>An answer to an opening.</summary>
    public sealed class Choice {
        internal readonly string Text;
        internal Choice(string text) { Text = text; }
    }

    public static readonly Choice TakeBlack = new Choice("B");
    /// <summary>Play white, and lay this white stone.</summary>
    public static Choice TakeWhite(Point stone) { return new Choice("W" + stone); }
    /// <summary>Lay a black and a white stone; the opponent picks a colour.</summary>
    public static Choice LayTwo(Point black, Point white) { return new Choice("" + black + white); }

    /// <summary>A question of Gomoku.</summary>
    public sealed class GomokuView {
        public Dictionary<Point, char> Board = new Dictionary<Point, char>();  // every stone
        public int? Turn;          // turns of both since the opening; null while it lasts
        public char? Colour;       // the bot's own; null while it is not settled
        public string Name;        // the bot's own name: the first line of its file meta
        public string Opponent;    // the opponent's name
        public int Seed;           // for the bot's own randomness, 0 to 2³¹ − 1, another one for each game

        /// <summary>The stone at a point; null if there is none, also off the board.</summary>
        public char? At(int x, int y) {
            char stone;
            return Board.TryGetValue(new Point(x, y), out stone) ? stone : (char?)null;
        }

        /// <summary>The points without a stone, by x, then y.</summary>
        public Point[] Free {
            get {
                return Enumerable.Range(0, Size * Size).Select(i => new Point(i / Size, i % Size))
                    .Where(point => !Board.ContainsKey(point)).ToArray();
            }
        }
    }

    /// <summary>Plays one game; the arena starts the bot anew for each.</summary>
    /// <param name="arguments">Those of Main: the opponent's name and the seed.</param>
    /// <param name="place">Returns the point of the bot's next stone.</param>
    /// <param name="open">Returns a black stone, a black one and a white one.</param>
    /// <param name="choose">Answers an opening with TakeBlack, TakeWhite(point) or LayTwo(black, white).</param>
    /// <param name="pick">Returns Black or White, after the opponent has laid two stones.</param>
    /// <param name="end">Told the winner's name when the game is over, null after a tie.</param>
    /// <param name="firstToMove">The first to move after a pick: Black in the contest, White under the rules swap2.</param>
    public static void PlayGomoku(string[] arguments, Func<GomokuView, Point> place,
                                  Func<GomokuView, Point[]> open = null,
                                  Func<GomokuView, Choice> choose = null,
                                  Func<GomokuView, char> pick = null, Action<string> end = null,
                                  char firstToMove = Black) {
        var game = new Gomoku {
            Place = place, Pick = pick ?? (view => Black), Choose = choose ?? (view => TakeBlack),
            Open = open ?? (view => new[] { new Point(7, 7), new Point(0, 14), new Point(8, 7) }),
            FirstToMove = firstToMove, Arguments = arguments,
            Name = File.Exists("meta") ? (File.ReadLines("meta").FirstOrDefault() ?? "").Trim() : ""
        };
        Listen((line, answers) => {
            string kind = line.Split(' ')[0], rest = line.Substring(Math.Min(kind.Length + 1, line.Length));
            if (kind == "EXIT") {
                if (end != null) end(rest == "TIE" ? null : rest);
                return false;
            }
            answers.Append(game.Answer(kind, rest)).Append('\n');
            return true;
        });
    }

    // One game, and the colour that the bot has in it once that is known.
    sealed class Gomoku {
        static readonly Regex Stone = new Regex("\\(\\((\\d+),(\\d+)\\),\"([BW])\"\\)");

        public Func<GomokuView, Point> Place;
        public Func<GomokuView, Point[]> Open;
        public Func<GomokuView, Choice> Choose;
        public Func<GomokuView, char> Pick;
        public char FirstToMove;
        public string[] Arguments;
        public string Name;
        char? colour;
        bool opened;  // it was asked about the opening, which the host's openings leave out

        public string Answer(string kind, string rest) {
            var view = new GomokuView {
                Colour = colour, Name = Name, Opponent = Arguments.Length > 0 ? Arguments[0] : "",
                Seed = Arguments.Length > 1 ? int.Parse(Arguments[1]) : 0
            };
            foreach (Match stone in Stone.Matches(rest))
                view.Board[new Point(int.Parse(stone.Groups[1].Value), int.Parse(stone.Groups[2].Value))] =
                    stone.Groups[3].Value[0];
            opened = opened || kind == "A" || kind == "B" || kind == "C";
            switch (kind) {
                case "A": return Three(Open(view));
                case "B":
                    string choice = Choose(view).Text;
                    if (choice[0] != '(') colour = choice[0];
                    return choice;
                case "C":
                    colour = Pick(view);
                    return colour.ToString();
                default:
                    view.Turn = int.Parse(kind);
                    if (colour == null) colour = ColourBy(view.Board.Count - view.Turn.Value, view.Turn.Value);
                    view.Colour = colour;
                    return Place(view).ToString();
            }
        }

        // The colour that the opponent or the host left, by the number of stones in the opening.
        char ColourBy(int opening, int turn) {
            if (opened && opening == 3) return White;  // the bot opened, they took black
            if (opened && opening == 4) return Black;  // it opened, they took white and laid a stone
            bool even = !opened && opening % 2 == 0;  // of the host, in which the colours alternate
            bool whiteFirst = FirstToMove == White && !even;
            return turn % 2 == 0 == whiteFirst ? White : Black;  // after five, the bot laid two of them
        }

        static string Three(Point[] opening) {
            if (opening.Length != 3)
                throw new ArgumentException("an opening is three points, not " + opening.Length);
            return string.Concat(opening);
        }
    }

    // ------------------------------------------------------------------------------- conversation

    [DllImport("libc")] static extern int dup2(int from, int to);
    [DllImport("libc")] static extern int fcntl(int descriptor, int command, int argument);
    [DllImport("libc", SetLastError = true)]
    static extern IntPtr write(int to, byte[] bytes, IntPtr count);
    const int DuplicateClosedOnExec = 1030, Interrupted = 4;  // Linux's F_DUPFD_CLOEXEC and EINTR

    static readonly int Out = TakeOutput();

    // Takes standard output away from the bot; the way to the arena is closed for programs that it starts.
    // Mono opens no stream on a descriptor that it has not made itself.
    static int TakeOutput() {
        int arena = fcntl(1, DuplicateClosedOnExec, 3);
        dup2(2, 1);
        return arena;
    }

    // The lines of docs/protocol.md: questions of many games, in any order.
    static void Hold(string game, Func<string[], Rules, string> answer, Action<GameStart> begin,
                     Action<GameEnd> end, int batch) {
        var rules = new Rules { Game = game, Name = "koth" };
        Listen((line, answers) => {
            string[] words = line.Split(' ');
            switch (words[0]) {
                case "turn":
                    answers.Append("move " + words[1] + " " + answer(words, rules) + "\n");
                    break;
                case "begin":
                    if (begin != null)
                        begin(new GameStart {
                            Game = long.Parse(words[1]), Seats = int.Parse(words[3]),
                            Seed = int.Parse(words[5]), Rules = rules
                        });
                    break;
                case "end":
                    if (end != null)
                        end(new GameEnd { Game = long.Parse(words[1]), Points = Numbers(words[3]) });
                    break;
                case "hilltop":
                    rules = Met(words, game);
                    answers.Append(batch > 0 ? "ready 1 batch " + batch + "\n" : "ready 1\n");
                    break;
            }
            return words[0] != "bye";
        });
    }

    static Rules Met(string[] words, string game) {
        var rules = new Rules { Game = words[3], Name = words[5] };
        for (int i = 6; i + 1 < words.Length; i += 2) rules.Switches[words[i]] = words[i + 1];
        if (rules.Game != game)
            throw new InvalidOperationException("this bot plays " + game + ", not " + rules.Game);
        return rules;
    }

    // Passes on the whole lines that have come, again and again until the input ends, nobody reads the
    // answers, or hear returns false. The answers to a batch of lines are written at once.
    static void Listen(Func<string, StringBuilder, bool> hear) {
        Stream input = Console.OpenStandardInput();
        var begun = new MemoryStream();
        var buffer = new byte[ReadBytes];
        for (int size; (size = input.Read(buffer, 0, buffer.Length)) > 0;) {
            int whole = Array.LastIndexOf(buffer, (byte)'\n', size - 1) + 1;
            begun.Write(buffer, 0, whole);
            if (whole > 0) {
                string lines = Encoding.UTF8.GetString(begun.ToArray(), 0, (int)begun.Length - 1);
                begun.SetLength(0);
                if (!Heard(hear, lines.Split('\n'))) return;
            }
            begun.Write(buffer, whole, size - whole);
        }
    }

    static bool Heard(Func<string, StringBuilder, bool> hear, string[] lines) {
        var answers = new StringBuilder();
        bool goes;
        try {
            goes = lines.All(line => hear(line, answers));
        } catch (Exception error) {  // if the bot fails at one game, its answers in the others still count
            Say(answers);
            Console.Error.WriteLine(error);
            Environment.Exit(1);
            return false;
        }
        return Say(answers) && goes;
    }

    // False if nobody reads the answers.
    static bool Say(StringBuilder answers) {
        byte[] bytes = Encoding.ASCII.GetBytes(answers.ToString());
        while (bytes.Length > 0) {
            int written = (int)write(Out, bytes, (IntPtr)bytes.Length);
            if (written < 0 && Marshal.GetLastWin32Error() != Interrupted) return false;
            bytes = bytes.Skip(Math.Max(written, 0)).ToArray();
        }
        return true;
    }

    static int[] Numbers(string list) {
        return list == "-" ? new int[0] : list.Split(',').Select(int.Parse).ToArray();
    }

    // Pairs have a fixed order; more may follow.
    static void CheckPairs(string[] words, params string[] names) {
        for (int i = 0; i < names.Length; ++i)
            if (words.Length < 4 + 2 * i || words[2 + 2 * i] != names[i])
                throw new InvalidDataException("not a turn that this SDK knows: " + string.Join(" ", words));
    }
}
