# SPDX-License-Identifier: Apache-2.0
"""Bots for Hilltop in Python: one file, no dependencies, Python 3.9 or later.

    import hilltop

    def choose(view: hilltop.PazaakView) -> str:
        return hilltop.END if view.value < 17 else hilltop.STAND

    hilltop.play_pazaak(choose)

A bot hands its function to play_pazaak, play_yahtzee or play_gomoku. Each of these talks to the
arena until the games are over, then returns. The function gets a view, all that the bot may know,
and returns a move, made by the constants and functions below.

From the import on, standard output belongs to the conversation: what the bot prints, and what
programs print that it starts, goes to standard error. What the bot's function raises ends the bot
with a traceback and exit status 1; so does a move that is not of the game.
"""

import os
import re
import sys
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

_OUT = os.dup(1)  # the way to the arena; os.dup keeps it from programs that the bot starts
os.dup2(2, 1)
sys.stdout = sys.stderr

BATCH = 256  # max games at a time, for bots without a memory
_READ_BYTES = 1 << 16


# ------------------------------------------------------------------------- games of Hilltop's lines

class Rules(NamedTuple):
    """What is played, as the arena said at the start."""

    game: str  # "pazaak" or "yahtzee"
    name: str  # the rule set, such as "koth"
    switches: Mapping[str, str]  # such as {"side_cards": "4"}


class GameStart(NamedTuple):
    """A game begins; what the hook `begin` gets."""

    game: int  # its number, the same in every view of this game
    seats: int
    seed: int  # for the bot's randomness, 0 to 2**31 - 1
    rules: Rules


class GameEnd(NamedTuple):
    """A game is over; what the hook `end` gets."""

    game: int
    points: Tuple[int, ...]  # of each seat


Begin = Callable[[GameStart], None]
End = Callable[[GameEnd], None]


# ------------------------------------------------------------------------------------------- Pazaak

END = "END"  # end the turn, and be dealt another card
STAND = "STAND"  # no more cards in this hand


def play(card: int) -> str:
    """Add this side card, then stand. The card must be one of view.side."""
    return f"PLAY {card}"


class PazaakView(NamedTuple):
    """A turn of Pazaak. Cards are numbers; a value over 20 loses."""

    game: int  # the number of the game
    player: int  # 1 or 2: which player the bot is
    wins: Tuple[int, int]  # hands won by player 1, by player 2
    hand: Tuple[int, ...]  # its cards on the table, in the order in which they came
    theirs: Tuple[int, ...]  # the opponent's cards on the table
    side: Tuple[int, ...]  # its side deck
    their_side: int  # how many side cards the opponent has left
    action: str  # the opponent's last action in this hand: "none", "END" or "STAND"
    played: bool  # whether the opponent played a side card in this hand
    rules: Rules

    @property
    def value(self) -> int:
        """The sum of its hand."""
        return sum(self.hand)


def play_pazaak(choose: Optional[Callable[[PazaakView], str]] = None, *,
                choose_all: Optional[Callable[[List[PazaakView]], Sequence[str]]] = None,
                begin: Optional[Begin] = None,
                end: Optional[End] = None, batch: int = BATCH) -> None:
    """Plays until the arena says bye or is gone.

    choose(view) returns END, STAND or play(card). It is asked about up to `batch` games at a time;
    a bot that remembers one game after another says batch=0. Instead, choose_all(views) gets all
    turns that wait, and returns a move for each, in their order. begin and end are called when a
    game begins and when it is over.
    """
    _Conversation("pazaak", _pazaak_view, choose, choose_all, _PAZAAK_MOVE, begin, end,
                  batch).hold()


_PAZAAK_MOVE = re.compile(r"END|STAND|PLAY [0-9]+", re.ASCII)
_PAZAAK_PAIRS = ["player", "wins", "hand", "theirs", "side", "their_side", "action", "played"]


def _pazaak_view(words: List[str], rules: Rules) -> PazaakView:
    _check_pairs(words, _PAZAAK_PAIRS)
    wins = _numbers(words[5])
    return PazaakView(int(words[1]), int(words[3]), (wins[0], wins[1]), _numbers(words[7]),
                      _numbers(words[9]), _numbers(words[11]), int(words[13]), words[15],
                      words[17] == "yes", rules)


# ------------------------------------------------------------------------------------------ Yahtzee

BOXES = ("aces", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
         "full_house", "small_straight", "large_straight", "yahtzee", "chance")
UPPER = BOXES[:6]
LOWER = BOXES[6:]


