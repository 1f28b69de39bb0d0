package hilltop;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The bot's side of the protocol (docs/protocol.md), from the hello to the bye. */
final class Conversation {
    private static final int VERSION = 1;

    /** How the process ends. */
    static final int DONE = 0, UNUSABLE = 2, BOT_THREW = 3;

    private static final int FRAMES_SHOWN = 8;

    /** Games at a time for a bot without a memory. */
    private static final int BATCH = 256;

    /** What makes a view of the rest of a turn's line. */
    interface Reader<View> {
        View read(long game, Wire line) throws Unusable;
    }

    private Conversation() {}

    /** Reads the first line. Error: it is none of this protocol, or another game is played. */
    static Rules hello(Wire wire, String game) throws Unusable {
        if (!wire.line()) throw new Unusable("the arena said nothing");
        if (!wire.word().equals("hilltop"))
            throw new Unusable("this is a bot: it waits for 'hilltop 1 game " + game + " …' from an arena");
        if (wire.number() != VERSION) throw new Unusable("this bot speaks version 1 of the protocol");
        Map<String, String> pairs = new HashMap<>();
        while (wire.more()) pairs.put(wire.word(), wire.word());
        String played = pairs.remove("game"), rules = pairs.remove("rules");
        if (!game.equals(played) || rules == null)
            throw new Unusable("this bot plays " + game + ", but the arena plays " + played + " by " + rules);
        return new Rules(rules, Map.copyOf(pairs));
    }

    /** Plays until the bye, or until the arena is gone. */
    static <View, Move> void play(Wire wire, Bot<View, Move> bot, Reader<View> reader)
            throws Unusable {
        wire.say("ready " + VERSION + (bot.remembers() ? "" : " batch " + BATCH));
        try {
            while (wire.line() && obey(wire, bot, reader)) {}
        } finally {
            wire.send(); // what was answered before the bye, or before the bot threw
        }
    }

    /** One line; whether another one follows. */
    private static <View, Move> boolean obey(Wire wire, Bot<View, Move> bot, Reader<View> reader)
            throws Unusable {
        switch (wire.word()) {
            case "turn" -> {
                long game = wire.number();
                Move move = bot.choose(reader.read(game, wire));
                wire.move(game, Objects.requireNonNull(move, "the bot answered null"));
            }
            case "begin" -> bot.begin(Game.read(wire));
            case "end" -> {
                long game = wire.number();
                wire.word(); // points
                bot.end(game, wire.list());
            }
            case "bye" -> {
                return false;
            }
            default -> {} // of a later version
        }
        return true;
    }

    /** What a process does with its life. */
    interface Life {
        void live(Wire wire) throws Throwable;
    }

    /** Runs the whole life and ends the process; says on the standard error what went wrong. */
    static void run(Life life) {
        int status = DONE;
        try {
            life.live(Wire.ofThisProcess());
        } catch (Unusable problem) {
            System.err.println("hilltop: " + problem.getMessage());
            status = UNUSABLE;
        } catch (Throwable thrown) { // whatever the bot can throw, errors too
            tell(thrown);
            status = BOT_THREW;
        }
        System.err.flush();
        // A bot that threw may hang in its hooks as well, and threads of its own must not keep it here.
        if (status == BOT_THREW) Runtime.getRuntime().halt(status);
        System.exit(status);
    }

    /** The exception, its causes, and the head of each one's stack. */
    private static void tell(Throwable thrown) {
        String lead = "hilltop: the bot threw ";
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            System.err.println(lead + each);
            StackTraceElement[] stack = each.getStackTrace();
            for (int i = 0; i < Math.min(stack.length, FRAMES_SHOWN); ++i)
                System.err.println("    at " + stack[i]);
            if (stack.length > FRAMES_SHOWN) System.err.println("    …");
            lead = "hilltop: because of ";
        }
    }
}
