// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
mod hilltop;
use hilltop::{PazaakMove, PazaakView};

fn choose(view: &PazaakView) -> PazaakMove {
    let missing = 20 - view.value();
    if view.side.contains(&missing) {
        return PazaakMove::Play(missing); // this card makes it 20
    }
    if view.value() < 17 { PazaakMove::End } else { PazaakMove::Stand }
}

fn main() {
    hilltop::play_pazaak(choose);
}
