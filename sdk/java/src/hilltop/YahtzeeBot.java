package hilltop;

/** A bot for Yahtzee. A lambda is one; a bot with a memory overrides more. */
@FunctionalInterface
public interface YahtzeeBot {
    /** The bot's answer; never null. */
    YahtzeeMove choose(YahtzeeView view);

    /** A game begins. */
    default void begin(Game game) {}

    /**
     * A game is over.
     *
     * @param points each seat's total
     */
    default void end(long game, int[] points) {}

    /**
     * Whether an answer may depend on anything but its view. If not, the bot is asked about many games
     * at once, in any order, which is faster.
     */
    default boolean remembers() {
        return false;
    }
}
