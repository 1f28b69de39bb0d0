import Mechanics.Card
import Mechanics.Player.Action

class Bot extends Players.Player {
    void getResponse(int[] wins, boolean isPlayerOne, Collection<Card> hand, Collection<Card> theirs,
                     Collection<Card> side, int theirSide, Action theirAction, boolean theyPlayed) {
        action = hand*.value.sum() < 17 ? Action.END : Action.STAND
    }
}
