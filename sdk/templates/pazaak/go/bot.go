// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
package main

import "bot/hilltop"

func choose(view hilltop.PazaakView) hilltop.PazaakMove {
	missing := 20 - view.Value()
	for _, card := range view.Side {
		if card == missing { // this card makes it 20
			return hilltop.Play(card)
		}
	}
	if view.Value() < 17 {
		return hilltop.End
	}
	return hilltop.Stand
}

func main() { hilltop.PlayPazaak(choose) }
