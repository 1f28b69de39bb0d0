# A bot of Gomoku for tests, which is called with its opponent's name: it lays each stone into the
# first free cell, so that its games are short. It may stay for the next game.
import re, sys

for line in sys.stdin:
    kind = line.split()[0]
    taken = re.findall(r"\((\d+),(\d+)\)", line)
    if kind in ("EXIT", "NEW"):
        continue
    if kind == "bye":
        break
    if kind == "A":
        print("(7,7) (0,0) (8,8)", flush=True)
    elif kind in ("B", "C"):
        print("B", flush=True)
    else:
        print(next("(%d,%d)" % (x, y) for y in range(15) for x in range(15)
                   if (str(x), str(y)) not in taken), flush=True)
