package mego.yahtzee;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import hilltop.Rules;
import hilltop.YahtzeeView;

/**
 * A score card that a bot may write on, to see what a choice would come to. The game's own cards are
 * the arena's: {@link ControllerInterface#getScoreCard} answers with a copy.
 */
public class Scorecard implements ScorecardInterface {
    private static final int DICE = 5, FACES = 6;
    private static final int UPPER_GOAL = 63, UPPER_BONUS = 35, YAHTZEE = 50, YAHTZEE_BONUS = 100;

    private YahtzeeView view; // nothing of it changes

    /** An empty card of the contest. */
    public Scorecard() {
        this(new YahtzeeView(new Rules("koth", Map.of())));
    }

    /** The card of a view, with the rules that it is played by. */
    public Scorecard(YahtzeeView view) {
        this.view = view;
    }

    /** A card of its own. */
    @Override
    public ScorecardInterface clone() {
        return new Scorecard(view);
    }

    /**
     * Fills a box, with the bonuses that follow from it.
     *
     * @param dice five faces, 1 to 6, in any order
     * @throws IllegalArgumentException the box is filled, or the joker rule forbids it with these
     *     dice, or they are no five dice
     */
    public void setScore(Category c, int[] dice) {
        if (c == null) throw new IllegalArgumentException("no category");
        if (dice == null || dice.length != DICE
                || Arrays.stream(dice).anyMatch(face -> face < 1 || face > FACES))
            throw new IllegalArgumentException("no five dice: " + Arrays.toString(dice));
        YahtzeeView rolled = with(dice.clone(), view.card(), view.yahtzeeBonus());
        Integer score = rolled.options().get(c);
        if (score == null)
            throw new IllegalArgumentException(
                    view.isOpen(c) ? "the joker rule forbids " + c + " with these dice" : c + " is filled");
        boolean again = rolled.isJoker() && view.card()[Category.YAHTZEE.ordinal()] == YAHTZEE;
        int[] card = view.card().clone();
        card[c.ordinal()] = score;
        view = with(rolled.dice(), card, view.yahtzeeBonus() + (again ? YAHTZEE_BONUS : 0));
    }

    private YahtzeeView with(int[] dice, int[] card, int yahtzeeBonus) {
        int upper = sum(card, true);
        int upperBonus = upper >= UPPER_GOAL ? UPPER_BONUS : 0;
        return new YahtzeeView(
                view.game(), view.round(), view.stage(), dice, card,
                upper + upperBonus + sum(card, false) + yahtzeeBonus,
                upper, upperBonus, yahtzeeBonus, view.totals(), view.rules());
    }

    private static int sum(int[] card, boolean upper) {
        return Stream.of(Category.values())
                .filter(each -> each.isUpper() == upper)
                .mapToInt(each -> Math.max(card[each.ordinal()], 0))
                .sum();
    }

    @Override
    public Category[] getFreeCategories() {
        return Stream.of(Category.values()).filter(view::isOpen).toArray(Category[]::new);
    }

    @Override
    public int getScore() {
        return view.score();
    }

    @Override
    public int getYahtzeeBonus() {
        return view.yahtzeeBonus();
    }

    @Override
    public int getUpperBonus() {
        return view.upperBonus();
    }

    @Override
    public int getUpperScore() {
        return view.upper();
    }
}
