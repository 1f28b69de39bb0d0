// SPDX-License-Identifier: Apache-2.0

// Package hilltop makes bots for Hilltop: one file, Go 1.18 or later, no other modules.
//
//	package main
//
//	import "bot/hilltop"
//
//	func main() {
//		hilltop.PlayPazaak(func(view hilltop.PazaakView) hilltop.PazaakMove {
//			if view.Value() < 17 {
//				return hilltop.End
//			}
//			return hilltop.Stand
//		})
//	}
//
// A bot gives its function to PlayPazaak, PlayYahtzee or PlayGomoku. Each of these talks to the arena
// until the games are over, then returns. The function gets a view, which holds all that the bot may
// know, and returns a move, made by the constants and functions below.
//
// From the import on, standard output belongs to the conversation: what the bot prints, and what
// programs print that it starts with its own output, goes to standard error. A panic of the bot's
// function ends the bot with a trace and exit status 1.
package hilltop

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// Batch is the number of games that bots without a memory are asked about at a time.
const Batch = 256

const readBytes = 1 << 16

// The way to the arena; closed for programs that the bot starts.
var out = takeOutput()

func takeOutput() *os.File {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	arena, err := syscall.Dup(1)
	if err != nil {
		panic(err)
	}
	syscall.CloseOnExec(arena)
	if err := syscall.Dup3(2, 1, 0); err != nil {
		panic(err)
	}
	return os.NewFile(uintptr(arena), "arena")
}

// Rules is what is played, as the arena said at the start.
type Rules struct {
	Game     string            // "pazaak" or "yahtzee"
	Name     string            // the rule set, such as "koth"
	Switches map[string]string // such as side_cards: 4
}

// GameStart is what the hook Begin gets.
type GameStart struct {
	Game  int // its number, the same in every view of this game
	Seats int
	Seed  int64 // for the bot's own randomness, 0 to 2³¹ − 1
	Rules Rules
}

// GameEnd is what the hook End gets.
type GameEnd struct {
	Game   int
	Points []int // of each seat
}

// Hooks of a bot that wants to know more than its turns. Without them, the bot is asked about Batch
// games at a time.
type Hooks struct {
	Begin func(GameStart) // called when a game begins; may be nil
	End   func(GameEnd)   // called when it is over; may be nil
	Batch int             // games that are asked about at a time; 0: one after another
}

// ----------------------------------------------------------------------------------------- Pazaak

// A PazaakMove is End, Stand or Play(card).
type PazaakMove struct{ text string }

var (
	End   = PazaakMove{"END"}   // end the turn, and be dealt another card
	Stand = PazaakMove{"STAND"} // no more cards in this hand
)

// Play adds this side card, then stands. The card must be one of view.Side.
func Play(card int) PazaakMove { return PazaakMove{fmt.Sprint("PLAY ", card)} }

// A PazaakView is a turn of Pazaak. Cards are numbers; a value over 20 loses.
type PazaakView struct {
	Game      int    // the number of the game
	Player    int    // 1 or 2: which player the bot is
	Wins      []int  // hands won by player 1, by player 2
	Hand      []int  // its cards on the table, in the order in which they came
	Theirs    []int  // the opponent's cards on the table
	Side      []int  // its side deck
	TheirSide int    // how many side cards the opponent has left
	Action    string // the opponent's last action in this hand: "none", "END" or "STAND"
	Played    bool   // whether the opponent played a side card in this hand
	Rules     Rules
}

// Value is the sum of its hand.
func (view PazaakView) Value() int { return sum(view.Hand) }

// PlayPazaak plays until the arena says bye or is gone. At most one value of Hooks may follow.
func PlayPazaak(choose func(PazaakView) PazaakMove, hooks ...Hooks) {
	hold("pazaak", hooks, func(words []string, rules Rules) string {
		return choose(pazaakView(words, rules)).text
	})
}

func pazaakView(words []string, rules Rules) PazaakView {
	checkPairs(words, "player", "wins", "hand", "theirs", "side", "their_side", "action", "played")
	return PazaakView{number(words[1]), number(words[3]), numbers(words[5]), numbers(words[7]),
		numbers(words[9]), numbers(words[11]), number(words[13]), words[15], words[17] == "yes", rules}
}

// ---------------------------------------------------------------------------------------- Yahtzee

// A Box of the card.
type Box int

// The boxes, in the order of the card.
const (
	Aces Box = iota
	Twos
	Threes
	Fours
	Fives
	Sixes
	ThreeOfAKind
	FourOfAKind
	FullHouse
	SmallStraight
	LargeStraight
	Yahtzee
	Chance
	Boxes // how many there are

	UpperBoxes = ThreeOfAKind // Aces to Sixes
)

