// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
using System.Linq;

static class Bot {
    static Hilltop.YahtzeeMove Choose(Hilltop.YahtzeeView view) {
        Hilltop.Option best = view.Options.OrderByDescending(option => option.Points).First();
        if (view.Stage == 2 || best.Points >= 25) return Hilltop.Score(best.Box);
        int most = view.Dice.OrderByDescending(face => view.Dice.Count(die => die == face)).First();
        return Hilltop.Keep(Enumerable.Range(0, 5).Where(i => view.Dice[i] == most).ToArray());
    }

    static void Main() {
        Hilltop.PlayYahtzee(Choose);
    }
}
