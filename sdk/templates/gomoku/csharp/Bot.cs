// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
using System;
using System.Linq;

static class Bot {
    // How many stones of one colour follow a point in one direction.
    static int Arm(Hilltop.GomokuView view, Hilltop.Point from, int dx, int dy) {
        char? colour = view.At(from.X + dx, from.Y + dy);
        int length = 0;
        while (colour != null && view.At(from.X + (length + 1) * dx, from.Y + (length + 1) * dy) == colour)
            ++length;
        return length;
    }

    static double Worth(Hilltop.GomokuView view, Hilltop.Point point) {
        double worth = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                if (dx != 0 || dy != 0) worth += Math.Pow(10, Arm(view, point, dx, dy));
        return worth;
    }

    static Hilltop.Point Place(Hilltop.GomokuView view) {
        return view.Free.OrderByDescending(point => Worth(view, point)).First();
    }

    static void Main(string[] arguments) {
        Hilltop.PlayGomoku(arguments, Place);
    }
}
