package mego.yahtzee;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;

/** Small helps that bots of the contest lean on. */
public final class Util {
    private Util() {}

    /** How many elements equal this one. */
    public static <T> int count(Collection<T> haystack, T needle) {
        return Collections.frequency(haystack, needle);
    }

    /** How many elements equal this one. */
    public static <T> int count(T[] haystack, T needle) {
        return count(Arrays.asList(haystack), needle);
    }

    /** The same numbers as objects. */
    public static Integer[] boxIntArray(int[] arr) {
        return Arrays.stream(arr).boxed().toArray(Integer[]::new);
    }

    /**
     * The upper category of a face.
     *
     * @throws IllegalArgumentException the face is not 1 to 6
     */
    public static Category intToUpperCategory(int face) {
        if (face < 1 || face > 6) throw new IllegalArgumentException("no die shows " + face);
        return Category.values()[face - 1];
    }

    /**
     * The face of an upper category, 1 to 6.
     *
     * @throws IllegalArgumentException the category is a lower one
     */
    public static int upperCategoryToInt(Category c) {
        if (c.isLower()) throw new IllegalArgumentException(c + " is no upper category");
        return c.ordinal() + 1;
    }
}
