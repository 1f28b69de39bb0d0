package hilltop;

import java.util.List;

/** A bot for Gomoku. A lambda is one, and opens as below. It is started anew for every game. */
@FunctionalInterface
public interface GomokuBot {
    /** The point of its next stone. */
    Point place(GomokuView view);

    /** Three points: of a black stone, a black one and a white one. */
    default List<Point> open(GomokuView view) {
        return List.of(new Point(7, 7), new Point(0, 14), new Point(8, 7));
    }

    /** What it makes of the opponent's opening. */
    default GomokuChoice choose(GomokuView view) {
        return GomokuChoice.TAKE_BLACK;
    }

    /** Its colour, after the opponent has laid two. */
    default Stone pick(GomokuView view) {
        return Stone.BLACK;
    }

    /** The game is over; the winner's name, or null: nobody has won. */
    default void end(String winner) {}

    /** The first to move after a pick: black in the contest, white under the rules swap2. */
    default Stone firstToMove() {
        return Stone.BLACK;
    }
}
