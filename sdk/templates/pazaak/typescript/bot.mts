// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
import { END, STAND, play, playPazaak, type PazaakMove, type PazaakView } from "./hilltop.mjs";

function choose(view: PazaakView): PazaakMove {
  const missing = 20 - view.value;
  if (view.side.includes(missing)) return play(missing); // this card makes it 20
  return view.value < 17 ? END : STAND;
}

playPazaak(choose);
