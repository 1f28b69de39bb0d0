package hilltop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a class file says of its class, without loading it (chapter 4 of the JVM's specification). */
final class ClassFile {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int UTF8 = 1, LONG = 5, DOUBLE = 6; // constants with a form of their own
    /** The bytes of each other constant behind its tag; 0: there is none. */
    private static final int[] SIZES = {0, 0, 0, 4, 4, 0, 0, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    private ClassFile() {}

    /**
     * The name of the class that it extends; empty: none, as of Object and of a module.
     *
     * @throws IOException it cannot be read, or is of no form that is known
     */
    static String parent(InputStream file) throws IOException {
        try {
            return parent(ByteBuffer.wrap(file.readAllBytes()));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException cut) {
            throw new IOException("a class file is cut off", cut);
        }
    }

    private static String parent(ByteBuffer file) throws IOException {
        if (file.getInt() != MAGIC) throw new IOException("not a class file");
        file.getInt(); // its version
        int[] places = new int[unsigned(file)]; // of constants, from 1 on
        for (int next = 1; next < places.length; ++next) {
            places[next] = file.position();
            int tag = file.get();
            if (tag == LONG || tag == DOUBLE) ++next; // they count twice
            int size = tag == UTF8 ? unsigned(file) : tag == LONG || tag == DOUBLE ? 8 : sizeOf(tag);
            file.position(file.position() + size);
        }
        file.getInt(); // its flags and its own name
        int parent = unsigned(file);
        if (parent == 0) return "";
        file.position(places[file.getShort(places[parent] + 1) & 0xFFFF] + 1);
        byte[] name = new byte[unsigned(file)];
        file.get(name);
        return new String(name, StandardCharsets.UTF_8).replace('/', '.');
    }

    private static int sizeOf(int tag) throws IOException {
        if (tag < 0 || tag >= SIZES.length || SIZES[tag] == 0) throw new IOException("an unknown constant");
        return SIZES[tag];
    }

    private static int unsigned(ByteBuffer file) {
        return file.getShort() & 0xFFFF;
    }
}
