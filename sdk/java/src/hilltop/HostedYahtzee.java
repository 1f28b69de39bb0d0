package hilltop;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import mego.yahtzee.Category;
import mego.yahtzee.ControllerInterface;
import mego.yahtzee.Player;
import mego.yahtzee.ScorecardInterface;
import mego.yahtzee.TurnChoice;

/** A bot of the Yahtzee contest, asked through its own interface, and the game that it may ask. */
final class HostedYahtzee implements YahtzeeBot {
    /** The game as the bot sees it: the view of the turn that it is asked about, and no more. */
    static final class Window implements ControllerInterface {
        private static final int[] NO_DICE = {}, NO_TOTALS = {};
        private static final int[] EMPTY_CARD =
                Stream.of(Category.values()).mapToInt(each -> -1).toArray();

        private YahtzeeView view = // of before the first turn
                new YahtzeeView(
                        0, 0, 0, NO_DICE, EMPTY_CARD, 0, 0, 0, 0, NO_TOTALS, new Rules("koth", Map.of()));

        @Override
        public ScorecardInterface getScoreCard(Player p) {
            return new Card(view);
        }

        @Override
        public int[] getScores() {
            return view.totals().clone();
        }
    }

    /** A score card; a copy, since nothing of a view changes. */
    private record Card(YahtzeeView view) implements ScorecardInterface {
        @Override
        public Category[] getFreeCategories() {
            return Stream.of(Category.values()).filter(view::isOpen).toArray(Category[]::new);
        }

        @Override
        public int getScore() {
            return view.score();
        }

        @Override
        public int getYahtzeeBonus() {
            return view.yahtzeeBonus();
        }

        @Override
        public int getUpperBonus() {
            return view.upperBonus();
        }

        @Override
        public int getUpperScore() {
            return view.upper();
        }
    }

    private final Player player;
    private final Window window;

    HostedYahtzee(Player player, Window window) {
        this.player = player;
        this.window = window;
    }

    @Override
    public boolean remembers() {
        return true;
    }

    @Override
    public YahtzeeMove choose(YahtzeeView view) {
        window.view = view;
        TurnChoice choice = player.turn(view.dice().clone(), view.stage());
        Objects.requireNonNull(choice, "turn() answered null");
        if (choice.getCategory() != null) return YahtzeeMove.score(choice.getCategory());
        return YahtzeeMove.keep(choice.getDiceSaved());
    }
}
