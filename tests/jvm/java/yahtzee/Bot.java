import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mego.yahtzee.Category;
import mego.yahtzee.ControllerInterface;
import mego.yahtzee.Player;
import mego.yahtzee.TurnChoice;

public class Bot extends Player {
    public Bot(ControllerInterface game) {
        super(game);
    }

    @Override
    public TurnChoice turn(int[] dice, int stage) {
        if (stage < 2) return new TurnChoice(IntStream.range(0, 5).filter(i -> dice[i] >= 5).toArray());
        return new TurnChoice(Stream.of(game.getScoreCard(this).getFreeCategories())
                .max(Comparator.comparingInt(each -> worth(each, dice)))
                .get());
    }

    // Of boxes that score the same, the one that a second Yahtzee has to fill.
    private static int worth(Category box, int[] dice) {
        int score = box.getScore(dice);
        boolean joker = Category.YAHTZEE.matches(dice) && box.isUpper() && score > 0;
        return 4 * score + (joker ? 2 : 0) + (box.isLower() ? 1 : 0);
    }
}
