package hilltop;

import java.util.Arrays;

/**
 * All that a bot may know when it is its turn in Pazaak. The arrays are the bot's own.
 *
 * @param game the number of the game
 * @param player 1 or 2: which player the bot is
 * @param wins hands won in this game by player 1 and by player 2
 * @param hand the bot's cards on the table, in the order in which they came
 * @param theirs the opponent's cards on the table
 * @param side the bot's side cards, in their order
 * @param theirSide how many side cards the opponent has left
 * @param action the opponent's last action in this hand
 * @param played whether the opponent played a side card in this hand
 */
public record PazaakView(
        long game,
        int player,
        int[] wins,
        int[] hand,
        int[] theirs,
        int[] side,
        int theirSide,
        Action action,
        boolean played) {

    /** What the opponent has done; a PLAY shows as STAND. */
    public enum Action {
        NONE,
        END,
        STAND
    }

    /** What the bot's cards add up to. */
    public int value() {
        return Arrays.stream(hand).sum();
    }

    /** What the opponent's cards add up to. */
    public int theirValue() {
        return Arrays.stream(theirs).sum();
    }

    /** Whether the opponent takes no more cards in this hand. */
    public boolean finished() {
        return action == Action.STAND || played;
    }

    /** Hands won by the bot. */
    public int won() {
        return wins[player - 1];
    }

    /** Hands won by the opponent. */
    public int theyWon() {
        return wins[2 - player];
    }

    static PazaakView read(long game, Wire wire) throws Unusable {
        int player = 1, theirSide = 0;
        int[] wins = {0, 0}, hand = {}, theirs = {}, side = {};
        Action action = Action.NONE;
        boolean played = false;
        while (wire.more()) {
            switch (wire.word()) {
                case "player" -> player = (int) wire.number();
                case "wins" -> wins = wire.list();
                case "hand" -> hand = wire.list();
                case "theirs" -> theirs = wire.list();
                case "side" -> side = wire.list();
                case "their_side" -> theirSide = (int) wire.number();
                case "action" -> action = action(wire.word());
                case "played" -> played = wire.word().equals("yes");
                default -> wire.word();
            }
        }
        return new PazaakView(game, player, wins, hand, theirs, side, theirSide, action, played);
    }

    private static Action action(String word) {
        return switch (word) {
            case "END" -> Action.END;
            case "STAND" -> Action.STAND;
            default -> Action.NONE;
        };
    }
}
