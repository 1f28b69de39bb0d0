import hilltop.Hilltop;
import hilltop.PazaakMove;
import hilltop.PazaakView;
import java.util.Arrays;

/** A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each. */
class Bot {
    public static void main(String[] arguments) {
        Hilltop.playPazaak(Bot::choose);
    }

    static PazaakMove choose(PazaakView view) {
        int missing = 20 - view.value();
        boolean held = Arrays.stream(view.side()).anyMatch(card -> card == missing);
        if (held) return PazaakMove.play(missing); // this card makes it 20
        return view.value() < 17 ? PazaakMove.END : PazaakMove.STAND;
    }
}
