package mego.yahtzee;

/** A player's score card as it stood when it was asked for. */
public interface ScorecardInterface {
    /** The categories that are not filled, in the order of {@link Category}. */
    Category[] getFreeCategories();

    /** The total: both sections and both bonuses. */
    int getScore();

    /** 0, or 100 for each Yahtzee after a first one that scored 50. */
    int getYahtzeeBonus();

    /** 35 from an upper score of 63 on, else 0. */
    int getUpperBonus();

    /** The sum of the upper categories, without the bonus. */
    int getUpperScore();
}
