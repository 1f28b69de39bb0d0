package Mechanics;

/**
 * A card of Pazaak. There is no {@code equals}, on purpose: two cards of one value are two cards,
 * and only one of the very objects that a player was handed can be played.
 */
public class Card {
    private final int value;

    /** @param value what it adds to a hand: 1 to 10, of a side deck 1 to 5 */
    public Card(int value) {
        this.value = value;
    }

    /** What it adds to a hand. */
    public int getValue() {
        return value;
    }

    /** Its value in digits. */
    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
