// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
package main

import "bot/hilltop"

func choose(view hilltop.YahtzeeView) hilltop.YahtzeeMove {
	options := view.Options()
	best := options[0]
	for _, option := range options {
		if option.Points > best.Points {
			best = option
		}
	}
	if view.Stage == 2 || best.Points >= 25 {
		return hilltop.Score(best.Box)
	}
	var most []int
	for _, face := range view.Dice {
		var alike []int
		for i, die := range view.Dice {
			if die == face {
				alike = append(alike, i)
			}
		}
		if len(alike) > len(most) {
			most = alike
		}
	}
	return hilltop.Keep(most...)
}

func main() { hilltop.PlayYahtzee(choose) }
