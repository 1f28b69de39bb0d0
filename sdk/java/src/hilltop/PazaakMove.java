package hilltop;

/**
 * An answer in Pazaak: {@link #END}, {@link #STAND} or {@link #play}.
 *
 * @param kind which of them
 * @param card of a PLAY; else 0
 */
public record PazaakMove(Kind kind, int card) {
    /** The kinds of answers. */
    public enum Kind {
        END,
        STAND,
        PLAY,
        /** No answer: a class of the contest set no action. The rules refuse it, and the bot stands. */
        NONE
    }

    /** End the turn, and be dealt a card next time. */
    public static final PazaakMove END = new PazaakMove(Kind.END, 0);

    /** Keep this value; no more cards in this hand. */
    public static final PazaakMove STAND = new PazaakMove(Kind.STAND, 0);

    /** See {@link Kind#NONE}. */
    static final PazaakMove NONE = new PazaakMove(Kind.NONE, 0);

    /** A PLAY of nothing that is in the side deck. The rules refuse it, and the bot stands. */
    static final PazaakMove NO_CARD = new PazaakMove(Kind.PLAY, 0);

    /** Add a card of the side deck, then stand. With one that is not there, the bot simply stands. */
    public static PazaakMove play(int card) {
        return new PazaakMove(Kind.PLAY, card);
    }

    /** As the arena reads it: {@code END}, {@code STAND}, {@code PLAY 3}. */
    @Override
    public String toString() {
        return kind == Kind.PLAY && card != 0 ? "PLAY " + card : kind.name();
    }
}
