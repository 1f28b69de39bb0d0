package hilltop;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import mego.yahtzee.Category;

/** An answer in Yahtzee: {@link #keep} or {@link #score}. */
public sealed interface YahtzeeMove {
    /** Keeps the dice at these indexes, 0 to 4, none twice, and rolls the others. */
    static YahtzeeMove keep(int... indexes) {
        return new Keep(indexes);
    }

    /** Fills a box with the dice as they lie. */
    static YahtzeeMove score(Category category) {
        return new Score(category);
    }

    /** See {@link #keep}. */
    record Keep(int... indexes) implements YahtzeeMove {
        /** As the arena reads it: {@code keep 0 3 4}. */
        @Override
        public String toString() {
            return IntStream.of(indexes).mapToObj(i -> " " + i).collect(Collectors.joining("", "keep", ""));
        }
    }

    /** See {@link #score}. */
    record Score(Category category) implements YahtzeeMove {
        private static final String[] WORDS =
                Stream.of(Category.values())
                        .map(each -> "score " + each.name().toLowerCase(Locale.ROOT))
                        .toArray(String[]::new);

        /** As the arena reads it: {@code score full_house}. */
        @Override
        public String toString() {
            return WORDS[category.ordinal()];
        }
    }
}
