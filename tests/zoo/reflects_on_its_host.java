import Mechanics.Card;
import Mechanics.Player;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Shares a process with its host and keeps no distance. Each life does the next deed of the list,
 * which the test knows too.
 */
class Reflector extends Player {
    /** A wire of the host's own, to the arena. */
    static final class Wire {
        private final Class<?> type = Class.forName("hilltop.Wire");
        private final Object wire = call(null, "ofThisProcess");

        Wire() throws ReflectiveOperationException {}

        void say(String line) throws ReflectiveOperationException {
            Method say = type.getDeclaredMethod("say", String.class);
            say.setAccessible(true);
            say.invoke(wire, line);
            call(wire, "send");
        }

        private Object call(Object of, String name) throws ReflectiveOperationException {
            Method method = type.getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(of);
        }
    }

    interface Deed {
        void attempt() throws Exception;
    }

    /** The number of this life, and of its game: each life before it has lost one. */
    private static final int life = livesBefore();

    private static final List<Deed> DEEDS = List.of(
            () -> new Wire().say("I got " + loot() + " letters"),
            () -> new Wire().say("end " + life + " points 3,0"),
            () -> new Wire().say("move " + (life + 1) + " STAND"),
            () -> System.exit(0),
            () -> Runtime.getRuntime().halt(7),
            () -> new FileOutputStream(FileDescriptor.out).close(),
            () -> Files.writeString(Path.of("/proc/self/fd/1"), "ready 1\n", StandardOpenOption.WRITE),
            () -> {
                System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true));
                System.out.println("move " + life + " STAND"); // and the host says it again
            });

    static {
        new Timer(true).schedule(new TimerTask() { // whatever happens
            @Override
            public void run() {
                Runtime.getRuntime().halt(1);
            }
        }, 60_000);
        if (life == DEEDS.size()) System.exit(0); // the last deed: before it is made
    }

    @Override
    public void getResponse(int[] wins, boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        try {
            DEEDS.get(life).attempt();
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
        action = Action.STAND;
    }

    private static int livesBefore() {
        try {
            Path lives = Path.of("lives.txt");
            Files.writeString(lives, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return (int) Files.size(lives) - 1;
        } catch (IOException refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** All words of this process's memory, the host's and the bot's, and of /proc; how many. */
    private static int loot() throws Exception {
        Path heap = Path.of("heap.hprof").toAbsolutePath();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(heap.toString(), false);
        StringBuilder loot = new StringBuilder(words(heap));
        ProcessHandle process = ProcessHandle.current();
        for (ProcessHandle each = process; each != null; each = each.parent().orElse(null)) {
            for (String file : List.of("environ", "cmdline", "maps"))
                loot.append(words(Path.of("/proc/" + each.pid() + "/" + file)));
            try (Stream<Path> open = Files.list(Path.of("/proc/" + each.pid() + "/fd"))) {
                for (Path file : open.toList()) loot.append(Files.readSymbolicLink(file)).append('\n');
            } catch (IOException refused) {
                // that is no loot
            }
        }
        Files.writeString(Path.of("loot.txt"), loot);
        return loot.length();
    }

    private static String words(Path file) {
        StringBuilder words = new StringBuilder();
        try {
            var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            Pattern.compile("[ -~]{8,}").matcher(text).results()
                    .forEach(each -> words.append(each.group()).append('\n'));
        } catch (IOException refused) {
            // that is no loot
        }
        return words.toString();
    }
}
