package Mechanics;

import java.util.Collection;

/**
 * A bot of the Pazaak contest: it overrides {@link #getResponse}, and answers by setting {@link
 * #action} and, for a PLAY, {@link #cardToPlay}.
 *
 * <p>Bots of the contest stand in the package Players and name this class as {@code Player}, as
 * {@code Mechanics.Player} or as {@code Players.Player}; all three mean this one.
 */
public class Player {
    /** END the turn and be dealt a card next time; STAND; or PLAY a side card, and stand. */
    public enum Action {
        END,
        STAND,
        PLAY
    }

    /** For people. */
    protected String name = "Unnamed";

    /** The answer. Null when a hand begins. */
    protected Action action;

    /** For a PLAY: one of the objects of the side deck that was handed over. */
    protected Card cardToPlay;

    /** An unnamed player. */
    public Player() {}

    /**
     * The bot's turn. Every collection is a copy of the bot's own, in the order of the table; a card
     * that stays where it is stays the same object.
     *
     * @param wins hands won in this game by player 1 and by player 2
     * @param isPlayerOne whether the bot is player 1
     * @param yourHand its cards on the table, a played side card among them
     * @param opponentHand the opponent's cards on the table
     * @param yourSideDeck its side cards that are left
     * @param opponentSideDeckCount how many side cards the opponent has left
     * @param opponentAction the opponent's last action in this hand: END, STAND (a PLAY shows as
     *     STAND), or null when there was none yet
     * @param opponentDidPlay whether the opponent played a side card in this hand
     */
    public void getResponse(
            int[] wins,
            boolean isPlayerOne,
            Collection<Card> yourHand,
            Collection<Card> opponentHand,
            Collection<Card> yourSideDeck,
            int opponentSideDeckCount,
            Action opponentAction,
            boolean opponentDidPlay) {}

    /** The answer to the last turn. */
    public Action getAction() {
        return action;
    }

    /** The card that goes with a PLAY. */
    public Card getCardToPlay() {
        return cardToPlay;
    }

    /** Called with null when a hand begins. */
    public void setAction(Action action) {
        this.action = action;
    }
}
