"""The bot of threshold.cpp in Python, without libraries: THRESHOLD [batch]."""

import os
import sys

enough, batched = int(sys.argv[1]), len(sys.argv) > 2
held = b""
while data := os.read(0, 65536):
    *lines, held = (held + data).split(b"\n")
    answers = []
    for line in lines:
        kind, *words = line.decode().split()
        if kind == "turn":
            value = sum(map(int, words[words.index("hand") + 1].split(",")))
            answers.append(f"move {words[0]} {'END' if value < enough else 'STAND'}\n")
        elif kind == "hilltop":
            answers.append("ready 1 batch 256\n" if batched else "ready 1\n")
        elif kind == "bye":
            sys.exit()
    os.write(1, "".join(answers).encode())