def keep(indexes: Sequence[int] = ()) -> str:
    """Keep the dice at these indexes, 0 to 4 and none twice, and roll the others."""
    return " ".join(["keep", *map(str, indexes)])


def score(box: str) -> str:
    """Fill this box, one of view.options."""
    return f"score {box}"


class YahtzeeView(NamedTuple):
    """A turn of Yahtzee."""

    game: int  # the number of the game
    round: int  # 0 to 12
    stage: int  # 0, 1, 2: after the first, second, third roll; after the third it must score
    dice: Tuple[int, ...]  # the five dice
    card: Dict[str, Optional[int]]  # its own card: the points of each of BOXES, None if open
    score: int  # its total
    upper: int  # the sum of its upper boxes, without the bonus
    upper_bonus: int
    yahtzee_bonus: int
    totals: Tuple[int, ...]  # of all seats, its own among them, lowest first
    rules: Rules

    @property
    def options(self) -> Dict[str, int]:
        """Each box that may be filled now, and the points that it would get.

        Jokers are minded; bonuses are not among the points.
        """
        boxes = [box for box, points in self.card.items() if points is None]
        face = UPPER[self.dice[0] - 1]
        joker = self._is_joker()
        if joker and self.rules.name == "koth":
            boxes = ([face] if face in boxes else
                     [box for box in boxes if box in LOWER] or boxes)
        stands_in = joker and self.card[face] is not None
        points = _all_points(self.dice, stands_in)
        return {box: points[box] for box in boxes}

    def _is_joker(self) -> bool:
        if self.rules.name == "cab201-basic" or len(set(self.dice)) > 1:
            return False
        after_zero = self.rules.switches.get("joker_after_zero", "true") not in _NO
        return self.card["yahtzee"] == 50 or (self.card["yahtzee"] == 0 and after_zero)


def play_yahtzee(choose: Optional[Callable[[YahtzeeView], str]] = None, *,
                 choose_all: Optional[Callable[[List[YahtzeeView]], Sequence[str]]] = None,
                 begin: Optional[Begin] = None,
                 end: Optional[End] = None, batch: int = BATCH) -> None:
    """Plays until the arena says bye or is gone.

    choose(view) returns keep(indexes) or score(box). It is asked about up to `batch` games at a
    time; a bot that remembers one game after another says batch=0. Instead, choose_all(views) gets
    all turns that wait, and returns a move for each, in their order. begin and end are called when
    a game begins and when it is over.
    """
    _Conversation("yahtzee", _yahtzee_view, choose, choose_all, _YAHTZEE_MOVE, begin, end,
                  batch).hold()


_NO = ("false", "off", "no", "0")
_YAHTZEE_MOVE = re.compile(r"keep(?: [0-4]){0,5}|score (?:" + "|".join(BOXES) + ")", re.ASCII)
_YAHTZEE_PAIRS = ["round", "stage", "dice", "card", "score", "upper", "upper_bonus",
                  "yahtzee_bonus", "totals"]


def _yahtzee_view(words: List[str], rules: Rules) -> YahtzeeView:
    _check_pairs(words, _YAHTZEE_PAIRS)
    card = [None if points == "-" else int(points) for points in words[9].split(",")]
    return YahtzeeView(int(words[1]), int(words[3]), int(words[5]), _numbers(words[7]),
                       dict(zip(BOXES, card)), int(words[11]), int(words[13]), int(words[15]),
                       int(words[17]), _numbers(words[19]), rules)


def _all_points(dice: Sequence[int], stands_in: bool) -> Dict[str, int]:
    """What each box would get; stands_in: a joker, which counts as any full house or straight."""
    counts = [dice.count(face) for face in range(1, 7)]
    most, total = max(counts), sum(dice)
    faces = "".join("x" if count else " " for count in counts)
    return dict(zip(BOXES, [
        *(face * count for face, count in enumerate(counts, 1)),
        total if most >= 3 else 0,
        total if most >= 4 else 0,
        25 if stands_in or (most == 3 and 2 in counts) else 0,
        30 if stands_in or "xxxx" in faces else 0,
        40 if stands_in or "xxxxx" in faces else 0,
        50 if most == 5 else 0,
        total,
    ]))


# ------------------------------------------------------------------------------------------- Gomoku

SIZE = 15  # points are (x, y), each from 0 to 14
BLACK = "B"
WHITE = "W"
TAKE_BLACK = "B"

Point = Tuple[int, int]
Opening = Tuple[Point, Point, Point]


