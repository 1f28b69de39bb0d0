package hilltop;

/**
 * A bot for some game. A lambda is one; a bot with a memory is a class that overrides more.
 *
 * @param <View> what it sees
 * @param <Move> what it answers; its toString is in the words of the protocol
 */
@FunctionalInterface
public interface Bot<View, Move> {
    /** The bot's answer; never null. */
    Move choose(View view);

    /** A game begins. */
    default void begin(Game game) {}

    /**
     * A game is over.
     *
     * @param points of each seat: in Pazaak the hands won, in Yahtzee the total
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
