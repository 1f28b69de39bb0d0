package mego.yahtzee;

/** A bot of the Yahtzee contest. One object plays all games. */
public abstract class Player {
    /** Answers questions about the game that is under way. */
    protected ControllerInterface game;

    /** A bot has a constructor with this one parameter. */
    public Player(ControllerInterface game) {
        this.game = game;
    }

    /** The simple name of its class. */
    public String getName() {
        return getClass().getSimpleName();
    }

    /**
     * The bot's turn.
     *
     * @param dice five faces, 1 to 6. Those just rolled come first, then the kept ones in the order
     *     in which they were listed, so that indexes move from roll to roll
     * @param stage 0, 1 or 2: after the first, second or third roll. After the third it must score
     */
    public abstract TurnChoice turn(int[] dice, int stage);
}
