package hilltop;

import java.util.ArrayList;
import java.util.List;

import Mechanics.Card;
import Mechanics.Player;

/**
 * A bot of the Pazaak contest, asked through its own interface. The cards on the table and in the
 * side deck are the same objects for as long as they lie there, as they were in the contest. For a
 * bot without a memory, which is asked about many games at once, each turn has new ones, and the
 * action of the last turn is forgotten: nothing of another game may reach it.
 */
final class HostedPazaak implements PazaakBot {
    private final Player player;
    private final boolean remembers;
    private List<Card> hand = List.of(), theirs = List.of(), side = List.of();

    HostedPazaak(Player player, boolean remembers) {
        this.player = player;
        this.remembers = remembers;
    }

    @Override
    public boolean remembers() {
        return remembers;
    }

    @Override
    public void begin(Game game) {
        forget();
    }

    @Override
    public PazaakMove choose(PazaakView view) {
        // Each hand's first turn is asked at the first card, for nobody is dealt 20 at once.
        if (view.hand().length == 1 || !remembers) player.setAction(null);
        if (!remembers) forget();
        hand = grown(hand, view.hand());
        theirs = grown(theirs, view.theirs());
        side = left(side, view.side());
        player.getResponse(
                view.wins(),
                view.player() == 1,
                new ArrayList<>(hand),
                new ArrayList<>(theirs),
                new ArrayList<>(side),
                view.theirSide(),
                switch (view.action()) {
                    case NONE -> null;
                    case END -> Player.Action.END;
                    case STAND -> Player.Action.STAND;
                },
                view.played());
        return answer(player.getAction(), player.getCardToPlay());
    }

    private void forget() {
        hand = theirs = side = List.of();
    }

    private PazaakMove answer(Player.Action action, Card card) {
        if (action == Player.Action.END) return PazaakMove.END;
        if (action == Player.Action.STAND) return PazaakMove.STAND;
        if (action == null) return PazaakMove.NONE;
        // Only the very object that was handed over is a card.
        if (!side.removeIf(each -> each == card)) return PazaakMove.NO_CARD;
        return PazaakMove.play(card.getValue());
    }

    /** The cards of these values: those that lay there in these places, and new ones behind them. */
    private static List<Card> grown(List<Card> before, int[] values) {
        List<Card> now = new ArrayList<>(values.length);
        boolean same = before.size() <= values.length;
        for (int i = 0; i < values.length; ++i) {
            same = same && i < before.size() && before.get(i).getValue() == values[i];
            now.add(same ? before.get(i) : new Card(values[i]));
        }
        return now;
    }

    /** The cards of these values, as far as they were there before; the others were played. */
    private static List<Card> left(List<Card> before, int[] values) {
        List<Card> rest = new ArrayList<>(before), now = new ArrayList<>(values.length);
        for (int value : values) now.add(taken(rest, value));
        return now;
    }

    private static Card taken(List<Card> cards, int value) {
        for (Card card : cards)
            if (card.getValue() == value) {
                cards.remove(card);
                return card;
            }
        return new Card(value);
    }
}
