// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
mod hilltop;
use hilltop::{YahtzeeMove, YahtzeeView};

fn choose(view: &YahtzeeView) -> YahtzeeMove {
    let (best, points) = view.options().into_iter().max_by_key(|option| option.1).unwrap();
    if view.stage == 2 || points >= 25 {
        return YahtzeeMove::Score(best);
    }
    let alike = |face: i32| (0..5).filter(|i| view.dice[*i] == face).collect::<Vec<usize>>();
    YahtzeeMove::Keep((1..=6).map(alike).max_by_key(Vec::len).unwrap())
}

fn main() {
    hilltop::play_yahtzee(choose);
}
