package hilltop;

import java.util.Map;
import java.util.Set;

/**
 * The rules that are played by.
 *
 * @param name of the rule set: "koth"
 * @param switches its switches and their values, as the arena wrote them
 */
public record Rules(String name, Map<String, String> switches) {
    private static final Set<String> NO = Set.of("false", "no", "off", "0");

    /** Whether a switch is on; what it is where the arena does not say. */
    public boolean on(String name, boolean otherwise) {
        String value = switches.get(name);
        return value == null ? otherwise : !NO.contains(value);
    }
}
