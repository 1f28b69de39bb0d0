package Players;

import Mechanics.Card;
import java.util.Collection;

/** Draws until it has 20. */
public class DumbBoldPlayer extends Player {
    public DumbBoldPlayer() {
        name = "Dumb Bold Player";
    }

    @Override
    public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int value = 0;
        for (Card card : yourHand) value += card.getValue();
        action = value < 20 ? Action.END : Action.STAND;
    }
}
