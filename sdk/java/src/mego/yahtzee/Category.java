package mego.yahtzee;

import java.util.Arrays;

/** The boxes of a card, and what five dice score in each by nature, that is without any joker. */
public enum Category {
    ACES,
    TWOS,
    THREES,
    FOURS,
    FIVES,
    SIXES,
    THREE_OF_A_KIND,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    YAHTZEE,
    CHANCE;

    private static final int FACES = 6;

    /** Aces to Sixes. */
    public boolean isUpper() {
        return ordinal() < FACES;
    }

    /** Three of a Kind to Chance. */
    public boolean isLower() {
        return !isUpper();
    }

    /**
     * Whether the dice have the pattern. Upper categories and Chance take any dice, also where they
     * score 0.
     *
     * @param dice faces, 1 to 6, in any order
     */
    public boolean matches(int[] dice) {
        return switch (this) {
            case THREE_OF_A_KIND -> mostAlike(dice) >= 3;
            case FOUR_OF_A_KIND -> mostAlike(dice) >= 4;
            case FULL_HOUSE -> mostAlike(dice) == 3 && different(dice) == 2;
            case SMALL_STRAIGHT -> longestRun(dice) >= 4;
            case LARGE_STRAIGHT -> longestRun(dice) >= 5;
            case YAHTZEE -> mostAlike(dice) == 5;
            default -> true;
        };
    }

    /**
     * What the dice score here without a joker; 0 where they do not match.
     *
     * @param dice faces, 1 to 6, in any order
     */
    public int getScore(int[] dice) {
        if (!matches(dice)) return 0;
        return switch (this) {
            case ACES, TWOS, THREES, FOURS, FIVES, SIXES -> {
                int face = Util.upperCategoryToInt(this);
                yield face * counts(dice)[face];
            }
            case THREE_OF_A_KIND, FOUR_OF_A_KIND, CHANCE -> Arrays.stream(dice).sum();
            case FULL_HOUSE -> 25;
            case SMALL_STRAIGHT -> 30;
            case LARGE_STRAIGHT -> 40;
            case YAHTZEE -> 50;
        };
    }

    /** All that {@link #matches}, in order. */
    public static Category[] getMatchingCategories(int[] dice) {
        return Arrays.stream(values()).filter(each -> each.matches(dice)).toArray(Category[]::new);
    }

    /** How many dice show each face 1 to 6; place 0 is empty. */
    private static int[] counts(int[] dice) {
        int[] counts = new int[FACES + 1];
        for (int face : dice) ++counts[face];
        return counts;
    }

    private static int mostAlike(int[] dice) {
        return Arrays.stream(counts(dice)).max().getAsInt();
    }

    private static long different(int[] dice) {
        return Arrays.stream(dice).distinct().count();
    }

    private static int longestRun(int[] dice) {
        int longest = 0, run = 0;
        for (int count : counts(dice)) {
            run = count > 0 ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
