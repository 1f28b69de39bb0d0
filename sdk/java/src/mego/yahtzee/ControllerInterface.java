package mego.yahtzee;

/** What a player may ask of the game. */
public interface ControllerInterface {
    /**
     * A copy of a player's card. A player sees no card but its own, so it is its own card whoever is
     * asked about.
     */
    ScorecardInterface getScoreCard(Player p);

    /** The totals of all players, one's own among them, lowest first. */
    int[] getScores();
}
