package hilltop;

import java.util.Objects;

/**
 * The whole life of a bot in one call: {@code Hilltop.pazaak(view -> …)} as the last line of main
 * speaks with the arena until it says goodbye, and ends the process.
 *
 * <p>Whatever is printed to System.out goes to the standard error, where it harms nothing. If the
 * bot throws, the process ends with status 3, and the standard error says what and where.
 */
public final class Hilltop {
    /** Games at a time for a bot without a memory. */
    private static final int BATCH = 256;

    private Hilltop() {}

    /** Plays Pazaak. Does not return. */
    public static void pazaak(PazaakBot bot) {
        Conversation.run(wire -> pazaak(wire, bot));
    }

    /** Plays Yahtzee. Does not return. */
    public static void yahtzee(YahtzeeBot bot) {
        Conversation.run(wire -> yahtzee(wire, bot));
    }

    static void pazaak(Wire wire, PazaakBot bot) throws Unusable {
        Conversation.hello(wire, "pazaak");
        Conversation.play(wire, bot.remembers() ? 1 : BATCH, new Conversation.Table() {
            @Override
            public void begin(Game game) {
                bot.begin(game);
            }

            @Override
            public Object turn(long game, Wire line) throws Unusable {
                return answer(bot.choose(PazaakView.read(game, line)));
            }

            @Override
            public void end(long game, int[] points) {
                bot.end(game, points);
            }
        });
    }

    static void yahtzee(Wire wire, YahtzeeBot bot) throws Unusable {
        YahtzeeView.Joker joker = YahtzeeView.Joker.under(Conversation.hello(wire, "yahtzee"));
        Conversation.play(wire, bot.remembers() ? 1 : BATCH, new Conversation.Table() {
            @Override
            public void begin(Game game) {
                bot.begin(game);
            }

            @Override
            public Object turn(long game, Wire line) throws Unusable {
                return answer(bot.choose(YahtzeeView.read(game, line, joker)));
            }

            @Override
            public void end(long game, int[] points) {
                bot.end(game, points);
            }
        });
    }

    private static <Move> Move answer(Move move) {
        return Objects.requireNonNull(move, "the bot answered null");
    }
}
