package hilltop;

/**
 * A point of the board of Gomoku.
 *
 * @param x 0 to 14
 * @param y 0 to 14
 */
public record Point(int x, int y) {
    /** As the arena reads it: {@code (7,8)}. */
    @Override
    public String toString() {
        return "(" + x + "," + y + ")";
    }
}
