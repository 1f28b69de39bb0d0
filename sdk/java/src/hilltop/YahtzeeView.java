package hilltop;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

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
 * @param rules that are played by
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
        Rules rules) {

    /** Of an empty card, before the first roll. */
    public YahtzeeView(Rules rules) {
        this(0, 0, 0, new int[0], openCard(), 0, 0, 0, 0, new int[0], rules);
    }

    private static int[] openCard() {
        int[] card = new int[Category.values().length];
        Arrays.fill(card, -1);
        return card;
    }

    /** Whether a box is open. */
    public boolean isOpen(Category category) {
        return card[category.ordinal()] < 0;
    }

    /** The boxes that may be filled with these dice, and what each would score, bonuses aside. */
    public Map<Category, Integer> options() {
        Map<Category, Integer> options = new EnumMap<>(Category.class);
        for (Category each : Category.values()) if (isOpen(each)) options.put(each, worth(each));
        if (!isJoker() || !rules.name().equals("koth")) return options;
        Category face = Util.intToUpperCategory(dice[0]);
        if (isOpen(face)) options.keySet().retainAll(Set.of(face));
        else if (options.keySet().stream().anyMatch(Category::isLower))
            options.keySet().removeIf(Category::isUpper);
        return options;
    }

    /** Whether this roll is a joker: a Yahtzee whose box is filled (rule Y17). */
    public boolean isJoker() {
        if (rules.name().equals("cab201-basic") || !Category.YAHTZEE.matches(dice)) return false;
        int held = card[Category.YAHTZEE.ordinal()];
        return held > 0 || held == 0 && rules.on("joker_after_zero", true);
    }

    /** A joker whose own face is filled counts as any full house or straight. */
    private int worth(Category category) {
        if (!isJoker() || isOpen(Util.intToUpperCategory(dice[0]))) return category.getScore(dice);
        return switch (category) {
            case FULL_HOUSE -> 25;
            case SMALL_STRAIGHT -> 30;
            case LARGE_STRAIGHT -> 40;
            default -> category.getScore(dice);
        };
    }

    static YahtzeeView read(long game, Wire wire, Rules rules) throws Unusable {
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
                rules);
    }
}