def take_white(stone: Point) -> str:
    """Play white, and lay this white stone."""
    return "W" + _text(stone)


def lay_two(black: Point, white: Point) -> str:
    """Lay a black and a white stone; the opponent picks a colour."""
    return _text(black) + _text(white)


class GomokuView(NamedTuple):
    """A question of Gomoku."""

    board: Dict[Point, str]  # every stone, BLACK or WHITE
    turn: Optional[int]  # turns of both since the opening; None while it lasts
    colour: Optional[str]  # the bot's own, BLACK or WHITE; None while it is not settled
    name: str  # the bot's own: the first line of its file meta
    opponent: str  # the opponent's name
    seed: int  # for the bot's randomness, 0 to 2**31 - 1, another one for each game

    @property
    def free(self) -> List[Point]:
        """The points without a stone, by x, then y."""
        return [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in self.board]


def balanced_opening(view: GomokuView) -> Opening:
    """Black in the middle and in a corner, white beside the middle."""
    return (7, 7), (0, 14), (8, 7)


def take_black(view: GomokuView) -> str:
    """Black, who moves first in the contest."""
    return TAKE_BLACK


def pick_black(view: GomokuView) -> str:
    """Black, who moves first in the contest."""
    return BLACK


def play_gomoku(place: Callable[[GomokuView], Point], *,
                open: Callable[[GomokuView], Opening] = balanced_opening,
                choose: Callable[[GomokuView], str] = take_black,
                pick: Callable[[GomokuView], str] = pick_black,
                end: Optional[Callable[[Optional[str]], None]] = None,
                first_to_move: str = BLACK) -> None:
    """Plays one game; the arena starts the bot anew for each.

    place(view) returns the point of the bot's next stone. open(view) returns three points: a black
    stone, a black one and a white one. choose(view) answers an opening with TAKE_BLACK,
    take_white(point) or lay_two(black, white). pick(view) returns BLACK or WHITE after the
    opponent has laid two. end(winner) is told the winner's name, None after a tie.
    first_to_move is the first to move after a pick: BLACK in the contest, WHITE under swap2.
    """
    game = _Gomoku(place, open, choose, pick, first_to_move)
    for lines in _batches():
        for line in lines:
            kind, _, rest = line.partition(" ")
            if kind == "EXIT":
                if end:
                    end(None if rest == "TIE" else rest)
                return
            if not _say([game.answer(kind, rest)]):
                return


_STONE = re.compile(r'\(\((\d+),(\d+)\),"([BW])"\)')
_CHOICE = re.compile(r"B|W\(\d+,\d+\)|\(\d+,\d+\)\(\d+,\d+\)", re.ASCII)


class _Gomoku:
    """One game, and the colour that the bot has in it once that is known."""

    def __init__(self, place: Callable[[GomokuView], Point],
                 opening: Callable[[GomokuView], Opening], choose: Callable[[GomokuView], str],
                 pick: Callable[[GomokuView], str], first_to_move: str) -> None:
        self.place, self.opening, self.choose, self.pick = place, opening, choose, pick
        self.first_to_move = first_to_move
        self.colour: Optional[str] = None
        self.opened = False  # it was asked about the opening, which the host's openings leave out
        self.name = _own_name()
        self.opponent = sys.argv[1] if len(sys.argv) > 1 else ""
        self.seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0

    def answer(self, kind: str, rest: str) -> str:
        board = {(int(x), int(y)): colour for x, y, colour in _STONE.findall(rest)}
        self.opened = self.opened or kind in ("A", "B", "C")
        if kind == "A":
            return "".join(map(_text, _three(self.opening(self.view(board)))))
        if kind == "B":
            choice = _checked(self.choose(self.view(board)), _CHOICE)
            self.colour = choice[0] if choice[0] in "BW" else None
            return choice
        if kind == "C":
            self.colour = _checked(self.pick(self.view(board)), re.compile("[BW]"))
            return self.colour
        turn = int(kind)
        self.colour = self.colour or self.colour_by(board, turn)
        return _text(self.place(self.view(board, turn)))

    def view(self, board: Dict[Point, str], turn: Optional[int] = None) -> GomokuView:
        return GomokuView(board, turn, self.colour, self.name, self.opponent, self.seed)

    def colour_by(self, board: Dict[Point, str], turn: int) -> str:
        """The colour that the opponent or the host left: nobody tells, but it shows in the stones."""
        stones = len(board) - turn
        first = self.first_to_move
        if not self.opened and stones % 2 == 0:  # the host's opening, in which the colours alternate
            first = BLACK
        elif self.opened and stones == 3:  # the bot opened, they took black
            return WHITE
        elif self.opened and stones == 4:  # the bot opened, they took white and laid a stone
            return BLACK
        second = WHITE if first == BLACK else BLACK
        return first if turn % 2 == 0 else second  # the bot laid two, they picked


