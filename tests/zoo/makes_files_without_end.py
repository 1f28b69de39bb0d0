"""Makes 2,000 empty files and waits."""

import sinner

sinner.hear()
for number in range(2000):
    open(f"file-{number}", "wb").close()
sinner.wait_for_the_end()
