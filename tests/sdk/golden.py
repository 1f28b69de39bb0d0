"""Reconstructs the questions of the golden games from records and logs."""

import collections
import pathlib
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]

BOXES = ["aces", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
         "full_house", "small_straight", "large_straight", "yahtzee", "chance"]


@dataclass
class Turn:
    view: str  # what follows "turn G "
    move: str
    points: int = 0  # Yahtzee: score of the box that the move fills


@dataclass
class Game:
    file: pathlib.Path
    rules: str = ""
    switches: dict = field(default_factory=dict)
    names: list = field(default_factory=list)
    moves: list = field(default_factory=list)  # (seat, move)
    points: list = field(default_factory=list)
    turns: list = field(default_factory=list)

    @property
    def hello(self):
        words = [word for pair in self.switches.items() for word in pair]
        game = self.file.parent.parent.name
        return " ".join(["hilltop 1 game", game, "rules", self.rules, *words])


def records(game):
    files = sorted((ROOT / "src" / "games" / game / "golden").glob("*.game"))
    assert files, game
    return [read_record(file) for file in files]


def read_record(file):
    game = Game(file)
    for line in file.read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "rules":
            game.rules = rest
        elif kind == "switch":
            name, _, value = rest.partition(" ")
            game.switches[name] = value
        elif kind == "seat":
            game.names.append(rest.partition(" ")[2])
        elif kind == "move":
            seat, _, move = rest.partition(" ")
            game.moves.append((int(seat), move))
        elif kind == "points":
            game.points = [int(points) for points in rest.split()]
    return game


def listed(values):
    return ",".join(map(str, values)) or "-"


def pazaak_games():
    """Views hold what the log tells. Of a side deck only the cards that will be played are
    known."""
    games = records("pazaak")
    for game in games:
        table = PazaakTable(game)
        for line in game.file.with_suffix(".log").read_text().splitlines():
            table.read(line)
    return games


class PazaakTable:
    def __init__(self, game):
        self.game = game
        self.to_come = collections.deque(game.moves)
        self.left = [int(game.switches.get("side_cards", 4))] * 2
        self.wins = (0, 0)
        self.begin_hand()

    def begin_hand(self):
        self.hands = [[], []]
        self.actions = ["none", "none"]
        self.played = [False, False]

    def read(self, line):
        if line == "New Game!":
            self.begin_hand()
        elif match := re.fullmatch(r"The standings are (\d+) to (\d+)", line):
            self.wins = match.groups()
        elif match := re.fullmatch(r"(.*)'s new Hand: \[(.*)\]", line):
            seat = self.game.names.index(match[1])
            self.hands[seat] = [int(card) for card in match[2].split(", ")]
            if sum(self.hands[seat]) != 20 and self.to_come and self.to_come[0][0] == seat:
                self.ask(seat)
        elif match := re.fullmatch(r"(.*) has chosen to (END|STAND)", line):
            self.actions[self.game.names.index(match[1])] = match[2]

    def ask(self, seat):
        other = 1 - seat
        side = [int(move.split()[1]) for mover, move in self.to_come
                if mover == seat and move.startswith("PLAY")]
        view = (f"player {seat + 1} wins {listed(self.wins)} hand {listed(self.hands[seat])} "
                f"theirs {listed(self.hands[other])} side {listed(side)} "
                f"their_side {self.left[other]} action {self.actions[other]} "
                f"played {'yes' if self.played[other] else 'no'}")
        move = self.to_come.popleft()[1]
        self.game.turns.append(Turn(view, move))
        if move.startswith("PLAY"):
            self.hands[seat].append(int(move.split()[1]))
            self.left[seat] -= 1
            self.played[seat] = True


def yahtzee_games():
    games = records("yahtzee")
    for game in games:
        table = YahtzeeTable(game)
        for line in game.file.with_suffix(".log").read_text().splitlines():
            table.read(line)
    return games


