package hilltop;

/** A bot for Pazaak. A lambda is one; a bot with a memory overrides more. */
@FunctionalInterface
public interface PazaakBot {
    /** The bot's answer; never null. */
    PazaakMove choose(PazaakView view);

    /** A game begins. */
    default void begin(Game game) {}

    /**
     * A game is over.
     *
     * @param points hands won by each player
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