// Open is the points of a box that is not filled.
const Open = -1

var boxNames = [Boxes]string{"aces", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind",
	"four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance"}

// String is the box's name in the protocol.
func (box Box) String() string { return boxNames[box] }

// A YahtzeeMove is Keep(indexes) or Score(box).
type YahtzeeMove struct{ text string }

// Keep keeps the dice at these indexes, 0 to 4 and none twice, and rolls the others.
func Keep(indexes ...int) YahtzeeMove {
	text := "keep"
	for _, index := range indexes {
		text += fmt.Sprint(" ", index)
	}
	return YahtzeeMove{text}
}

// Score fills this box, one of view.Options().
func Score(box Box) YahtzeeMove { return YahtzeeMove{"score " + box.String()} }

// A YahtzeeView is a turn of Yahtzee.
type YahtzeeView struct {
	Game         int        // the number of the game
	Round        int        // 0 to 12
	Stage        int        // 0, 1, 2: after the first, second, third roll; after the third it must score
	Dice         []int      // the five dice
	Card         [Boxes]int // its own card: the points of each box, or Open
	Score        int        // its total
	Upper        int        // the sum of its upper boxes, without the bonus
	UpperBonus   int
	YahtzeeBonus int
	Totals       []int // of all seats, its own included, lowest first
	Rules        Rules
}

// An Option is a box that may be filled, and the points that it would score, bonuses excluded.
type Option struct {
	Box    Box
	Points int
}

// Options has what may be filled now, in the order of the card, jokers included.
func (view YahtzeeView) Options() []Option {
	var options []Option
	for box := Aces; box < Boxes; box++ {
		if view.Card[box] == Open && !view.jokerForbids(box) {
			options = append(options, Option{box, view.points(box)})
		}
	}
	return options
}

func (view YahtzeeView) isJoker() bool {
	if view.Rules.Name == "cab201-basic" || view.count(view.Dice[0]) < 5 {
		return false
	}
	switch view.Rules.Switches["joker_after_zero"] {
	case "false", "off", "no", "0":
		return view.Card[Yahtzee] == 50
	}
	return view.Card[Yahtzee] == 50 || view.Card[Yahtzee] == 0
}

// Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
func (view YahtzeeView) jokerForbids(box Box) bool {
	if view.Rules.Name != "koth" || !view.isJoker() {
		return false
	}
	if view.Card[view.face()] == Open {
		return box != view.face()
	}
	for lower := UpperBoxes; lower < Boxes; lower++ {
		if view.Card[lower] == Open {
			return box < UpperBoxes
		}
	}
	return false
}

// The upper box of the first die.
func (view YahtzeeView) face() Box { return Box(view.Dice[0] - 1) }

func (view YahtzeeView) count(face int) int {
	count := 0
	for _, die := range view.Dice {
		if die == face {
			count++
		}
	}
	return count
}

func (view YahtzeeView) points(box Box) int {
	most, pair, sequence, longest := 0, false, 0, 0
	for face := 1; face <= 6; face++ {
		count := view.count(face)
		pair = pair || count == 2
		most = max(most, count)
		if sequence++; count == 0 {
			sequence = 0
		}
		longest = max(longest, sequence)
	}
	// A joker counts as any full house or straight once the upper box of its face is filled.
	standsIn := view.isJoker() && view.Card[view.face()] != Open
	worth := func(points int, matches bool) int {
		if matches {
			return points
		}
		return 0
	}
	total := sum(view.Dice)
	switch box {
	case ThreeOfAKind:
		return worth(total, most >= 3)
	case FourOfAKind:
		return worth(total, most >= 4)
	case FullHouse:
		return worth(25, standsIn || most == 3 && pair)
	case SmallStraight:
		return worth(30, standsIn || longest >= 4)
	case LargeStraight:
		return worth(40, standsIn || longest >= 5)
	case Yahtzee:
		return worth(50, most == 5)
	case Chance:
		return total
	}
	return int(box+1) * view.count(int(box+1))
}

// PlayYahtzee plays until the arena says bye or is gone. At most one value of Hooks may follow.
func PlayYahtzee(choose func(YahtzeeView) YahtzeeMove, hooks ...Hooks) {
	hold("yahtzee", hooks, func(words []string, rules Rules) string {
		return choose(yahtzeeView(words, rules)).text
	})
}

func yahtzeeView(words []string, rules Rules) YahtzeeView {
	checkPairs(words, "round", "stage", "dice", "card", "score", "upper", "upper_bonus",
		"yahtzee_bonus", "totals")
	var card [Boxes]int
	for i, points := range strings.Split(words[9], ",") {
		if card[i] = Open; points != "-" {
			card[i] = number(points)
		}
	}
	return YahtzeeView{number(words[1]), number(words[3]), number(words[5]), numbers(words[7]), card,
		number(words[11]), number(words[13]), number(words[15]), number(words[17]),
		numbers(words[19]), rules}
}

