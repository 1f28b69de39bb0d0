import hilltop.Hilltop;
import hilltop.YahtzeeMove;
import hilltop.YahtzeeView;
import java.util.Map;
import java.util.stream.IntStream;
import mego.yahtzee.Category;

/** A bot for Yahtzee: collects the face that it has most of, and fills the box that brings most. */
class Bot {
    public static void main(String[] arguments) {
        Hilltop.playYahtzee(Bot::choose);
    }

    static YahtzeeMove choose(YahtzeeView view) {
        Map.Entry<Category, Integer> best =
                view.options().entrySet().stream().max(Map.Entry.comparingByValue()).get();
        if (view.stage() == 2 || best.getValue() >= 25) return YahtzeeMove.score(best.getKey());
        int[] dice = view.dice(), most = {};
        for (int face = 1; face <= 6; ++face) {
            int wanted = face;
            int[] alike = IntStream.range(0, dice.length).filter(i -> dice[i] == wanted).toArray();
            if (alike.length >= most.length) most = alike;
        }
        return YahtzeeMove.keep(most);
    }
}
