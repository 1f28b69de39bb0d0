// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
import hilltop.Hilltop
import hilltop.YahtzeeMove
import hilltop.YahtzeeView

fun choose(view: YahtzeeView): YahtzeeMove {
    val best = view.options().maxBy { it.value }!!
    if (view.stage() == 2 || best.value >= 25) return YahtzeeMove.score(best.key)
    val dice = view.dice().toList()
    val most = dice.maxBy { face -> dice.count { it == face } }
    return YahtzeeMove.keep(*dice.indices.filter { dice[it] == most }.toIntArray())
}

fun main() = Hilltop.playYahtzee(::choose)
