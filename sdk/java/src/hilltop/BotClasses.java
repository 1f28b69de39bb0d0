package hilltop;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The classes that somebody handed in, and which of them is the bot. */
final class BotClasses {
    private static final String CLASS = ".class", INHERITS = "Players.Player or mego.yahtzee.Player";
    private static final Set<String> PLAYERS = Set.of("Mechanics.Player", "Players.Player", "mego.yahtzee.Player");

    /** Opens the file of a class that was handed in, by its path there; null: it is elsewhere. */
    private interface Opener {
        InputStream open(String file) throws IOException;
    }

    private final Path given;
    private final List<String> names;
    private final Opener files;
    private final ClassLoader loader;
    private final Map<String, Boolean> players = new HashMap<>(); // what is known of classes by their files
    private String unloadable; // the first class that cannot be loaded, and why; null: all can

    /** The places are where the loader looks for classes and resources, in this order. */
    private BotClasses(Path given, List<String> names, Opener files, Path... places) throws IOException {
        this.given = given;
        this.names = names;
        this.files = files;
        URL[] urls = new URL[places.length];
        for (int i = 0; i < places.length; ++i) urls[i] = places[i].toUri().toURL();
        loader = new URLClassLoader(urls, BotClasses.class.getClassLoader());
    }

    /** Those of a source file, a folder of sources or classes, or a jar. */
    static BotClasses of(Path given) throws Unusable {
        if (Files.isSymbolicLink(given) && !Files.isReadable(given)) throw new Unusable(beyond(given));
        if (!Files.exists(given)) throw new Unusable("there is no " + given);
        try {
            return read(given);
        } catch (IOException problem) {
            throw new Unusable("cannot read " + given + ": " + problem);
        }
    }

    /** Compiles what is source, so that the next start need not; nothing else is kept. */
    static void compile(Path given) throws Unusable {
        try {
            List<Path> sources = Sources.of(given);
            if (sources.isEmpty()) throw new Unusable("there is no Java source in " + given);
            Sources.sweep(Sources.compiled(sources, folder(given)));
        } catch (IOException problem) {
            throw new Unusable("cannot compile " + given + ": " + problem);
        }
    }

    private static String beyond(Path link) {
        String target = "a file elsewhere";
        try {
            target = Files.readSymbolicLink(link).toString();
        } catch (IOException unknown) {
            // The message does without it.
        }
        return link + " is a link to " + target + ", which a bot cannot read: a bot reads its own folder"
                + " and the system's, so copy the file into its folder";
    }

    private static BotClasses read(Path given) throws IOException, Unusable {
        List<Path> sources = Sources.of(given);
        if (!sources.isEmpty()) {
            Path classes = Sources.compiled(sources, folder(given));
            if (!Files.isDirectory(given)) return inFolder(given, classes, classes);
            return inFolder(given, classes, classes, given); // its resources
        }
        return Files.isDirectory(given) ? inFolder(given, given, given) : inJar(given);
    }

