//! Does what echo.py does, with the SDK for Rust.
#[path = "../../sdk/rust/hilltop.rs"]
mod hilltop;

use hilltop::{
    Choice, Colour, GameEnd, GameStart, GomokuBot, GomokuView, PazaakBot, PazaakMove, PazaakView,
    Point, Rules, YahtzeeBot, YahtzeeMove, YahtzeeView, BATCH, BOXES,
};
use std::env;
use std::fmt::Display;

struct Echo {
    moves: Vec<String>,
    told: usize,
}

fn tell(words: String) {
    if env::var_os("ECHO_NOISY").is_some() {
        println!("move 0 noise");
        println!("noise");
        let child = std::process::Command::new("echo").arg("noise of a child").status();
        assert!(child.unwrap().success());
    }
    eprintln!("{words}");
}

fn listed<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    if texts.is_empty() { "-".to_string() } else { texts.join(",") }
}

fn or_dash<T: Display>(value: Option<T>) -> String {
    value.map_or("-".to_string(), |value| value.to_string())
}

fn rules_of(rules: &Rules) -> String {
    let switches = rules.switches.iter().map(|(name, value)| format!(" {name} {value}"));
    format!("rules {}{}", rules.name, switches.collect::<String>())
}

fn batch() -> u32 {
    env::var("ECHO_BATCH").map_or(BATCH, |batch| batch.parse().unwrap())
}

fn begin(start: &GameStart) {
    tell(format!("begin {} seats {} seed {}", start.game, start.seats, start.seed));
}

fn end(over: &GameEnd) {
    tell(format!("end {} points {}", over.game, listed(&over.points)));
}

impl Echo {
    fn planned(&self, game: u64) -> Vec<&str> {
        let words: Vec<&str> = self.moves[game as usize].split(' ').collect();
        assert!(words[0] != "fail", "bad luck");
        words
    }

    fn told(&mut self, kind: &str, view: &GomokuView) -> (String, Vec<Point>) {
        let stones: Vec<String> = view
            .board
            .iter()
            .map(|(point, colour)| format!("({point},\"{colour}\")"))
            .collect();
        assert!(view.board.keys().all(|point| view.at(point.x, point.y).is_some()));
        tell(format!(
            "{kind} turn {} colour {} name {} opponent {} seed {} free {} board [{}]",
            or_dash(view.turn),
            or_dash(view.colour),
            view.name,
            view.opponent,
            view.seed,
            view.free().len(),
            stones.join(",")
        ));
        self.told += 1;
        let planned = self.moves[self.told - 1].clone();
        let numbers: Vec<i32> = planned
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect();
        let points = numbers.chunks(2).map(|pair| Point { x: pair[0], y: pair[1] }).collect();
        (planned, points)
    }
}

impl PazaakBot for Echo {
    fn choose(&mut self, view: &PazaakView) -> PazaakMove {
        tell(format!(
            "turn {} player {} wins {} hand {} theirs {} side {} their_side {} action {} \
             played {} {} value {}",
            view.game,
            view.player,
            listed(&view.wins),
            listed(&view.hand),
            listed(&view.theirs),
            listed(&view.side),
            view.their_side,
            view.action,
            if view.played { "yes" } else { "no" },
            rules_of(&view.rules),
            view.value()
        ));
        let words = self.planned(view.game);
        match words[0] {
            "PLAY" => PazaakMove::Play(words[1].parse().unwrap()),
            "END" => PazaakMove::End,
            _ => PazaakMove::Stand,
        }
    }
    fn begin(&mut self, start: &GameStart) {
        begin(start)
    }
    fn end(&mut self, over: &GameEnd) {
        end(over)
    }
    fn batch(&self) -> u32 {
        batch()
    }
}

impl YahtzeeBot for Echo {
    fn choose(&mut self, view: &YahtzeeView) -> YahtzeeMove {
        let options = view.options();
        tell(format!(
            "turn {} round {} stage {} dice {} card {} score {} upper {} upper_bonus {} \
             yahtzee_bonus {} totals {} {} options {}",
            view.game,
            view.round,
            view.stage,
            listed(&view.dice),
            listed(view.card.iter().map(|points| or_dash(*points))),
            view.score,
            view.upper,
            view.upper_bonus,
            view.yahtzee_bonus,
            listed(&view.totals),
            rules_of(&view.rules),
            listed(options.iter().map(|(its, points)| format!("{its}={points}")))
        ));
        let words = self.planned(view.game);
        if words[0] == "score" {
            let named = BOXES.iter().find(|its| its.to_string() == words[1]);
            return YahtzeeMove::Score(*named.unwrap());
        }
        YahtzeeMove::Keep(words[1..].iter().map(|index| index.parse().unwrap()).collect())
    }
    fn begin(&mut self, start: &GameStart) {
        begin(start)
    }
    fn end(&mut self, over: &GameEnd) {
        end(over)
    }
    fn batch(&self) -> u32 {
        batch()
    }
}

impl GomokuBot for Echo {
    fn place(&mut self, view: &GomokuView) -> Point {
        self.told("place", view).1[0]
    }
    fn open(&mut self, view: &GomokuView) -> [Point; 3] {
        let points = self.told("open", view).1;
        [points[0], points[1], points[2]]
    }
    fn choose(&mut self, view: &GomokuView) -> Choice {
        let (planned, points) = self.told("choose", view);
        match points.len() {
            _ if planned == "take B" => Choice::TakeBlack,
            1 => Choice::TakeWhite(points[0]),
            _ => Choice::LayTwo(points[0], points[1]),
        }
    }
    fn pick(&mut self, view: &GomokuView) -> Colour {
        if self.told("pick", view).0 == "pick B" { Colour::Black } else { Colour::White }
    }
    fn end(&mut self, winner: Option<&str>) {
        tell(format!("end {}", winner.unwrap_or("-")));
    }
    fn first_to_move(&self) -> Colour {
        if env::var("ECHO_FIRST").unwrap() == "B" { Colour::Black } else { Colour::White }
    }
}

fn main() {
    let moves = std::fs::read_to_string(env::var("ECHO_MOVES").unwrap()).unwrap();
    let echo = Echo { moves: moves.lines().map(str::to_string).collect(), told: 0 };
    match env::args().nth(1).unwrap().as_str() {
        "pazaak" => hilltop::play_pazaak(echo),
        "yahtzee" => hilltop::play_yahtzee(echo),
        _ => hilltop::play_gomoku(echo),
    }
}
