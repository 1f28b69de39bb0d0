import Mechanics.Card
import Mechanics.Player.Action

class Bot : Players.Player() {
    override fun getResponse(wins: IntArray, isPlayerOne: Boolean, hand: Collection<Card>, theirs: Collection<Card>,
                             side: Collection<Card>, theirSide: Int, theirAction: Action?, theyPlayed: Boolean) {
        action = if (hand.sumBy { it.value } < 17) Action.END else Action.STAND
    }
}
