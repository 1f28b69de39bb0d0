// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
mod hilltop;
use hilltop::{GomokuView, Point};

/// How many stones of one colour follow a point in one direction.
fn arm(view: &GomokuView, from: Point, dx: i32, dy: i32) -> u32 {
    let stone = |step: i32| view.at(from.x + step * dx, from.y + step * dy);
    let colour = stone(1);
    (1..).take_while(|step| colour.is_some() && stone(*step) == colour).count() as u32
}

fn worth(view: &GomokuView, point: Point) -> u32 {
    let directions = (0..9).map(|i| (i / 3 - 1, i % 3 - 1)).filter(|way| *way != (0, 0));
    directions.map(|(dx, dy)| 10u32.pow(arm(view, point, dx, dy))).sum()
}

fn place(view: &GomokuView) -> Point {
    view.free().into_iter().max_by_key(|point| worth(view, *point)).unwrap()
}

fn main() {
    hilltop::play_gomoku(place);
}
