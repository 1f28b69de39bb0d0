import mego.yahtzee.{Category, ControllerInterface, Player, TurnChoice}

class Bot(controller: ControllerInterface) extends Player(controller) {
  override def turn(dice: Array[Int], stage: Int): TurnChoice =
    if (stage < 2) new TurnChoice(dice.indices.filter(dice(_) >= 5).toArray)
    else new TurnChoice(game.getScoreCard(this).getFreeCategories.maxBy(worth(_, dice)))

  // Of boxes that score the same, the one that a second Yahtzee has to fill.
  private def worth(box: Category, dice: Array[Int]): Int = {
    val score = box.getScore(dice)
    val joker = Category.YAHTZEE.matches(dice) && box.isUpper && score > 0
    4 * score + (if (joker) 2 else 0) + (if (box.isLower) 1 else 0)
  }
}
