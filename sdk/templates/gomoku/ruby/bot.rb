# A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
require_relative "hilltop"

DIRECTIONS = [-1, 0, 1].product([-1, 0, 1]) - [[0, 0]]

# How many stones of one colour follow a point in one direction.
def arm(view, x, y, dx, dy)
  colour = view.board[[x + dx, y + dy]]
  length = 0
  length += 1 while colour && view.board[[x + (length + 1) * dx, y + (length + 1) * dy]] == colour
  length
end

def worth(view, x, y)
  DIRECTIONS.sum { |dx, dy| 10**arm(view, x, y, dx, dy) }
end

Hilltop.play_gomoku { |view| view.free.max_by { |x, y| worth(view, x, y) } }
