package Players;

/**
 * The player of Pazaak under the name that a bot of this package sees when it says {@code extends
 * Player} and imports no other. {@code Player.Action} is that of {@link Mechanics.Player}.
 */
public class Player extends Mechanics.Player {
    /** An unnamed player. */
    public Player() {}
}
