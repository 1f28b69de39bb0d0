package hilltop;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java sources and the classes they become. These are kept in the bot's folder, in .hilltop/ and
 * there under a hash of the sources, so that a process starts without a compiler when nothing changed.
 */
final class Sources {
    private static final String JAVA = ".java", KEPT = ".hilltop";

    private Sources() {}

    /**
     * The file itself, or all of a folder, hidden folders and module-info.java aside; none: it is no
     * Java source. A bot is no module: its classes see the host's, which is none.
     */
    static List<Path> of(Path given) throws IOException {
        if (!Files.isDirectory(given)) return isJava(given) ? List.of(given) : List.of();
        try (Stream<Path> files = Files.walk(given)) {
            return files.filter(file -> isJava(file) && !isHidden(given.relativize(file)))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(JAVA) && !file.endsWith("module-info.java") && Files.isRegularFile(file);
    }

    private static boolean isHidden(Path file) {
        for (Path part : file) if (part.toString().startsWith(".")) return true;
        return false;
    }

    /**
     * The folder with their classes.
     *
     * @throws Unusable they do not compile, or there is no compiler, or the folder is not writable
     */
    static Path compiled(List<Path> sources, Path folder) throws IOException, Unusable {
        Path kept = folder.resolve(KEPT), classes = kept.resolve(hash(sources));
        if (Files.isDirectory(classes)) return classes;
        Path fresh;
        try {
            fresh = Files.createTempDirectory(Files.createDirectories(kept), "new");
        } catch (IOException unwritable) {
            throw new Unusable(
                    "cannot write classes to " + kept + " (" + unwritable
                            + "); make it writable, or compile the bot and name the folder of its classes");
        }
        try {
            compile(sources, fresh);
            return Files.move(fresh, classes, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | Unusable problem) {
            if (Files.exists(fresh)) remove(fresh);
            if (Files.isDirectory(classes)) return classes; // another process was first
            throw problem;
        }
    }

    /** Removes all that is kept beside these classes: of older sources, and of compilers that were killed. */
    static void sweep(Path classes) throws IOException {
        List<Path> others;
        try (Stream<Path> kept = Files.list(classes.getParent())) {
            others = kept.filter(each -> !each.equals(classes)).toList();
        }
        for (Path each : others) remove(each);
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        }
    }

    private static void compile(List<Path> sources, Path classes) throws IOException, Unusable {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null)
            throw new Unusable(
                    "this Java has no compiler for " + sources.get(0)
                            + ": install a JDK, or name a folder of classes or a jar");
        StringWriter complaints = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-classpath", System.getProperty("java.class.path"),
                        "-sourcepath", "", "-proc:none", "-nowarn", "-Xlint:none", "-g");
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(complaints, files, null, options, null, units).call())
                throw new Unusable(sources.get(0) + " does not compile:\n" + complaints);
        }
    }

    private static String hash(List<Path> sources) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(System.getProperty("java.version").getBytes(StandardCharsets.UTF_8));
            for (Path source : sources) {
                digest.update(("\0" + source + "\0").getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(source));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException impossible) { // every Java has it
            throw new AssertionError(impossible);
        }
    }
}