    private static BotClasses inFolder(Path given, Path classes, Path... places) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            List<String> names = names(files.map(file -> classes.relativize(file).toString()));
            return new BotClasses(given, names, name -> {
                Path file = classes.resolve(name);
                return Files.isRegularFile(file) ? Files.newInputStream(file) : null;
            }, places);
        }
    }

    /** The jar stays open, as the loader has it too. */
    private static BotClasses inJar(Path given) throws Unusable {
        try {
            ZipFile jar = new ZipFile(given.toFile());
            return new BotClasses(given, names(jar.stream().map(ZipEntry::getName)), name -> {
                ZipEntry entry = jar.getEntry(name);
                return entry == null ? null : jar.getInputStream(entry);
            }, given);
        } catch (RuntimeException | IOException no_jar) {
            throw new Unusable(given + " is no .java file, no folder and no jar");
        }
    }

    /**
     * The bot among them.
     *
     * @param wanted its name, with or without the package; null: the only one
     */
    Class<?> bot(String wanted) throws Unusable {
        List<Class<?>> players = players(names.stream().filter(name -> isCalled(name, wanted)).toList());
        if (players.isEmpty() && wanted != null) players = players(names); // says what there is
        List<Class<?>> bots = makeable(players.stream().filter(this::isOurs).toList());
        List<Class<?>> fitting = bots.stream().filter(bot -> is(bot, wanted)).toList();
        if (fitting.size() == 1) return fitting.get(0);
        for (Class<?> each : players)
            if (fitting.isEmpty() && !isOurs(each) && is(each, wanted))
                throw new Unusable(
                        each.getName() + " of " + given + " is on the class path as well, where Java finds"
                                + " it first: leave it out of -cp");
        if (bots.isEmpty())
            throw new Unusable(
                    "no class in " + given + " is a bot: "
                            + (unloadable == null ? "none" : "none that can be loaded") + " extends " + INHERITS
                            + (unloadable == null ? "" : "; " + unloadable));
        String known = bots.stream().map(Class::getName).sorted().collect(Collectors.joining(", "));
        throw new Unusable(
                fitting.isEmpty()
                        ? "no bot in " + given + " is called '" + wanted + "' (known: " + known + ")"
                        : "several classes in " + given + " are bots: name one of them behind it (known: "
                                + known + ")");
    }

    private static boolean is(Class<?> bot, String wanted) {
        return wanted == null || wanted.equals(bot.getName()) || wanted.equals(bot.getSimpleName());
    }

    /** Whether a class may be the wanted one, judging by its name alone. */
    private static boolean isCalled(String name, String wanted) {
        return wanted == null || name.equals(wanted) || name.endsWith('.' + wanted) || name.endsWith('$' + wanted);
    }

    /** All of these that extend a player. Others are not loaded: a jar may have thousands. */
    private List<Class<?>> players(List<String> names) {
        List<Class<?>> found = new ArrayList<>();
        for (String name : names) {
            if (!mayBePlayer(name)) continue;
            try {
                Class<?> each = Class.forName(name, false, loader);
                if (isPlayer(each)) found.add(each);
            } catch (ClassNotFoundException | LinkageError why) {
                // It leans on what is not here; if it was the bot, none is found, and this is said.
                if (unloadable == null) unloadable = name + " cannot be loaded: " + why + remedy(why);
            }
        }
        return found;
    }

    /** Whether a class extends a player, or a class of which only loading it tells, judging by the files. */
    private boolean mayBePlayer(String name) {
        if (PLAYERS.contains(name)) return true;
        if (name.isEmpty() || name.startsWith("java.")) return false;
        Boolean known = players.get(name);
        if (known != null) return known;
        players.put(name, true); // so that classes that extend each other have an end
        boolean may = true;
        try (InputStream file = open(name.replace('.', '/') + CLASS)) {
            if (file != null) may = mayBePlayer(ClassFile.parent(file));
        } catch (IOException unknown) {
            // Loading it says why.
        }
        players.put(name, may);
        return may;
    }

    /** The file of a class that was handed in, or that is on the class path; null: there is none. */
    private InputStream open(String file) throws IOException {
        InputStream found = files.open(file);
        return found != null ? found : loader.getResourceAsStream(file);
    }

    private static String remedy(Throwable why) {
        if (why instanceof UnsupportedClassVersionError)
            return " (compile it for this Java, " + System.getProperty("java.version") + ")";
        return why instanceof NoClassDefFoundError ? " (add its jar to the class path, behind -cp)" : "";
    }

    /** Whether it was found where it was handed in, and not in a place of the class path. */
    private boolean isOurs(Class<?> each) {
        return each.getClassLoader() == loader;
    }

    /** What cannot be made is no bot, unless there is nothing else: then it is said what it lacks. */
    private static List<Class<?>> makeable(List<Class<?>> bots) {
        List<Class<?>> made = bots.stream().filter(bot -> Host.constructor(bot) != null).toList();
        return made.isEmpty() ? bots : made;
    }

    /** A copy of the contest's own classes beside the bot is none. */
    private static boolean isPlayer(Class<?> each) {
        return !Modifier.isAbstract(each.getModifiers())
                && each != Mechanics.Player.class
                && each != Players.Player.class
                && (Mechanics.Player.class.isAssignableFrom(each)
                        || mego.yahtzee.Player.class.isAssignableFrom(each));
    }

    private static List<String> names(Stream<String> files) {
        return files.filter(file -> file.endsWith(CLASS) && !file.startsWith("META-INF"))
                .map(file -> file.substring(0, file.length() - CLASS.length()).replace('/', '.'))
                .filter(name -> !name.equals("module-info"))
                .sorted()
                .toList();
    }

    private static Path folder(Path given) {
        return Files.isDirectory(given) ? given : given.toAbsolutePath().getParent();
    }
}
