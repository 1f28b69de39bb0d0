package hilltop;

/** A bot for Yahtzee. */
@FunctionalInterface
public interface YahtzeeBot extends Bot<YahtzeeView, YahtzeeMove> {}
