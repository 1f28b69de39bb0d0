"""Makes 5,000 empty files and waits."""

import sinner

sinner.hear()
for number in range(5000):
    open(f"file-{number}", "wb").close()
sinner.wait_for_the_end()
