from hilltop import Hilltop, PazaakBot, PazaakMove


class Bot(PazaakBot):
    def choose(self, view):
        return PazaakMove.END if view.value() < 17 else PazaakMove.STAND


Hilltop.playPazaak(Bot())
