// Does what echo.py does, with the SDK for Go.
package main

import (
	"bot/hilltop"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var moves []string

func tell(words ...any) {
	if _, noisy := os.LookupEnv("ECHO_NOISY"); noisy {
		fmt.Println("move 0 noise")
		os.Stdout.WriteString("noise\n")
		child := exec.Command("echo", "noise of a child")
		child.Stdout = os.Stdout
		if err := child.Run(); err != nil {
			panic(err)
		}
	}
	fmt.Fprintln(os.Stderr, words...)
}

func listed(values any) string {
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", ",")
	if text == "" {
		return "-"
	}
	return text
}

func rulesOf(rules hilltop.Rules) string {
	var switches []string
	for name, value := range rules.Switches {
		switches = append(switches, " "+name+" "+value)
	}
	sort.Strings(switches)
	return "rules " + rules.Name + strings.Join(switches, "")
}

func planned(game int) []string {
	words := strings.Fields(moves[game])
	if words[0] == "fail" {
		panic("bad luck")
	}
	return words
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return value
}

func pazaak(view hilltop.PazaakView) hilltop.PazaakMove {
	played := map[bool]string{true: "yes", false: "no"}[view.Played]
	tell("turn", view.Game, "player", view.Player, "wins", listed(view.Wins), "hand",
		listed(view.Hand), "theirs", listed(view.Theirs), "side", listed(view.Side), "their_side",
		view.TheirSide, "action", view.Action, "played", played, rulesOf(view.Rules), "value",
		view.Value())
	words := planned(view.Game)
	switch words[0] {
	case "PLAY":
		return hilltop.Play(number(words[1]))
	case "END":
		return hilltop.End
	}
	return hilltop.Stand
}

func yahtzee(view hilltop.YahtzeeView) hilltop.YahtzeeMove {
	var card, options []string
	for _, points := range view.Card {
		if points == hilltop.Open {
			card = append(card, "-")
		} else {
			card = append(card, strconv.Itoa(points))
		}
	}
	for _, option := range view.Options() {
		options = append(options, fmt.Sprintf("%v=%d", option.Box, option.Points))
	}
	tell("turn", view.Game, "round", view.Round, "stage", view.Stage, "dice", listed(view.Dice),
		"card", listed(card), "score", view.Score, "upper", view.Upper, "upper_bonus",
		view.UpperBonus, "yahtzee_bonus", view.YahtzeeBonus, "totals", listed(view.Totals),
		rulesOf(view.Rules), "options", listed(options))
	words := planned(view.Game)
	if words[0] == "score" {
		for box := hilltop.Aces; box < hilltop.Boxes; box++ {
			if box.String() == words[1] {
				return hilltop.Score(box)
			}
		}
		panic("no such box")
	}
	var kept []int
	for _, index := range words[1:] {
		kept = append(kept, number(index))
	}
	return hilltop.Keep(kept...)
}

var point = regexp.MustCompile(`\((\d+),(\d+)\)`)

func told(kind string, view hilltop.GomokuView) (string, []hilltop.Point) {
	turn, colour := "-", "-"
	if view.Turn >= 0 {
		turn = strconv.Itoa(view.Turn)
	}
	if view.Colour != hilltop.NoColour {
		colour = string(rune(view.Colour))
	}
	var stones []string
	for i := 0; i < hilltop.Size*hilltop.Size; i++ {
		x, y := i/hilltop.Size, i%hilltop.Size
		if stone := view.At(x, y); stone != hilltop.NoColour {
			stones = append(stones, fmt.Sprintf(`((%d,%d),"%c")`, x, y, stone))
		}
	}
	tell(kind, "turn", turn, "colour", colour, "name", view.Name, "opponent", view.Opponent, "seed",
		view.Seed, "free", len(view.Free()), "board ["+strings.Join(stones, ",")+"]")
	move := moves[0]
	moves = moves[1:]
	var points []hilltop.Point
	for _, found := range point.FindAllStringSubmatch(move, -1) {
		points = append(points, hilltop.Point{X: number(found[1]), Y: number(found[2])})
	}
	return move, points
}

func gomoku() hilltop.GomokuBot {
	return hilltop.GomokuBot{
		Place: func(view hilltop.GomokuView) hilltop.Point {
			_, points := told("place", view)
			return points[0]
		},
		Open: func(view hilltop.GomokuView) [3]hilltop.Point {
			_, points := told("open", view)
			return [3]hilltop.Point{points[0], points[1], points[2]}
		},
		Choose: func(view hilltop.GomokuView) hilltop.Choice {
			move, points := told("choose", view)
			switch {
			case move == "take B":
				return hilltop.TakeBlack
			case len(points) == 1:
				return hilltop.TakeWhite(points[0])
			}
			return hilltop.LayTwo(points[0], points[1])
		},
		Pick: func(view hilltop.GomokuView) hilltop.Colour {
			if move, _ := told("pick", view); move == "pick B" {
				return hilltop.Black
			}
			return hilltop.White
		},
		End: func(winner string) {
			if winner == "" {
				winner = "-"
			}
			tell("end", winner)
		},
		FirstToMove: hilltop.Colour(os.Getenv("ECHO_FIRST")[0]),
	}
}

func main() {
	planned, err := os.ReadFile(os.Getenv("ECHO_MOVES"))
	if err != nil {
		panic(err)
	}
	moves = strings.Split(string(planned), "\n")
	hooks := hilltop.Hooks{
		Begin: func(start hilltop.GameStart) {
			tell("begin", start.Game, "seats", start.Seats, "seed", start.Seed)
		},
		End: func(over hilltop.GameEnd) {
			tell("end", over.Game, "points", listed(over.Points))
		},
		Batch: hilltop.Batch,
	}
	if batch, given := os.LookupEnv("ECHO_BATCH"); given {
		hooks.Batch = number(batch)
	}
	switch os.Args[1] {
	case "pazaak":
		hilltop.PlayPazaak(pazaak, hooks)
	case "yahtzee":
		hilltop.PlayYahtzee(yahtzee, hooks)
	default:
		hilltop.PlayGomoku(gomoku())
	}
}
