package mego.yahtzee;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Takes a pattern when it has one; else collects the face that it has most of. */
public class Steady extends Player {
    private static final int LAST_STAGE = 2;
    private static final Category[] PATTERNS = {
        Category.YAHTZEE, Category.LARGE_STRAIGHT, Category.SMALL_STRAIGHT, Category.FULL_HOUSE
    };

    public Steady(ControllerInterface game) {
        super(game);
    }

    @Override
    public TurnChoice turn(int[] dice, int stage) {
        Category[] allowed = allowed(dice, game.getScoreCard(this).getFreeCategories());
        for (Category pattern : PATTERNS)
            if (pattern.matches(dice) && Util.count(allowed, pattern) > 0)
                return new TurnChoice(pattern);
        if (stage < LAST_STAGE && !Category.YAHTZEE.matches(dice))
            return new TurnChoice(indexesOf(mostCommon(dice), dice));
        return new TurnChoice(best(dice, allowed));
    }

    /** A Yahtzee whose box is filled goes into the box of its face, else into a lower one. */
    private static Category[] allowed(int[] dice, Category[] free) {
        if (!Category.YAHTZEE.matches(dice) || Util.count(free, Category.YAHTZEE) > 0) return free;
        Category ofFace = Util.intToUpperCategory(dice[0]);
        if (Util.count(free, ofFace) > 0) return new Category[] {ofFace};
        Category[] lower = Arrays.stream(free).filter(Category::isLower).toArray(Category[]::new);
        return lower.length > 0 ? lower : free;
    }

    /** What scores most; of several the first, which in the upper section is the cheapest to lose. */
    private static Category best(int[] dice, Category[] allowed) {
        Category best = allowed[0];
        for (Category each : allowed) if (each.getScore(dice) > best.getScore(dice)) best = each;
        return best;
    }

    private static int mostCommon(int[] dice) {
        Integer[] boxed = Util.boxIntArray(dice);
        return IntStream.rangeClosed(1, 6)
                .boxed()
                .max(Comparator.comparingInt((Integer face) -> Util.count(boxed, face))
                        .thenComparing(face -> face))
                .get();
    }

    private static int[] indexesOf(int face, int[] dice) {
        return IntStream.range(0, dice.length).filter(i -> dice[i] == face).toArray();
    }
}
