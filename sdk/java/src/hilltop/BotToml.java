package hilltop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What the bot's bot.toml says, which lies in its folder, the current one. */
final class BotToml {
    private static final Pattern STATE_NONE =
            Pattern.compile("\\s*state\\s*=\\s*(\"none\"|'none')\\s*(#.*)?");

    private BotToml() {}

    /**
     * Whether it says {@code state = "none"} in one plain line, before its first table. It says no
     * more than that if it cannot be read: then the bot is asked one game at a time.
     */
    static boolean saysStateNone() {
        try {
            for (String line : Files.readAllLines(Path.of("bot.toml"))) {
                if (line.stripLeading().startsWith("[")) return false;
                if (STATE_NONE.matcher(line).matches()) return true;
            }
        } catch (IOException unreadable) {
            return false;
        }
        return false;
    }
}
