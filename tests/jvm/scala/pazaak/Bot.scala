import Mechanics.{Card, Player}
import java.util.Collection
import scala.collection.JavaConverters._

class Bot extends Players.Player {
  override def getResponse(wins: Array[Int], isPlayerOne: Boolean, hand: Collection[Card], theirs: Collection[Card],
      side: Collection[Card], theirSide: Int, theirAction: Player.Action, theyPlayed: Boolean): Unit =
    action = if (hand.asScala.map(_.getValue).sum < 17) Player.Action.END else Player.Action.STAND
}
