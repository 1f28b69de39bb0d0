"""Says lines that are nearly as long as a line may be, as fast as it can."""

import sinner

while True:
    sinner.say("flood" * 12_000)
