"""Never reads a question, and never answers one."""

import sinner

sinner.wait_for_the_end()
