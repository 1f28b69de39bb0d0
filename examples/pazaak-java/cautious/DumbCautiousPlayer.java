package Players;

import Mechanics.Card;
import java.util.Collection;

/** Draws until it has 15. */
public class DumbCautiousPlayer extends Player {
    public DumbCautiousPlayer() {
        name = "Dumb Cautious Player";
    }

    @Override
    public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int value = 0;
        for (Card card : yourHand) value += card.getValue();
        action = value < 15 ? Action.END : Action.STAND;
    }
}
