"""Prints on stderr what each view holds, and plays the moves of the file that ECHO_MOVES names.

Called with a game's name, or by Gomoku's referee with the opponent's name and a seed. echo.mjs and
echo.cpp do the same, so that sdk_test.py can compare the three with what was sent.
"""

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "sdk" / "python"))
import hilltop  # noqa: E402

MOVES = Path(os.environ["ECHO_MOVES"]).read_text().splitlines()
BATCH = int(os.environ.get("ECHO_BATCH", hilltop.BATCH))
NOISY = "ECHO_NOISY" in os.environ


def tell(*words):
    if NOISY:
        print("move 0 noise")
        sys.stdout.write("noise\n")
        os.system("echo noise of a child")
    print(*words, file=sys.stderr, flush=True)


def listed(numbers):
    return ",".join(map(str, numbers)) or "-"


def rules_of(view):
    return ["rules", view.rules.name] + [word for pair in view.rules.switches.items()
                                         for word in pair]


def planned(view):
    word, *rest = MOVES[view.game].split()
    if word == "fail":
        raise RuntimeError("bad luck")
    return word, rest


def pazaak(view):
    tell("turn", view.game, "player", view.player, "wins", listed(view.wins), "hand",
         listed(view.hand), "theirs", listed(view.theirs), "side", listed(view.side), "their_side",
         view.their_side, "action", view.action, "played", "yes" if view.played else "no",
         *rules_of(view), "value", view.value)
    word, rest = planned(view)
    if word == "PLAY":
        return hilltop.play(int(rest[0]))
    return {"END": hilltop.END, "STAND": hilltop.STAND}.get(word, word)


def yahtzee(view):
    card = ["-" if view.card[box] is None else view.card[box] for box in hilltop.BOXES]
    options = [f"{box}={view.options[box]}" for box in hilltop.BOXES if box in view.options]
    tell("turn", view.game, "round", view.round, "stage", view.stage, "dice", listed(view.dice),
         "card", listed(card), "score", view.score, "upper", view.upper, "upper_bonus",
         view.upper_bonus, "yahtzee_bonus", view.yahtzee_bonus, "totals", listed(view.totals),
         *rules_of(view), "options", listed(options))
    word, rest = planned(view)
    return hilltop.score(rest[0]) if word == "score" else hilltop.keep([int(i) for i in rest])


def begin(start):
    tell("begin", start.game, "seats", start.seats, "seed", start.seed)


def end(over):
    tell("end", over.game, "points", listed(over.points))


def gomoku_answer(kind):
    def answer(view):
        stones = ",".join(f'(({x},{y}),"{colour}")' for (x, y), colour in sorted(view.board.items()))
        tell(kind, "turn", "-" if view.turn is None else view.turn, "colour", view.colour or "-",
             "name", view.name, "opponent", view.opponent, "seed", view.seed, "free",
             len(view.free), f"board [{stones}]")
        move = MOVES.pop(0)
        points = [(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", move)]
        if kind == "open":
            return tuple(points)
        if kind == "pick":
            return hilltop.BLACK if move == "pick B" else hilltop.WHITE
        if kind == "place":
            return points[0]
        if move == "take B":
            return hilltop.TAKE_BLACK
        return hilltop.take_white(*points) if len(points) == 1 else hilltop.lay_two(*points)
    return answer


if sys.argv[1] == "pazaak":
    hilltop.play_pazaak(pazaak, begin=begin, end=end, batch=BATCH)
elif sys.argv[1] == "yahtzee":
    hilltop.play_yahtzee(yahtzee, begin=begin, end=end, batch=BATCH)
else:
    hilltop.play_gomoku(gomoku_answer("place"), open=gomoku_answer("open"),
                        choose=gomoku_answer("choose"), pick=gomoku_answer("pick"),
                        end=lambda winner: tell("end", winner or "-"),
                        first_to_move=os.environ["ECHO_FIRST"])
