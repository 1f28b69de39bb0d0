package hilltop;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lines of words to and from the arena. One line is read at a time, word after word. Answers leave
 * together, with one write, when there is no further line to read: so one answer is flushed at once,
 * and a batch of them costs as much as one.
 */
final class Wire {
    private static final int LINE_MOST = 1 << 20; // bytes
    private static final int[] EMPTY = {};

    private final InputStream in;
    private final OutputStream out;
    private final StringBuilder answers = new StringBuilder();

    private byte[] buffer = new byte[1 << 16];
    private int filled; // bytes of the buffer that were read
    private int next; // where the next line begins
    private int at, end; // what is left of this line

    Wire(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * This process's standard streams. From now on what is printed to System.out goes to the standard
     * error, where it cannot be taken for an answer, and System.in is empty.
     */
    static Wire ofThisProcess() {
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        return new Wire(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }

    /** Goes to the next line; false: there is none. A last line without its line feed is none. */
    boolean line() throws Unusable {
        for (int from = next; ; ) {
            for (; from < filled; ++from)
                if (buffer[from] == '\n') {
                    at = next;
                    end = from;
                    next = from + 1;
                    return true;
                }
            send();
            from -= next;
            if (!fill()) return false;
        }
    }

    /** Reads more behind what is left of the buffer, which is moved to its beginning. */
    private boolean fill() throws Unusable {
        System.arraycopy(buffer, next, buffer, 0, filled - next);
        filled -= next;
        next = 0;
        if (filled == buffer.length) {
            if (filled >= LINE_MOST) throw new Unusable("a line of the arena is too long");
            buffer = Arrays.copyOf(buffer, 2 * filled);
        }
        try {
            int read = in.read(buffer, filled, buffer.length - filled);
            filled += Math.max(read, 0);
            return read >= 0;
        } catch (IOException broken) {
            throw new Unusable("cannot hear the arena: " + broken.getMessage());
        }
    }

    /** Whether the line has a further word. */
    boolean more() {
        while (at < end && buffer[at] <= ' ') ++at;
        return at < end;
    }

    /** The next word; empty: there is none. */
    String word() {
        more();
        int from = at;
        while (at < end && buffer[at] > ' ') ++at;
        return new String(buffer, from, at - from, StandardCharsets.ISO_8859_1);
    }

    /** All that is left of the line, as text. */
    String rest() {
        more();
        String rest = new String(buffer, at, end - at, StandardCharsets.UTF_8);
        at = end;
        return rest.stripTrailing();
    }

    /** The next word as a whole number. */
    long number() throws Unusable {
        more();
        return digits();
    }

    /** The next word as numbers between commas; {@code -} is none of them, and as one of them -1. */
    int[] list() throws Unusable {
        more();
        int count = 1;
        for (int i = at; i < end && buffer[i] > ' '; ++i) if (buffer[i] == ',') ++count;
        if (count == 1 && dash()) return EMPTY;
        int[] list = new int[count];
        for (int i = 0; i < count; ++i) {
            list[i] = dash() ? -1 : (int) digits();
            if (i + 1 < count && (at == end || buffer[at++] != ',')) throw unreadable();
        }
        return list;
    }

    /** Whether this is a dash and nothing else, which is then skipped. */
    private boolean dash() {
        if (at == end || buffer[at] != '-') return false;
        if (at + 1 < end && buffer[at + 1] > ' ' && buffer[at + 1] != ',') return false;
        ++at;
        return true;
    }

    private long digits() throws Unusable {
        boolean negative = at < end && buffer[at] == '-';
        if (negative) ++at;
        int from = at;
        long value = 0;
        for (; at < end && buffer[at] >= '0' && buffer[at] <= '9'; ++at)
            value = 10 * value + buffer[at] - '0';
        if (at == from) throw unreadable();
        return negative ? -value : value;
    }

    private Unusable unreadable() {
        return new Unusable("the arena's line has no number here: " + word());
    }

    /** Queues the answer to a turn. */
    void move(long game, Object move) {
        answers.append("move ").append(game).append(' ').append(move).append('\n');
    }

    /** Queues a line. */
    void say(String line) {
        answers.append(line).append('\n');
    }

    /** Lets all queued lines go. */
    void send() throws Unusable {
        if (answers.length() == 0) return;
        try {
            out.write(answers.toString().getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        } catch (IOException gone) {
            throw new Unusable("cannot answer the arena: " + gone.getMessage());
        }
        answers.setLength(0);
    }
}
