"""A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each."""

import hilltop


def choose(view: hilltop.PazaakView) -> str:
    missing = 20 - view.value
    if missing in view.side:  # this card makes it 20
        return hilltop.play(missing)
    return hilltop.END if view.value < 17 else hilltop.STAND


hilltop.play_pazaak(choose)