def _own_name() -> str:
    try:
        with open("meta", encoding="utf-8") as meta:
            return meta.readline().strip()
    except OSError:  # not started in its folder
        return ""


def _three(points: Opening) -> Opening:
    if len(points) != 3:
        raise ValueError(f"an opening is three points, not {points!r}")
    return points


def _text(point: Point) -> str:
    x, y = point
    return f"({int(x)},{int(y)})"


# ------------------------------------------------------------------------------------- conversation

class _Conversation:
    """The lines of docs/protocol.md: one game's question after another's, in any order."""

    def __init__(self, game: str, view: Callable[[List[str], Rules], Any],
                 choose: Optional[Callable[[Any], str]],
                 choose_all: Optional[Callable[[List[Any]], Sequence[str]]], form: "re.Pattern[str]",
                 begin: Optional[Begin], end: Optional[End], batch: int) -> None:
        if (choose is None) == (choose_all is None):
            raise TypeError("give choose or choose_all, and not both")
        self.game, self.view, self.form = game, view, form
        self.choose, self.choose_all = choose, choose_all
        self.begin, self.end, self.batch = begin, end, batch
        self.rules = Rules(game, "koth", {})
        self.turns: List[Any] = []  # views that wait for choose_all
        self.over = False

    def hold(self) -> None:
        for lines in _batches():
            answers: List[str] = []
            try:
                for line in lines:
                    self.hear(line.split(" "), answers)
                if self.choose_all and self.turns:
                    self.answer(self.choose_all(self.turns), answers)
            finally:  # if the bot fails at one game, what it said in the others still counts
                heard = _say(answers)
            if self.over or not heard:
                return

    def hear(self, words: List[str], answers: List[str]) -> None:
        kind = words[0]
        if kind == "turn":
            view = self.view(words, self.rules)
            if self.choose:
                answers.append(f"move {view.game} {_checked(self.choose(view), self.form)}")
            else:
                self.turns.append(view)
        elif kind == "begin" and self.begin:
            self.begin(GameStart(int(words[1]), int(words[3]), int(words[5]), self.rules))
        elif kind == "end" and self.end:
            self.end(GameEnd(int(words[1]), _numbers(words[3])))
        elif kind == "hilltop":
            self.rules = Rules(words[3], words[5], dict(zip(words[6::2], words[7::2])))
            if self.rules.game != self.game:
                sys.exit(f"this bot plays {self.game}, not {self.rules.game}")
            answers.append(f"ready 1 batch {self.batch}" if self.batch > 0 else "ready 1")
        elif kind == "bye":
            self.over = True

    def answer(self, moves: Sequence[str], answers: List[str]) -> None:
        turns, self.turns = self.turns, []
        if len(moves) != len(turns):
            raise ValueError(f"{len(turns)} views need as many moves, not {len(moves)}")
        answers += [f"move {view.game} {_checked(move, self.form)}" for view, move in zip(turns, moves)]


def _batches() -> Iterator[List[str]]:
    """All whole lines that are there, again and again until the input ends."""
    begun = b""
    while True:
        read = os.read(0, _READ_BYTES)
        if not read:
            return
        *lines, begun = (begun + read).split(b"\n")
        if lines:
            yield [line.decode("utf-8", "replace") for line in lines]


def _say(answers: List[str]) -> bool:
    """Writes all answers at once; False if nobody is there to read them."""
    text = "".join(answer + "\n" for answer in answers).encode("ascii")
    try:
        while text:
            text = text[os.write(_OUT, text):]
    except BrokenPipeError:
        return False
    return True


def _numbers(text: str) -> Tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def _check_pairs(words: List[str], names: List[str]) -> None:
    """Pairs stand in a fixed order; more may follow."""
    if words[2:2 + 2 * len(names):2] != names:
        raise ValueError(f"not a turn that this SDK knows: {' '.join(words)}")


def _checked(move: object, form: "re.Pattern[str]") -> str:
    if not isinstance(move, str) or not form.fullmatch(move):
        raise ValueError(f"not a move of this game: {move!r}")
    return move
