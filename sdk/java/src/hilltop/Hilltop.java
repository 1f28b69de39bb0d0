package hilltop;

/**
 * The whole life of a bot in one call: {@code Hilltop.playPazaak(view -> …)} as the last line of main
 * speaks with the arena until it says goodbye, and ends the process.
 *
 * <p>Whatever is printed to System.out goes to the standard error, where it harms nothing. If the
 * bot throws, the process ends with status 3, and the standard error says what and where.
 */
public final class Hilltop {
    private Hilltop() {}

    /** Plays Pazaak. Does not return. */
    public static void playPazaak(PazaakBot bot) {
        Conversation.run(wire -> playPazaak(wire, bot));
    }

    /** Plays Yahtzee. Does not return. */
    public static void playYahtzee(YahtzeeBot bot) {
        Conversation.run(wire -> playYahtzee(wire, bot));
    }

    /**
     * Plays a game of Gomoku. Does not return.
     *
     * @param arguments of the process: the opponent's name and a seed
     */
    public static void playGomoku(GomokuBot bot, String... arguments) {
        Conversation.run(wire -> {
            try {
                new Gomoku(bot, arguments).play(wire);
            } finally {
                wire.send();
            }
        });
    }

    static void playPazaak(Wire wire, PazaakBot bot) throws Unusable {
        Conversation.hello(wire, "pazaak");
        Conversation.play(wire, bot, PazaakView::read);
    }

    static void playYahtzee(Wire wire, YahtzeeBot bot) throws Unusable {
        Rules rules = Conversation.hello(wire, "yahtzee");
        Conversation.play(wire, bot, (game, line) -> YahtzeeView.read(game, line, rules));
    }
}
