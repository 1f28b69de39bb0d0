"""Pebble: lays each stone where it makes, or spoils, the longest line.

Called as: python3 bot.py OPPONENT SEED
"""

import random
import re
import sys

SIZE = 15
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
CORNERS = ((0, 0), (0, 14), (14, 0), (14, 14))


def read_board(text):
    """'[((7,7),"B"),...]' as {(7, 7): "B", ...}."""
    stones = re.findall(r'\((\d+),(\d+)\),"([BW])"', text)
    return {(int(x), int(y)): colour for x, y, colour in stones}


def free_points(board):
    return [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in board]


def arm(board, point, step, colour):
    """How many stones of a colour follow in one direction, and whether a free point follows them."""
    x, y = point[0] + step[0], point[1] + step[1]
    length = 0
    while board.get((x, y)) == colour:
        length += 1
        x, y = x + step[0], y + step[1]
    is_open = 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in board
    return length, is_open


def line_worth(board, point, step, colour):
    """What the line is worth that a stone of this colour would make here."""
    ahead, open_ahead = arm(board, point, step, colour)
    behind, open_behind = arm(board, point, (-step[0], -step[1]), colour)
    length = ahead + 1 + behind
    if length >= 5:
        return 100_000
    return 10**length * (open_ahead + open_behind)


def worth(board, point, mine):
    """My own line counts three, the enemy's, which I would spoil, counts two."""
    theirs = "W" if mine == "B" else "B"
    return sum(
        3 * line_worth(board, point, step, mine) + 2 * line_worth(board, point, step, theirs)
        for step in DIRECTIONS
    )


def best_point(board, mine, luck):
    """The most worthy free point; luck decides between equals. Also: how worthy it is."""
    worths = {point: worth(board, point, mine) for point in free_points(board)}
    most = max(worths.values())
    return luck.choice([point for point, value in worths.items() if value == most]), most


def better_colour(board, luck):
    black, white = best_point(board, "B", luck)[1], best_point(board, "W", luck)[1]
    return "B" if black >= white else "W"


def text(point):
    return f"({point[0]},{point[1]})"


def main():
    luck = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    mine = None  # my colour, once I know it
    for line in sys.stdin:
        kind, _, rest = line.partition(" ")
        board = read_board(rest)
        if kind == "EXIT":
            break
        if kind == "A":  # open: black in the middle and in a corner, white beside the middle
            beside = luck.choice([(6, 7), (8, 7), (7, 6), (7, 8)])
            answer = text((7, 7)) + text(luck.choice(CORNERS)) + text(beside)
        elif kind == "B":  # take black, or take white and lay a white stone
            mine = answer = better_colour(board, luck)
            if mine == "W":
                answer += text(best_point(board, mine, luck)[0])
        elif kind == "C":  # pick a colour
            mine = answer = better_colour(board, luck)
        else:
            if mine is None:  # I opened: with three stones left to the game, they took black
                mine = "W" if len(board) - int(kind) == 3 else "B"
            answer = text(best_point(board, mine, luck)[0])
        print(answer, flush=True)


if __name__ == "__main__":
    main()
