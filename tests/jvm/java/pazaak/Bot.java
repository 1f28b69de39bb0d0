import Mechanics.Card;
import java.util.Collection;

public class Bot extends Players.Player {
    @Override
    public void getResponse(int[] wins, boolean isPlayerOne, Collection<Card> hand, Collection<Card> theirs,
            Collection<Card> side, int theirSide, Action theirAction, boolean theyPlayed) {
        int value = hand.stream().mapToInt(Card::getValue).sum();
        action = value < 17 ? Action.END : Action.STAND;
    }
}
