package Players;

import Mechanics.Card;
import Mechanics.Player;
import java.util.Collection;

/**
 * Weighs what drawing pays against what standing pays. Everything is reckoned in whole numbers, at a
 * common denominator, so that no rounding decides; how, says docs/decisions/0003-nestor.md.
 */
public class Nestor extends Player {
    private static final int TARGET = 20;

    public Nestor() {
        name = "Nestor";
    }

    @Override
    public void getResponse(int[] wins, boolean isPlayerOne, Collection<Card> yourHand,
            Collection<Card> opponentHand, Collection<Card> yourSideDeck, int opponentSideDeckCount,
            Action opponentAction, boolean opponentDidPlay) {
        int mine = value(yourHand), theirs = value(opponentHand);
        cardToPlay = null;
        if (mine == TARGET) {
            action = Action.STAND;
        } else if (opponentAction == Action.STAND || opponentDidPlay) {
            if (mine > theirs) action = Action.STAND;
            else playOrEnd(yourSideDeck, theirs + 1 - mine, theirs - mine, TARGET - mine);
        } else {
            playOrEnd(yourSideDeck, TARGET - mine, TARGET - mine, TARGET - mine);
            boolean reckons = theirs != TARGET && 10 <= mine && mine < TARGET;
            if (cardToPlay == null && reckons) {
                int[] unseen = unseen(yourHand, opponentHand);
                action = drawingPaysMore(mine, theirs, unseen) ? Action.END : Action.STAND;
            }
        }
    }

    /** Plays the first card of best..most, else the first of good..most, else ends. */
    private void playOrEnd(Collection<Card> side, int best, int good, int most) {
        cardToPlay = first(side, best, most);
        if (cardToPlay == null) cardToPlay = first(side, good, most);
        action = cardToPlay == null ? Action.END : Action.PLAY;
    }

    /**
     * "No card" of theirs, weighed by the cards that would bust them, counts where they do not lose
     * by it. With n unseen cards a standing pays so many n-ths; a draw so many n²(n − 1)-ths, for
     * their card comes from one card fewer, but the weight of "no card" stays what it was.
     */
    private static boolean drawingPaysMore(int mine, int theirs, int[] unseen) {
        int n = 0, noCard = 0;
        for (int card = 1; card <= 10; ++card) {
            n += unseen[card];
            if (theirs + card > TARGET) noCard += unseen[card];
        }

        int standing = loses(theirs, mine) ? 0 : noCard * pays(mine, theirs, 10, 1, 0);
        for (int card = 1; card <= 10; ++card)
            standing += unseen[card] * pays(mine, theirs + card, 10, 1, 0);

        long drawing = 0;
        for (int my = 1; my <= 10; ++my) {
            int made = mine + my, sum = 0;
            for (int card = 1; card <= 10; ++card) {
                int left = unseen[card] - (card == my ? 1 : 0);
                sum += left * pays(made, theirs + card, 19, 9, 4);
            }
            int without = loses(theirs, made) ? 0 : noCard * pays(made, theirs, 19, 9, 4);
            drawing += (long) unseen[my] * (n * sum + (n - 1) * without);
        }
        return drawing > (long) standing * n * (n - 1);
    }

    /** Over 20 loses to not over 20; both over 20 is level. */
    private static boolean loses(int value, int other) {
        return other <= TARGET && (value > TARGET || value < other);
    }

    private static int pays(int mine, int theirs, int win, int level, int loss) {
        return loses(theirs, mine) ? win : loses(mine, theirs) ? loss : level;
    }

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
