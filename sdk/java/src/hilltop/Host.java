package hilltop;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;

import mego.yahtzee.ControllerInterface;

/**
 * Seats a class that was written for a contest's own JVM interface, unchanged:
 *
 * <pre>
 * java -jar hilltop-jvm.jar BOT [CLASS]
 * java -jar hilltop-jvm.jar --compile BOT
 * </pre>
 *
 * BOT is a source file, a folder of sources or of classes, or a jar. CLASS is needed where more than
 * one class in it is a bot. One object plays for as long as the process lives, one game at a time, or,
 * if the bot's bot.toml says {@code state = "none"}, many games at once. The process ends with 0
 * after the bye; 2: the bot cannot be used; 3: it threw.
 *
 * <p>With --compile it is not seated: what has to be compiled is, so that the next start does not
 * wait for it. That is the `build` of a bot.toml.
 */
public final class Host {
    private static final String USAGE =
            "usage: java -jar hilltop-jvm.jar BOT [CLASS]\n"
                    + "       java -jar hilltop-jvm.jar --compile BOT\n"
                    + "  BOT    a .java file, a folder of sources or classes, or a jar\n"
                    + "  CLASS  which class, if several are bots";

    private Host() {}

    /** See the class. */
    public static void main(String[] arguments) {
        Conversation.run(wire -> {
            if (arguments.length < 1 || arguments.length > 2) throw new Unusable(USAGE);
            if (arguments[0].equals("--compile")) {
                if (arguments.length != 2) throw new Unusable(USAGE);
                BotClasses.compile(Path.of(arguments[1]));
            } else {
                seat(wire, BotClasses.of(Path.of(arguments[0]))
                        .bot(arguments.length == 2 ? arguments[1] : null));
            }
        });
    }

    private static void seat(Wire wire, Class<?> bot) throws Throwable {
        boolean remembers = !BotToml.saysStateNone();
        Thread.currentThread().setContextClassLoader(bot.getClassLoader());
        if (Mechanics.Player.class.isAssignableFrom(bot)) {
            Hilltop.playPazaak(wire, new HostedPazaak((Mechanics.Player) make(bot), remembers));
        } else {
            var window = new HostedYahtzee.Window();
            var player = (mego.yahtzee.Player) make(bot, window);
            Hilltop.playYahtzee(wire, new HostedYahtzee(player, window, remembers));
        }
    }

    private static Object make(Class<?> bot, Object... arguments) throws Throwable {
        Constructor<?> constructor = constructor(bot);
        if (constructor == null)
            throw new Unusable(
                    bot.getName() + " needs a constructor "
                            + (arguments.length == 0 ? "without parameters" : "of a ControllerInterface"));
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The constructor that a bot of its contest has; null: it has none. */
    static Constructor<?> constructor(Class<?> bot) {
        try {
            return Mechanics.Player.class.isAssignableFrom(bot)
                    ? bot.getDeclaredConstructor()
                    : bot.getDeclaredConstructor(ControllerInterface.class);
        } catch (NoSuchMethodException none) {
            return null;
        }
    }
}
