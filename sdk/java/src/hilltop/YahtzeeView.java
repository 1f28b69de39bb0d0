package hilltop;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import mego.yahtzee.Category;
import mego.yahtzee.Util;

/**
 * All that a bot may know when it is its turn in Yahtzee. The arrays are the bot's own.
 *
 * @param game the number of the game
 * @param round 0 to 12
 * @param stage 0, 1 or 2: after the first, second or third roll. After the third it must score
 * @param dice five faces, 1 to 6; their places are the indexes 0 to 4
 * @param card what stands in each box, in the order of {@link Category}; -1: it is open
 * @param score the bot's total
 * @param upper the sum of its upper boxes, without the bonus
 * @param upperBonus 0 or 35
 * @param yahtzeeBonus 0, 100, 200, …
 * @param totals of all players, the bot's own among them, lowest first
 * @param joker whether this roll is a joker: a Yahtzee whose box is filled
 */
public record YahtzeeView(
        long game,
        int round,
        int stage,
        int[] dice,
        int[] card,
        int score,
        int upper,
        int upperBonus,
        int yahtzeeBonus,
        int[] totals,
        boolean joker) {

    /** When a Yahtzee whose box is filled is a joker. */
    enum Joker {
        NEVER,
        AFTER_FIFTY,
        ALWAYS;

        static Joker under(Conversation.Hello hello) {
            if (hello.rules().equals("cab201-basic")) return NEVER;
            String after_zero = hello.switches().getOrDefault("joker_after_zero", "true");
            return List.of("true", "yes", "on", "1").contains(after_zero) ? ALWAYS : AFTER_FIFTY;
        }
    }

    /** Whether a box is open. */
    public boolean isOpen(Category category) {
        return card[category.ordinal()] < 0;
    }

    /** The open boxes that may be filled with these dice: all, or those that a joker leaves. */
    public List<Category> allowed() {
        List<Category> open = Stream.of(Category.values()).filter(this::isOpen).toList();
        if (!joker) return open;
        Category upperBox = Util.intToUpperCategory(dice[0]);
        if (isOpen(upperBox)) return List.of(upperBox);
        List<Category> lower = open.stream().filter(Category::isLower).toList();
        return lower.isEmpty() ? open : lower;
    }

    /** What these dice would score in a box that is allowed, bonuses aside. */
    public int worth(Category category) {
        if (joker && !isOpen(Util.intToUpperCategory(dice[0])))
            switch (category) {
                case FULL_HOUSE: return 25;
                case SMALL_STRAIGHT: return 30;
                case LARGE_STRAIGHT: return 40;
                default: break;
            }
        return category.getScore(dice);
    }

    static YahtzeeView read(long game, Wire wire, Joker rule) throws Unusable {
        int round = 0, stage = 0, score = 0, upper = 0, upperBonus = 0, yahtzeeBonus = 0;
        int[] dice = {}, card = {}, totals = {};
        while (wire.more()) {
            switch (wire.word()) {
                case "round" -> round = (int) wire.number();
                case "stage" -> stage = (int) wire.number();
                case "dice" -> dice = wire.list();
                case "card" -> card = wire.list();
                case "score" -> score = (int) wire.number();
                case "upper" -> upper = (int) wire.number();
                case "upper_bonus" -> upperBonus = (int) wire.number();
                case "yahtzee_bonus" -> yahtzeeBonus = (int) wire.number();
                case "totals" -> totals = wire.list();
                default -> wire.word();
            }
        }
        return new YahtzeeView(
                game, round, stage, dice, card, score, upper, upperBonus, yahtzeeBonus, totals,
                isJoker(dice, card, rule));
    }

    private static boolean isJoker(int[] dice, int[] card, Joker rule) {
        if (Arrays.stream(dice).anyMatch(face -> face != dice[0])) return false;
        int held = card[Category.YAHTZEE.ordinal()];
        return rule == Joker.ALWAYS && held >= 0 || rule == Joker.AFTER_FIFTY && held > 0;
    }
}
