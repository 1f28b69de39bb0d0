"""The six bots of Pazaak's contest as they are described, to test implementations in other
languages.

A bot is a function of a View; it answers END, STAND or PLAY and a card. Where the description of
Nestor leaves a choice open, docs/decisions/0003-nestor.md decides.
"""

import random
from fractions import Fraction
from typing import NamedTuple, Tuple


class View(NamedTuple):
    hand: Tuple[int, ...]
    theirs: Tuple[int, ...]
    side: Tuple[int, ...]
    won: int  # hands in this game
    they_won: int
    action: str  # the opponent's: none, END or STAND
    played: bool

    @property
    def m(self):
        return sum(self.hand)

    @property
    def o(self):
        return sum(self.theirs)

    @property
    def finished(self):
        return self.action == "STAND" or self.played

    def unseen(self):
        """Returns {value: number}; negative numbers are possible, because played side cards count
        like house cards."""
        return {c: 4 - self.hand.count(c) - self.theirs.count(c) for c in range(1, 11)}


def bold(view):
    return "END" if view.m < 20 else "STAND"


def cautious(view):
    return "END" if view.m < 15 else "STAND"


def bastila(view):
    fitting = [c for c in view.side if 17 <= view.m + c <= 20]
    if fitting:
        return f"PLAY {fitting[-1]}"
    e = (220 - sum(view.hand)) // (40 - len(view.hand))
    return "STAND" if view.m + e > 18 else "END"


def austin(view):
    m, o, they_stand = view.m, view.o, view.action == "STAND"
    if m >= 20 or o > 20 or (o < m and they_stand):
        return "STAND"
    better = [c for c in view.side if o < m + c <= 20]
    if they_stand and better:
        return f"PLAY {better[0]}"
    if 20 - m in view.side:
        return f"PLAY {20 - m}"
    unseen = view.unseen()
    some_fits = m <= 10 or any(count > 0 and m + c <= 20 for c, count in unseen.items())
    pressed = (o >= m and they_stand) or view.action == "END"
    reckless = pressed and m < 20 and some_fits and view.won < view.they_won
    fit = sum(count for c, count in unseen.items() if c <= 20 - m)
    return "END" if reckless or Fraction(fit, sum(unseen.values())) > Fraction(2, 10) else "STAND"


def nestor(view):
    m, o = view.m, view.o
    if m == 20:
        return "STAND"
    if view.finished:
        if m > o:
            return "STAND"
        cards = [c for c in view.side if o < m + c <= 20] or [
            c for c in view.side if o <= m + c <= 20]
        return f"PLAY {cards[0]}" if cards else "END"
    if 20 - m in view.side:
        return f"PLAY {20 - m}"
    if (o == 20 and m < 20) or m < 10:
        return "END"
    return "END" if nestor_draws(m, o, view.unseen()) else "STAND"


def nestor_draws(m, o, unseen):
    n = sum(unseen.values())
    s = Fraction(sum(count for c, count in unseen.items() if c >= 21 - o), n)

    def outcome(mine, theirs):  # 1 won, 0 level, -1 lost
        mine, theirs = (value if value <= 20 else 0 for value in (mine, theirs))
        return (mine > theirs) - (mine < theirs)

    def no_card(mine, pays):  # only if they do not lose by it
        return 0 if outcome(mine, o) == 1 else s * pays[outcome(mine, o)]

    now, later = {1: 10, 0: 1, -1: 0}, {1: 19, 0: 9, -1: 4}
    standing = no_card(m, now) + sum(
        Fraction(unseen[t], n) * now[outcome(m, o + t)] for t in unseen)
    drawing = sum(
        Fraction(unseen[c], n) * (no_card(m + c, later) + sum(
            Fraction(unseen[t] - (t == c), n - 1) * later[outcome(m + c, o + t)] for t in unseen))
        for c in unseen)
    return drawing > standing


def kid(view):
    m, o = view.m, view.o
    if o > 20 or m > 20:
        return "STAND"
    if m <= 10:
        return "END"
    fitting = [c for c in view.side if m + c <= 20]
    b = max(fitting, default=None)
    v = m + (b or 0)
    if b and v >= o and v > 18:
        return f"PLAY {b}"
    if view.finished:
        if m < o:
            return f"PLAY {b}" if b and v >= o else "END"
        if m == o:
            return f"PLAY {min(fitting)}" if fitting else "STAND"
        return "STAND"
    if m < o:
        return "END"
    if o <= 10 and m < 18:
        return "END"
    if m == o and m >= 18:
        return "STAND"
    return "END" if m < 18 else "STAND"


BOTS = {"bold": bold, "cautious": cautious, "bastila": bastila, "austin": austin, "nestor": nestor,
        "kid": kid}


def random_view(luck):
    """Returns a turn as it may occur in a game: dealt from one deck, with side cards from one set
    each."""
    deck = [value for value in range(1, 11) for _ in range(4)]
    sides = [[1, 1, 2, 2, 3, 3, 4, 4, 5, 5] for _ in range(2)]
    for cards in (deck, *sides):
        luck.shuffle(cards)
    action = luck.choice(["none", "END", "STAND"])
    played = action == "STAND" and luck.random() < 0.4
    hand = [deck.pop()]
    while sum(hand) < 20 and luck.random() < 0.75:
        hand.append(deck.pop())
    if sum(hand) == 20:  # stands automatically and is not asked
        hand.pop()
    theirs = [deck.pop()] if action != "none" else []
    while theirs and sum(theirs) < 20 and luck.random() < 0.7:
        theirs.append(deck.pop())
    if played:
        theirs.append(sides[1].pop())
    won, they_won = luck.randrange(3), luck.randrange(3)
    side = sides[0][:luck.randrange(5)]
    return View(tuple(hand), tuple(theirs), tuple(side), won, they_won, action, played)


