"""A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow."""

import hilltop


def arm(view: hilltop.GomokuView, x: int, y: int, dx: int, dy: int) -> int:
    """How many stones of one colour follow a point in one direction."""
    colour, length = view.board.get((x + dx, y + dy)), 0
    while colour and view.board.get((x + dx, y + dy)) == colour:
        x, y, length = x + dx, y + dy, length + 1
    return length


def worth(view: hilltop.GomokuView, x: int, y: int) -> int:
    return sum(10 ** arm(view, x, y, dx, dy)
               for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def place(view: hilltop.GomokuView) -> hilltop.Point:
    return max(view.free, key=lambda point: worth(view, *point))


hilltop.play_gomoku(place)
