"""Pazaak and Yahtzee in plain Python, with the house bots kid and greedy: what bench/lockstep.py compares with.

Each is a generator of decisions: it yields the legal actions, and is sent one of them. They are the games of
src/games without jokers' finer points, at the speed that a careful author gets.
"""

import random

END, STAND = 0, 1  # 1 + c: PLAY c


def kid(total, side, theirs, their_action, they_played):
    if theirs > 20 or total > 20:
        return STAND
    if total <= 10:
        return END
    fitting = [card for card in side if total + card <= 20]
    best = max(fitting, default=0)
    made = total + best
    if best and made >= theirs and made > 18:
        return 1 + best
    if their_action == STAND or they_played:
        if total < theirs:
            return 1 + best if best and made >= theirs else END
        if total == theirs:
            return 1 + min(fitting) if best else STAND
        return STAND
    if total < theirs or (theirs <= 10 and total < 18):
        return END
    if total == theirs and total >= 18:
        return STAND
    return END if total < 18 else STAND


def pazaak(rng):
    """A game against kid, who is player 2."""
    sides = [sorted(rng.sample([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], 4)) for _ in range(2)]
    wins = [0, 0]
    while max(wins) < 3:
        deck = [1 + i // 4 for i in range(40)]
        rng.shuffle(deck)
        totals, actions, played = [0, 0], [None, None], [False, False]
        while True:
            for player in (0, 1):
                if actions[player] == STAND:
                    continue
                totals[player] += deck.pop()
                if totals[player] == 20:
                    actions[player] = STAND
                    continue
                other = 1 - player
                if player == 0:
                    action = yield [END, STAND, *(1 + card for card in set(sides[0]))]
                else:
                    action = kid(totals[1], sides[1], totals[other], actions[other], played[other])
                if action > STAND:
                    sides[player].remove(action - 1)
                    totals[player] += action - 1
                    played[player] = True
                actions[player] = END if action == END else STAND
            a, b = totals
            a_stands, b_stands = actions[0] == STAND, actions[1] == STAND
            if a > 20 or b > 20 or (a_stands and b_stands) or (a > b and b_stands) or (b > a and a_stands):
                a, b = a if a <= 20 else 0, b if b <= 20 else 0
                wins[0] += a > b
                wins[1] += b > a
                break


def scores(dice):
    counts = [dice.count(face) for face in range(1, 7)]
    most, total = max(counts), sum(dice)
    run = "".join("x" if count else " " for count in counts)
    return [*(face * count for face, count in enumerate(counts, 1)), total if most >= 3 else 0,
            total if most >= 4 else 0, 25 if most == 3 and 2 in counts else 0, 30 if "xxxx" in run else 0,
            40 if "xxxxx" in run else 0, 50 if most == 5 else 0, total]


PATTERNS = (11, 10, 9, 8)
CHEAPEST_FIRST = (0, 1, 2, 3, 11, 7, 10, 4, 5, 8, 9, 6, 12)


def greedy(dice, stage, card):
    now = scores(dice)
    made = [box for box in PATTERNS if card[box] is None and now[box] > 0]
    if made:
        return 32 + max(made, key=lambda box: now[box])
    if stage == 2:
        return 32 + max((box for box in CHEAPEST_FIRST if card[box] is None), key=lambda box: now[box])
    common = max(range(6, 0, -1), key=dice.count)
    return sum(1 << place for place, face in enumerate(dice) if face == common)


def yahtzee(rng):
    """A game against greedy."""
    cards = [[None] * 13, [None] * 13]
    for _ in range(13):
        for player, card in enumerate(cards):
            dice = [rng.randint(1, 6) for _ in range(5)]
            for stage in range(3):
                if player == 0:
                    boxes = [32 + box for box in range(13) if card[box] is None]
                    action = yield [*range(32), *boxes] if stage < 2 else boxes
                else:
                    action = greedy(dice, stage, card)
                if action >= 32:
                    card[action - 32] = scores(dice)[action - 32]
                    break
                dice = [face if action >> place & 1 else rng.randint(1, 6) for place, face in enumerate(dice)]


def decisions(game, count, seed=1):
    """Plays random legal actions until there were so many decisions."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        play = game(rng)
        legal = next(play)
        try:
            while True:
                made += 1
                legal = play.send(rng.choice(legal))
        except StopIteration:
            pass
    return made