// ----------------------------------------------------------------------------------------- Gomoku

// Size is the number of points along a side of the board.
const Size = 15

// A Colour of a stone; NoColour if there is none.
type Colour byte

const (
	NoColour Colour = 0
	Black    Colour = 'B'
	White    Colour = 'W'
)

// A Point has coordinates from 0 to 14.
type Point struct{ X, Y int }

func (point Point) String() string { return fmt.Sprintf("(%d,%d)", point.X, point.Y) }

// A Choice is an answer to an opening: TakeBlack, TakeWhite(stone) or LayTwo(black, white).
type Choice struct {
	text   string
	colour Colour
}

// TakeBlack plays black.
var TakeBlack = Choice{"B", Black}

// TakeWhite plays white, and lays this white stone.
func TakeWhite(stone Point) Choice { return Choice{"W" + stone.String(), White} }

// LayTwo lays a black and a white stone; the opponent picks a colour.
func LayTwo(black, white Point) Choice { return Choice{black.String() + white.String(), NoColour} }

// A GomokuView is a question of Gomoku.
type GomokuView struct {
	Board    map[Point]Colour // every stone
	Turn     int              // turns of both since the opening; -1 while it lasts
	Colour   Colour           // the bot's own; NoColour while it is not settled
	Name     string           // the bot's own name: the first line of its file meta
	Opponent string           // the opponent's name
	Seed     int64            // for the bot's own randomness, 0 to 2³¹ − 1, another one for each game
}

// At is the stone at a point; NoColour if there is none, also off the board.
func (view GomokuView) At(x, y int) Colour { return view.Board[Point{x, y}] }

// Free has the points without a stone, by x, then y.
func (view GomokuView) Free() []Point {
	var free []Point
	for i := 0; i < Size*Size; i++ {
		if point := (Point{i / Size, i % Size}); view.Board[point] == NoColour {
			free = append(free, point)
		}
	}
	return free
}

// A GomokuBot has the bot's answers; only Place has to be set.
type GomokuBot struct {
	// The point of the bot's next stone.
	Place func(GomokuView) Point
	// A black stone, a black one and a white one. If nil: black in the middle and in a corner, white
	// beside the middle.
	Open func(GomokuView) [3]Point
	// The answer to an opening of the opponent. If nil: TakeBlack.
	Choose func(GomokuView) Choice
	// The colour, after the opponent has laid two stones. If nil: Black.
	Pick func(GomokuView) Colour
	// Told the winner's name when the game is over, "" after a tie. May be nil.
	End func(winner string)
	// The first to move after a pick: Black in the contest (and if not set), White under the rules swap2.
	FirstToMove Colour
}

// PlayGomoku plays one game; the arena starts the bot anew for each.
func PlayGomoku(bot GomokuBot) {
	game := gomoku{bot: bot, name: ownName(), opponent: argument(1)}
	if text := argument(2); text != "" {
		game.seed = int64(number(text))
	}
	listen(func(lines []string, answers *strings.Builder) bool {
		for _, line := range lines {
			kind, rest, _ := strings.Cut(line, " ")
			if kind == "EXIT" {
				if rest == "TIE" {
					rest = ""
				}
				if bot.End != nil {
					bot.End(rest)
				}
				return false
			}
			fmt.Fprintln(answers, game.answer(kind, rest))
		}
		return true
	})
}

var stone = regexp.MustCompile(`\(\((\d+),(\d+)\),"([BW])"\)`)

// One game, and the colour that the bot has in it once that is known.
type gomoku struct {
	bot            GomokuBot
	colour         Colour
	opened         bool // it was asked about the opening, which the host's openings leave out
	name, opponent string
	seed           int64
}

func (game *gomoku) answer(kind, rest string) string {
	board := map[Point]Colour{}
	for _, found := range stone.FindAllStringSubmatch(rest, -1) {
		board[Point{number(found[1]), number(found[2])}] = Colour(found[3][0])
	}
	game.opened = game.opened || strings.Contains("ABC", kind)
	switch kind {
	case "A":
		opening := [3]Point{{7, 7}, {0, 14}, {8, 7}}
		if game.bot.Open != nil {
			opening = game.bot.Open(game.view(board, -1))
		}
		return fmt.Sprintf("%v%v%v", opening[0], opening[1], opening[2])
	case "B":
		choice := TakeBlack
		if game.bot.Choose != nil {
			choice = game.bot.Choose(game.view(board, -1))
		}
		game.colour = choice.colour
		return choice.text
	case "C":
		picked := Black
		if game.bot.Pick != nil {
			picked = game.bot.Pick(game.view(board, -1))
		}
		game.colour = picked
		return string(rune(picked))
	}
	turn := number(kind)
	if game.colour == NoColour {
		game.colour = game.colourBy(len(board)-turn, turn)
	}
	return game.bot.Place(game.view(board, turn)).String()
}

