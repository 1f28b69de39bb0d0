package Players;

import Mechanics.*;
import java.util.Collection;

/** Lives dangerously when it is behind. */
public class AustinPowers extends Player {
    private static final int TARGET = 20;

    public AustinPowers() {
        name = "Austin Powers";
    }

    @Override
    public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int mine = value(yourHand), theirs = value(opponentHand);
        boolean theyStand = opponentAction == Action.STAND;
        if (mine >= TARGET || theirs > TARGET || (theyStand && theirs < mine)) {
            action = Action.STAND;
            return;
        }
        cardToPlay = theyStand ? first(yourSideDeck, theirs + 1 - mine, TARGET - mine) : null;
        if (cardToPlay == null) cardToPlay = first(yourSideDeck, TARGET - mine, TARGET - mine);
        if (cardToPlay != null) {
            action = Action.PLAY;
            return;
        }

        int[] unseen = unseen(yourHand, opponentHand);
        int all = 0, safe = 0;
        boolean someCardIsSafe = mine <= 10;
        for (int card = 1; card <= 10; ++card) {
            all += unseen[card];
            if (card > TARGET - mine) continue;
            safe += unseen[card];
            someCardIsSafe |= unseen[card] > 0;
        }
        boolean pressed = opponentAction == Action.END || (theyStand && theirs >= mine);
        boolean behind = isPlayerOne ? wins[0] < wins[1] : wins[1] < wins[0];
        boolean reckless = pressed && someCardIsSafe && behind;
        // More than a fifth of the unseen cards are safe: in whole numbers.
        action = reckless || 5 * safe > all ? Action.END : Action.STAND;
    }

    /** How many of each value 1 to 10 lie on neither side of the table; played cards count too. */
    private static int[] unseen(Collection<Card> mine, Collection<Card> theirs) {
        int[] unseen = {0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
        for (Card card : mine) --unseen[card.getValue()];
        for (Card card : theirs) --unseen[card.getValue()];
        return unseen;
    }

    private static Card first(Collection<Card> cards, int fewest, int most) {
        for (Card card : cards)
            if (fewest <= card.getValue() && card.getValue() <= most) return card;
        return null;
    }

    private static int value(Collection<Card> cards) {
        int sum = 0;
        for (Card card : cards) sum += card.getValue();
        return sum;
    }
}
