package hilltop;

/** What a person handed in cannot be used; the message says what, and what can. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
        super(message);
    }
}
