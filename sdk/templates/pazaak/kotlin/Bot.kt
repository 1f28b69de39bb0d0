// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
import hilltop.Hilltop
import hilltop.PazaakMove
import hilltop.PazaakView

fun choose(view: PazaakView): PazaakMove {
    val missing = 20 - view.value()
    if (missing in view.side()) return PazaakMove.play(missing) // this card makes it 20
    return if (view.value() < 17) PazaakMove.END else PazaakMove.STAND
}

fun main() = Hilltop.playPazaak(::choose)
