package hilltop;

/**
 * A game that begins.
 *
 * @param number which one; a view says it again
 * @param seats how many play
 * @param seed for the bot's randomness, 0 to 2³¹ − 1; draw from it alone, and the same game
 *     comes out the same again
 */
public record Game(long number, int seats, int seed) {
    static Game read(Wire wire) throws Unusable {
        long number = wire.number();
        int seats = 0, seed = 0;
        while (wire.more()) {
            switch (wire.word()) {
                case "seats" -> seats = (int) wire.number();
                case "seed" -> seed = (int) wire.number();
                default -> wire.word();
            }
        }
        return new Game(number, seats, seed);
    }
}
