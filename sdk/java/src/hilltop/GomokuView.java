package hilltop;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All that a bot may know when it is asked in Gomoku.
 *
 * @param board every stone
 * @param turn turns of both since the opening; -1 while it lasts
 * @param colour the bot's own; null while it is not settled
 * @param opponent the opponent's name
 * @param seed for the bot's randomness, 0 to 2³¹ − 1, another one for each game
 */
public record GomokuView(
        Map<Point, Stone> board, int turn, Stone colour, String opponent, int seed) {
    /** Points on a side of the board. */
    public static final int SIZE = 15;

    /** The points without a stone, by x, then y. */
    public List<Point> free() {
        return IntStream.range(0, SIZE * SIZE)
                .mapToObj(i -> new Point(i / SIZE, i % SIZE))
                .filter(point -> !board.containsKey(point))
                .toList();
    }

    /** The stone on a point; null: there is none. */
    public Stone at(int x, int y) {
        return board.get(new Point(x, y));
    }
}
