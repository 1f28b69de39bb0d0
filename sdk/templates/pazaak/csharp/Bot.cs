// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
using System.Linq;

static class Bot {
    static Hilltop.PazaakMove Choose(Hilltop.PazaakView view) {
        int missing = 20 - view.Value;
        if (view.Side.Contains(missing)) return Hilltop.Play(missing);  // this card makes it 20
        return view.Value < 17 ? Hilltop.End : Hilltop.Stand;
    }

    static void Main() {
        Hilltop.PlayPazaak(Choose);
    }
}
