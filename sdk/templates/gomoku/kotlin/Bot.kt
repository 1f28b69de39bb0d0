// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
import hilltop.GomokuBot
import hilltop.GomokuView
import hilltop.Hilltop
import hilltop.Point

val directions = listOf(-1 to -1, -1 to 0, -1 to 1, 0 to -1, 0 to 1, 1 to -1, 1 to 0, 1 to 1)

// How many stones of one colour follow a point in one direction.
fun arm(view: GomokuView, from: Point, dx: Int, dy: Int): Int {
    val colour = view.at(from.x() + dx, from.y() + dy) ?: return 0
    return generateSequence(1) { it + 1 }
        .takeWhile { view.at(from.x() + it * dx, from.y() + it * dy) == colour }.count()
}

fun worth(view: GomokuView, point: Point) =
    directions.map { (dx, dy) -> Math.pow(10.0, arm(view, point, dx, dy).toDouble()) }.sum()

fun place(view: GomokuView): Point = view.free().maxBy { worth(view, it) }!!

fun main(arguments: Array<String>) = Hilltop.playGomoku(GomokuBot(::place), *arguments)
