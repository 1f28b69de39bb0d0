// Does what echo.py does, with the SDK for C#.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

static class Echo {
    static Queue<string> next;
    static string[] moves;

    static void Tell(params object[] words) {
        if (Environment.GetEnvironmentVariable("ECHO_NOISY") != null) {
            Console.WriteLine("move 0 noise");
            Console.Out.WriteLine("noise");
            var child = new ProcessStartInfo("/bin/echo", "noise of a child") { UseShellExecute = false };
            Process.Start(child).WaitForExit();
        }
        Console.Error.WriteLine(string.Join(" ", words));
    }

    static string Listed<T>(IEnumerable<T> values) {
        return values.Any() ? string.Join(",", values) : "-";
    }

    static string RulesOf(Hilltop.Rules rules) {
        return "rules " + rules.Name + string.Concat(rules.Switches.Select(each => " " + each.Key + " " + each.Value));
    }

    static string[] Planned(long game) {
        string[] words = moves[game].Split(' ');
        if (words[0] == "fail") throw new InvalidOperationException("bad luck");
        return words;
    }

    static Hilltop.PazaakMove Pazaak(Hilltop.PazaakView view) {
        Tell("turn", view.Game, "player", view.Player, "wins", Listed(view.Wins), "hand", Listed(view.Hand),
             "theirs", Listed(view.Theirs), "side", Listed(view.Side), "their_side", view.TheirSide, "action",
             view.Action, "played", view.Played ? "yes" : "no", RulesOf(view.Rules), "value", view.Value);
        string[] words = Planned(view.Game);
        if (words[0] == "PLAY") return Hilltop.Play(int.Parse(words[1]));
        return words[0] == "END" ? Hilltop.End : Hilltop.Stand;
    }

    static Hilltop.YahtzeeMove Yahtzee(Hilltop.YahtzeeView view) {
        var card = view.Card.Select(points => points == null ? "-" : points.ToString());
        var options = view.Options.Select(option => Hilltop.NameOf(option.Box) + "=" + option.Points);
        Tell("turn", view.Game, "round", view.Round, "stage", view.Stage, "dice", Listed(view.Dice), "card",
             Listed(card), "score", view.Score, "upper", view.Upper, "upper_bonus", view.UpperBonus,
             "yahtzee_bonus", view.YahtzeeBonus, "totals", Listed(view.Totals), RulesOf(view.Rules),
             "options", Listed(options));
        string[] words = Planned(view.Game);
        if (words[0] == "score") return Hilltop.Score(Hilltop.Boxes.First(box => Hilltop.NameOf(box) == words[1]));
        return Hilltop.Keep(words.Skip(1).Select(int.Parse).ToArray());
    }

    static string Told(string kind, Hilltop.GomokuView view) {
        var stones = view.Board.OrderBy(each => each.Key.X).ThenBy(each => each.Key.Y)
            .Select(each => "(" + each.Key + ",\"" + view.At(each.Key.X, each.Key.Y) + "\")");
        Tell(kind, "turn", view.Turn == null ? "-" : view.Turn.ToString(), "colour",
             view.Colour == null ? "-" : view.Colour.ToString(), "name", view.Name, "opponent", view.Opponent,
             "seed", view.Seed, "free", view.Free.Length, "board [" + string.Join(",", stones) + "]");
        return next.Dequeue();
    }

    static Hilltop.Point[] Points(string move) {
        return Regex.Matches(move, @"\((\d+),(\d+)\)").Cast<Match>()
            .Select(each => new Hilltop.Point(int.Parse(each.Groups[1].Value), int.Parse(each.Groups[2].Value)))
            .ToArray();
    }

    static Hilltop.Choice Choose(Hilltop.GomokuView view) {
        string move = Told("choose", view);
        Hilltop.Point[] points = Points(move);
        if (move == "take B") return Hilltop.TakeBlack;
        return points.Length == 1 ? Hilltop.TakeWhite(points[0]) : Hilltop.LayTwo(points[0], points[1]);
    }

    static void Main(string[] arguments) {
        moves = File.ReadAllLines(Environment.GetEnvironmentVariable("ECHO_MOVES"));
        next = new Queue<string>(moves);
        Action<Hilltop.GameStart> begin = start => Tell("begin", start.Game, "seats", start.Seats, "seed", start.Seed);
        Action<Hilltop.GameEnd> end = over => Tell("end", over.Game, "points", Listed(over.Points));
        int batch = int.Parse(Environment.GetEnvironmentVariable("ECHO_BATCH") ?? "" + Hilltop.Batch);
        if (arguments[0] == "pazaak") Hilltop.PlayPazaak(Pazaak, begin, end, batch);
        else if (arguments[0] == "yahtzee") Hilltop.PlayYahtzee(Yahtzee, begin, end, batch);
        else
            Hilltop.PlayGomoku(arguments, place: view => Points(Told("place", view))[0],
                               open: view => Points(Told("open", view)), choose: Choose,
                               pick: view => Told("pick", view) == "pick B" ? Hilltop.Black : Hilltop.White,
                               end: winner => Tell("end", winner ?? "-"),
                               firstToMove: Environment.GetEnvironmentVariable("ECHO_FIRST")[0]);
    }
}
