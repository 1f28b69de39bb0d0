import sys

seed = int(sys.argv[2]) % 225


def point(line):
    n = seed
    while "((%d,%d)," % (n // 15 % 15, n % 15) in line:
        n += 1
    return "(%d,%d)" % (n // 15 % 15, n % 15)


line = sys.stdin.readline()
while line and not line.startswith("EXIT"):
    sys.stdout.write({"A": "(7,7) (0,0) (8,8)", "B": "B", "C": "B"}.get(line[0], point(line)) + "\n")
    sys.stdout.flush()
    line = sys.stdin.readline()
