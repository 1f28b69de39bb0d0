"""Fills its folder with small files, up to 256 MiB, and waits."""

import sinner

MIB = bytes(1 << 20)

sinner.hear()
for number in range(256):
    with open(f"ballast-{number}", "wb") as file:
        file.write(MIB)
sinner.wait_for_the_end()
