package hilltop;

/** A stone of Gomoku, and the colour of the player that lays such stones. */
public enum Stone {
    BLACK,
    WHITE;

    /** The other colour. */
    public Stone other() {
        return this == BLACK ? WHITE : BLACK;
    }

    /** As the arena reads it: {@code B}, {@code W}. */
    @Override
    public String toString() {
        return name().substring(0, 1);
    }
}
