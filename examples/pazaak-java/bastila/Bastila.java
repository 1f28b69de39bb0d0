package Players;

import Mechanics.Card;
import java.util.Collection;

/** Plays any card that makes 17 to 20; else looks at the mean of the cards it has not drawn. */
public class Bastila extends Player {
    private static final int SUM_OF_THE_DECK = 220, CARDS_OF_THE_DECK = 40;

    public Bastila() {
        name = "Bastila";
    }

    @Override
    public void getResponse(int wins[], boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int mine = 0;
        for (Card card : yourHand) mine += card.getValue();

        cardToPlay = null;
        for (Card card : yourSideDeck) {
            int made = mine + card.getValue();
            if (17 <= made && made <= 20) cardToPlay = card; // the last such card
        }
        if (cardToPlay != null) {
            action = Action.PLAY;
            return;
        }
        int expected = (SUM_OF_THE_DECK - mine) / (CARDS_OF_THE_DECK - yourHand.size());
        action = mine + expected > 18 ? Action.STAND : Action.END;
    }
}