class YahtzeeTable:
    def __init__(self, game):
        self.game = game
        self.to_come = collections.deque(game.moves)
        seats = range(len(game.names))
        self.cards = [dict.fromkeys(BOXES) for _ in seats]
        self.totals = [0 for _ in seats]
        self.bonuses = [[0, 0] for _ in seats]  # of the upper boxes, and of Yahtzees
        self.round, self.stage, self.dice = 0, 0, []
        longest_first = sorted(game.names, key=len, reverse=True)
        self.line = re.compile(f"({'|'.join(map(re.escape, longest_first))}) (rolls|keeps|scores) (.*)")

    def read(self, line):
        if match := re.fullmatch(r"Round (\d+)", line):
            self.round = int(match[1]) - 1
        elif match := self.line.fullmatch(line):
            seat = self.game.names.index(match[1])
            if match[2] == "rolls":
                self.dice, self.stage = match[3].split(), 0
            else:
                turn = self.ask(seat)
                self.keep(match[3]) if match[2] == "keeps" else self.score(seat, match[3], turn)

    def ask(self, seat):
        card = ["-" if points is None else points for points in self.cards[seat].values()]
        upper = sum(self.cards[seat][box] or 0 for box in BOXES[:6])
        view = (f"round {self.round} stage {self.stage} dice {listed(self.dice)} "
                f"card {listed(card)} score {self.totals[seat]} upper {upper} "
                f"upper_bonus {self.bonuses[seat][0]} yahtzee_bonus {self.bonuses[seat][1]} "
                f"totals {listed(sorted(self.totals))}")
        mover, move = self.to_come.popleft()
        assert mover == seat, (self.game.file, view, mover, move)
        self.game.turns.append(Turn(view, move))
        return self.game.turns[-1]

    def keep(self, told):
        self.stage += 1
        self.dice = re.search(r"\d \d \d \d \d$", told)[0].split()

    def score(self, seat, told, turn):
        match = re.match(r"(\d+) in .*\(total (\d+)\)", told)
        box = turn.move.split()[1]
        turn.points = self.cards[seat][box] = int(match[1])
        self.totals[seat] = int(match[2])
        for bonus, name in enumerate(["upper", "Yahtzee"]):
            if more := re.search(rf"{name} bonus of (\d+)", told):
                self.bonuses[seat][bonus] += int(more[1])


@dataclass
class Question:
    kind: str  # open, choose, pick or place
    line: str
    turn: str
    colour: str
    stones: str
    free: int
    move: str  # as in the record
    answer: str  # as on the wire


def gomoku_questions(game, seat):
    """Returns the questions of the contest's referee to a seat in a golden game."""
    stones, colours, turn = {}, ["-", "-"], 0
    if game.rules not in ("koth", "swap2"):
        colours = ["B", "W"]
    if "openings" in game.switches:  # begins from a position, which the game's other form tells
        given = re.search(r"from (\[.*\])", game.file.with_suffix(".sgf").read_text())[1]
        stones = {(int(x), int(y)): colour
                  for x, y, colour in re.findall(r'\((\d+),(\d+)\),"([BW])"', given)}
        colours = ["B", "W"]
    for mover, move in game.moves:
        points = [tuple(map(int, point)) for point in re.findall(r"\((\d+),(\d+)\)", move)]
        if "-" not in colours:
            kind, letter = "place", str(turn)
        elif not stones:
            kind, letter = "open", "A"
        else:
            kind, letter = ("pick", "C") if move.startswith("pick") else ("choose", "B")
        if mover == seat:
            board = ",".join(f'(({x},{y}),"{colour}")' for (x, y), colour in sorted(stones.items()))
            yield Question(kind, f"{letter} [{board}]", letter if kind == "place" else "-",
                           colours[seat] if kind == "place" else "-", f"[{board}]",
                           15 * 15 - len(stones), move, re.sub("^(take|pick) ", "", move))
        laid = {"open": "BBW", "choose": "W" if move.startswith("take") else "BW", "pick": "",
                "place": colours[mover]}[kind]
        stones.update(zip(points, laid))
        if move.startswith(("take", "pick")):
            colours[mover] = move.split()[1][0]
            colours[1 - mover] = "W" if colours[mover] == "B" else "B"
        turn += kind == "place"
