import hilltop.GomokuView;
import hilltop.Hilltop;
import hilltop.Point;
import hilltop.Stone;
import java.util.Comparator;

/** A bot for Gomoku: lays its stone where the longest line, its own or theirs, would grow. */
class Bot {
    public static void main(String[] arguments) {
        Hilltop.playGomoku(Bot::place, arguments);
    }

    static Point place(GomokuView view) {
        return view.free().stream().max(Comparator.comparingInt(point -> worth(view, point))).get();
    }

    static int worth(GomokuView view, Point point) {
        int worth = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                if (dx != 0 || dy != 0) worth += (int) Math.pow(10, arm(view, point, dx, dy));
        return worth;
    }

    /** How many stones of one colour follow a point in one direction. */
    static int arm(GomokuView view, Point from, int dx, int dy) {
        int x = from.x() + dx, y = from.y() + dy, length = 0;
        Stone colour = view.at(x, y);
        for (; colour != null && view.at(x, y) == colour; x += dx, y += dy) ++length;
        return length;
    }
}
