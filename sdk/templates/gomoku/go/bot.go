// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
package main

import (
	"bot/hilltop"
	"math"
)

// How many stones of one colour follow a point in one direction.
func arm(view hilltop.GomokuView, from hilltop.Point, dx, dy int) int {
	colour, length := view.At(from.X+dx, from.Y+dy), 0
	for colour != hilltop.NoColour && view.At(from.X+(length+1)*dx, from.Y+(length+1)*dy) == colour {
		length++
	}
	return length
}

func worth(view hilltop.GomokuView, point hilltop.Point) float64 {
	sum := 0.0
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if dx != 0 || dy != 0 {
				sum += math.Pow10(arm(view, point, dx, dy))
			}
		}
	}
	return sum
}

func place(view hilltop.GomokuView) hilltop.Point {
	free := view.Free()
	best := free[0]
	for _, point := range free {
		if worth(view, point) > worth(view, best) {
			best = point
		}
	}
	return best
}

func main() { hilltop.PlayGomoku(hilltop.GomokuBot{Place: place}) }