func (game *gomoku) view(board map[Point]Colour, turn int) GomokuView {
	return GomokuView{board, turn, game.colour, game.name, game.opponent, game.seed}
}

// The colour that the opponent or the host left to the bot, by the number of stones in the opening.
func (game *gomoku) colourBy(opening, turn int) Colour {
	even := !game.opened && opening%2 == 0 // of the host, in which the colours alternate
	whiteFirst := game.bot.FirstToMove == White && !even
	switch {
	case game.opened && opening == 3: // the bot opened, they took black
		return White
	case game.opened && opening == 4: // the bot opened, they took white and laid a stone
		return Black
	case (turn%2 == 0) == whiteFirst: // after five, the bot laid two of them
		return White
	}
	return Black
}

func ownName() string {
	meta, _ := os.ReadFile("meta") // missing if the bot was not started in its folder
	name, _, _ := strings.Cut(string(meta), "\n")
	return strings.TrimSpace(name)
}

func argument(index int) string {
	if index < len(os.Args) {
		return os.Args[index]
	}
	return ""
}

// ----------------------------------------------------------------------------------- conversation

// The lines of docs/protocol.md: questions of many games, in any order.
func hold(game string, all []Hooks, answer func(words []string, rules Rules) string) {
	hooks := Hooks{Batch: Batch}
	if len(all) > 0 {
		hooks = all[0]
	}
	rules := Rules{game, "koth", map[string]string{}}
	listen(func(lines []string, answers *strings.Builder) bool {
		for _, line := range lines {
			words := strings.Split(line, " ")
			switch words[0] {
			case "turn":
				fmt.Fprintf(answers, "move %s %s\n", words[1], answer(words, rules))
			case "begin":
				if hooks.Begin != nil {
					hooks.Begin(GameStart{number(words[1]), number(words[3]), int64(number(words[5])), rules})
				}
			case "end":
				if hooks.End != nil {
					hooks.End(GameEnd{number(words[1]), numbers(words[3])})
				}
			case "hilltop":
				rules = met(words, game)
				if fmt.Fprint(answers, "ready 1"); hooks.Batch > 0 {
					fmt.Fprint(answers, " batch ", hooks.Batch)
				}
				fmt.Fprintln(answers)
			case "bye":
				return false
			}
		}
		return true
	})
}

func met(words []string, game string) Rules {
	rules := Rules{words[3], words[5], map[string]string{}}
	for i := 6; i+1 < len(words); i += 2 {
		rules.Switches[words[i]] = words[i+1]
	}
	if rules.Game != game {
		panic(fmt.Sprintf("this bot plays %s, not %s", game, rules.Game))
	}
	return rules
}

// Passes on the whole lines that have come, again and again until the input ends, nobody reads the
// answers, or hear returns false. Each batch of lines is answered by one write.
func listen(hear func(lines []string, answers *strings.Builder) bool) {
	var begun []byte
	buffer := make([]byte, readBytes)
	for {
		size, err := os.Stdin.Read(buffer)
		begun = append(begun, buffer[:size]...)
		if end := bytes.LastIndexByte(begun, '\n'); end >= 0 {
			lines := strings.Split(string(begun[:end]), "\n")
			begun = begun[end+1:]
			if !heard(hear, lines) {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func heard(hear func([]string, *strings.Builder) bool, lines []string) bool {
	answers := &strings.Builder{}
	defer func() { // if the bot fails at one game, its answers in the others still count
		if failure := recover(); failure != nil {
			out.WriteString(answers.String())
			fmt.Fprintf(os.Stderr, "%v\n%s", failure, debug.Stack())
			os.Exit(1)
		}
	}()
	goes := hear(lines, answers)
	_, err := out.WriteString(answers.String())
	return goes && err == nil
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return value
}

func numbers(list string) []int {
	if list == "-" {
		return nil
	}
	var values []int
	for _, text := range strings.Split(list, ",") {
		values = append(values, number(text))
	}
	return values
}

func sum(values []int) int {
	total := 0
	for _, value := range values {
		total += value
	}
	return total
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Pairs have a fixed order; more may follow.
func checkPairs(words []string, names ...string) {
	for i, name := range names {
		if len(words) < 4+2*i || words[2+2*i] != name {
			panic("not a turn that this SDK knows: " + strings.Join(words, " "))
		}
	}
}
