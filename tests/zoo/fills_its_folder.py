"""Fills its folder with small files, 256 MiB at most, and waits."""

import sinner

MIB = bytes(1 << 20)

sinner.hear()
for number in range(256):
    with open(f"ballast-{number}", "wb") as file:
        file.write(MIB)
sinner.wait_for_the_end()
