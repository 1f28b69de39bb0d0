package mego.yahtzee;

/** What a player does: keep some dice and roll the others, or fill a category. */
public class TurnChoice {
    private static final int DICE = 5;

    private final int[] diceSaved;
    private final Category category;

    /**
     * Keeps the dice at these indexes, 0 to 4; none and all are allowed.
     *
     * @throws IllegalArgumentException an index is out of range or comes twice, or there is no array
     */
    public TurnChoice(int[] diceIndexes) {
        if (diceIndexes == null) throw new IllegalArgumentException("no indexes of dice");
        int seen = 0;
        for (int index : diceIndexes) {
            if (index < 0 || index >= DICE)
                throw new IllegalArgumentException("there is no die " + index + ": they are 0 to 4");
            if ((seen >> index & 1) != 0)
                throw new IllegalArgumentException("die " + index + " is kept twice");
            seen |= 1 << index;
        }
        diceSaved = diceIndexes.clone();
        category = null;
    }

    /**
     * Scores the dice as they lie.
     *
     * @throws IllegalArgumentException there is no category
     */
    public TurnChoice(Category categoryChosen) {
        if (categoryChosen == null) throw new IllegalArgumentException("no category");
        diceSaved = new int[0];
        category = categoryChosen;
    }

    /** A copy of the indexes to keep; empty where a category was chosen. */
    public int[] getDiceSaved() {
        return diceSaved.clone();
    }

    /** The category, or null: dice are kept. */
    public Category getCategory() {
        return category;
    }
}
