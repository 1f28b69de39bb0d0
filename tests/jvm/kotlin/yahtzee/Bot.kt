import mego.yahtzee.Category
import mego.yahtzee.ControllerInterface
import mego.yahtzee.Player
import mego.yahtzee.TurnChoice

class Bot(game: ControllerInterface) : Player(game) {
    override fun turn(dice: IntArray, stage: Int) =
        if (stage < 2) TurnChoice(dice.indices.filter { dice[it] >= 5 }.toIntArray())
        else TurnChoice(game.getScoreCard(this).freeCategories.maxBy { worth(it, dice) })

    // Of boxes that score the same, the one that a second Yahtzee has to fill.
    private fun worth(box: Category, dice: IntArray): Int {
        val score = box.getScore(dice)
        val joker = Category.YAHTZEE.matches(dice) && box.isUpper && score > 0
        return 4 * score + (if (joker) 2 else 0) + (if (box.isLower) 1 else 0)
    }
}
