package Players;

import Mechanics.*;
import java.util.Collection;

/** Never stands below 18 if it can help it. */
public class Kid extends Player {
    private static final int TARGET = 20, ENOUGH = 18;

    public Kid() {
        name = "The Cincinnati Kid";
    }

    @Override
    public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int mine = value(yourHand), theirs = value(opponentHand);
        if (theirs > TARGET || mine > TARGET) {
            action = Action.STAND;
            return;
        }
        if (mine <= 10) {
            action = Action.END;
            return;
        }
        Card greatest = greatest(yourSideDeck, TARGET - mine);
        int made = greatest == null ? mine : mine + greatest.getValue();
        if (greatest != null && made >= theirs && made > ENOUGH) {
            play(greatest);
        } else if (opponentAction == Action.STAND || opponentDidPlay) {
            againstOneWhoIsDone(mine, theirs, greatest, smallest(yourSideDeck, TARGET - mine));
        } else if (mine < theirs || mine < ENOUGH) {
            action = Action.END;
        } else {
            action = Action.STAND;
        }
    }

    private void againstOneWhoIsDone(int mine, int theirs, Card greatest, Card smallest) {
        if (mine > theirs) {
            action = Action.STAND;
        } else if (mine == theirs) {
            if (smallest == null) action = Action.STAND;
            else play(smallest);
        } else if (greatest != null && mine + greatest.getValue() >= theirs) {
            play(greatest);
        } else {
            action = Action.END;
        }
    }

    private void play(Card card) {
        action = Action.PLAY;
        cardToPlay = card;
    }

    private static Card greatest(Collection<Card> cards, int most) {
        Card best = null;
        for (Card card : cards)
            if (card.getValue() <= most && (best == null || card.getValue() > best.getValue()))
                best = card;
        return best;
    }

    private static Card smallest(Collection<Card> cards, int most) {
        Card best = null;
        for (Card card : cards)
            if (card.getValue() <= most && (best == null || card.getValue() < best.getValue()))
                best = card;
        return best;
    }

    private static int value(Collection<Card> cards) {
        int sum = 0;
        for (Card card : cards) sum += card.getValue();
        return sum;
    }
}
