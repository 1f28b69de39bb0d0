import mego.yahtzee.Category
import mego.yahtzee.ControllerInterface
import mego.yahtzee.Player
import mego.yahtzee.TurnChoice

class Bot extends Player {
    Bot(ControllerInterface game) { super(game) }

    TurnChoice turn(int[] dice, int stage) {
        if (stage < 2) return new TurnChoice((0..4).findAll { dice[it] >= 5 } as int[])
        new TurnChoice(game.getScoreCard(this).freeCategories.max { worth(it, dice) })
    }

    // Of boxes that score the same, the one that a second Yahtzee has to fill.
    private static int worth(Category box, int[] dice) {
        int score = box.getScore(dice)
        boolean joker = Category.YAHTZEE.matches(dice) && box.isUpper() && score > 0
        4 * score + (joker ? 2 : 0) + (box.isLower() ? 1 : 0)
    }
}