def random_views(count, seed):
    luck = random.Random(seed)
    return [random_view(luck) for _ in range(count)]


def decision(hand, theirs, side, action, answer, played=False, wins=(0, 0)):
    return View(tuple(hand), tuple(theirs), tuple(side), *wins, action, played), answer


# Decisions at the edges of the descriptions' sentences.
EDGES = {
    "bold": [decision((10, 9), (), (1,), "none", "END"), decision((10, 9, 2), (), (), "none", "STAND")],
    "cautious": [decision((10, 4), (), (1,), "none", "END"), decision((10, 5), (), (), "none", "STAND")],
    "bastila": [
        decision((10, 5), (), (1, 2, 5, 4, 1), "none", "PLAY 4"),  # the last of 17 to 20
        decision((10, 4), (), (1, 2), "none", "STAND"),  # 14 + ⌊206 / 38⌋ = 19
        decision((10, 3), (), (1, 2), "none", "END"),  # 13 + ⌊207 / 38⌋ = 18
    ],
    "austin": [
        decision((10, 9, 3), (5,), (), "END", "STAND"),  # over 20
        decision((10, 5), (10, 9, 2), (5,), "END", "STAND"),  # the opponent is
        decision((10, 6), (10, 5), (4,), "STAND", "STAND"),  # ahead of one who stands
        decision((10, 5), (10, 7), (2, 3, 5), "STAND", "PLAY 3"),  # 17 is not enough: the first above
        decision((10, 5), (10, 4), (2, 5), "END", "PLAY 5"),  # in play: 20 only
        decision((9, 9), (1, 8, 7), (), "END", "STAND"),  # 7 of 35 fit: a fifth is not more
        decision((9, 9), (6, 8, 5), (), "END", "END"),  # 8 of 35 do
        decision((10, 9), (4,), (), "END", "STAND"),  # 4 of 37
        decision((10, 9), (4,), (), "END", "END", wins=(0, 1)),  # but reckless
        decision((10, 9), (4,), (), "END", "STAND", wins=(1, 1)),
        decision((10, 9), (4,), (), "none", "STAND", wins=(0, 1)),
        decision((10, 9), (10, 9), (), "STAND", "END", wins=(1, 2)),  # level with one who stands
        decision((10, 9), (1, 1, 1, 1, 9), (), "END", "STAND", wins=(0, 1)),  # no card fits
    ],
    "nestor": [
        decision((10, 7), (10, 6), (3,), "STAND", "STAND"),  # ahead of one who has finished
        decision((10, 4), (10, 6), (2, 5, 3), "STAND", "PLAY 5"),  # the first that beats
        decision((10, 4), (10, 8), (1, 4, 3), "STAND", "PLAY 4"),  # none beats: the first that levels
        decision((10, 4), (10, 9), (4,), "STAND", "END"),
        decision((10, 4), (10, 6), (2,), "END", "PLAY 2", played=True),
        decision((10, 5), (4,), (1, 5), "END", "PLAY 5"),  # 20
        decision((10, 9), (10, 10), (), "END", "END"),  # 20 to beat
        decision((5, 4), (4,), (), "END", "END"),  # below 10
        decision((10, 9), (5,), (), "END", "STAND"),
        decision((10, 5), (10, 6), (), "END", "END"),
        decision((10, 9), (10, 9, 9), (), "END", "END"),  # the opponent is over 20
        decision((10, 9, 3), (4,), (), "END", "END"),
    ],
    "kid": [
        decision((10, 9), (10, 9, 3), (1,), "END", "STAND"),
        decision((10, 9, 2), (3,), (1,), "END", "STAND"),
        decision((10,), (10, 9), (5,), "STAND", "END"),
        decision((10, 5), (3,), (3, 4, 3), "END", "PLAY 4"),  # 19: the greatest below 20
        decision((10, 5), (3,), (4, 5), "END", "PLAY 5"),  # 20
        decision((10, 5), (10,), (3,), "END", "END"),  # 18 is not above 18
        decision((10, 5), (10, 7), (3,), "STAND", "PLAY 3"),  # but it does against 17
        decision((10, 5), (10, 9), (3,), "STAND", "END"),
        decision((10, 4), (10, 4), (3, 2, 4), "STAND", "PLAY 2"),  # level: the smallest
        decision((10, 4), (10, 4), (), "STAND", "STAND"),
        decision((10, 5), (10, 4), (3,), "STAND", "STAND"),
        decision((10, 7), (10, 8), (), "END", "END"),
        decision((10, 8), (10, 8), (), "END", "STAND"),
        decision((10, 7), (10, 6), (), "END", "END"),
        decision((10, 8), (10, 6), (), "END", "STAND"),
        decision((10, 7), (10,), (), "END", "END"),
    ],
}
