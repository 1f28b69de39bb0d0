from hilltop import Hilltop, YahtzeeBot, YahtzeeMove


class Bot(YahtzeeBot):
    def choose(self, view):
        if view.stage() < 2:
            return YahtzeeMove.keep([i for i, face in enumerate(view.dice()) if face >= 5])
        options = view.options()
        return YahtzeeMove.score(max(options, key=lambda box: options[box]))


Hilltop.playYahtzee(Bot())
