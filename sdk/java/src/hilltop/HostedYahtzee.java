package hilltop;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

import mego.yahtzee.ControllerInterface;
import mego.yahtzee.Player;
import mego.yahtzee.Scorecard;
import mego.yahtzee.ScorecardInterface;
import mego.yahtzee.TurnChoice;

/** A bot of the Yahtzee contest, asked through its own interface, and the game that it may ask. */
final class HostedYahtzee implements YahtzeeBot {
    /** The game as the bot sees it: the view of the turn that it is asked about, and no more. */
    static final class Window implements ControllerInterface {
        private YahtzeeView view = new YahtzeeView(new Rules("koth", Map.of())); // before the first turn

        @Override
        public ScorecardInterface getScoreCard(Player p) {
            return new Scorecard(view);
        }

        @Override
        public int[] getScores() {
            return view.totals().clone();
        }
    }

    private final Player player;
    private final Window window;
    private final boolean remembers;

    HostedYahtzee(Player player, Window window, boolean remembers) {
        this.player = player;
        this.window = window;
        this.remembers = remembers;
    }

    @Override
    public boolean remembers() {
        return remembers;
    }

    /**
     * The array that the bot is handed is the one that its answer is read by, as in the contest: a
     * bot that sorts it keeps dice by the places that they have then.
     */
    @Override
    public YahtzeeMove choose(YahtzeeView view) {
        window.view = view;
        int[] dice = view.dice().clone();
        TurnChoice choice = player.turn(dice, view.stage());
        Objects.requireNonNull(choice, "turn() answered null");
        if (choice.getCategory() != null) return YahtzeeMove.score(choice.getCategory());
        return YahtzeeMove.keep(rolled(view.dice(), dice, choice.getDiceSaved()));
    }

    /**
     * Where the dice lie that the bot keeps.
     *
     * @param dice as they were rolled
     * @param left as the bot left them
     * @param saved indexes into {@code left}
     * @throws IllegalStateException a face is kept more often than it was rolled
     */
    private static int[] rolled(int[] dice, int[] left, int[] saved) {
        int[] unkept = dice.clone(); // 0: kept
        int[] kept = new int[saved.length];
        for (int i = 0; i < saved.length; ++i) {
            int face = left[saved[i]];
            // A die that was not moved stays itself, so that an untouched array means its indexes.
            int at = unkept[saved[i]] == face ? saved[i] : indexOf(unkept, face);
            if (at < 0 || face == 0)
                throw new IllegalStateException(
                        "turn() keeps a " + face + " that was not rolled: it was handed "
                                + Arrays.toString(dice) + " and left " + Arrays.toString(left));
            unkept[at] = 0;
            kept[i] = at;
        }
        return kept;
    }

    private static int indexOf(int[] numbers, int wanted) {
        for (int i = 0; i < numbers.length; ++i) if (numbers[i] == wanted) return i;
        return -1;
    }
}
