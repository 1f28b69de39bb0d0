package hilltop;

/**
 * An answer to an opening: {@link #TAKE_BLACK}, {@link #takeWhite} or {@link #layTwo}.
 *
 * @param words as the arena reads it
 * @param colour the bot's own from now on; null: the opponent picks
 */
public record GomokuChoice(String words, Stone colour) {
    /** Play black. */
    public static final GomokuChoice TAKE_BLACK = new GomokuChoice("B", Stone.BLACK);

    /** Play white, and lay this white stone. */
    public static GomokuChoice takeWhite(Point stone) {
        return new GomokuChoice("W" + stone, Stone.WHITE);
    }

    /** Lay a black and a white stone; the opponent picks a colour. */
    public static GomokuChoice layTwo(Point black, Point white) {
        return new GomokuChoice("" + black + white, null);
    }
}
