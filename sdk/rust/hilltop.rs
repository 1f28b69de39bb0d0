// SPDX-License-Identifier: Apache-2.0
//! Bots for Hilltop in Rust: one file, Rust 1.63 or later, no crates.
//!
//! ```
//! mod hilltop;
//! use hilltop::{PazaakMove, PazaakView};
//!
//! fn main() {
//!     hilltop::play_pazaak(|view: &PazaakView| {
//!         if view.value() < 17 { PazaakMove::End } else { PazaakMove::Stand }
//!     });
//! }
//! ```
//!
//! A bot gives its closure, or a type with the trait of its game, to `play_pazaak`, `play_yahtzee` or
//! `play_gomoku`. Each of these talks to the arena until the games are over, then returns. The bot
//! gets a view, which holds all that it may know, and returns a move.
//!
//! From before `main` on, standard output belongs to the conversation: what the bot prints, and what
//! programs print that it starts, goes to standard error. A panic of the bot ends it with its message
//! on standard error and exit status 1.
#![allow(dead_code)] // a bot plays one of the games

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::io::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicI32, Ordering};

/// Games that bots without a memory are asked about at a time.
pub const BATCH: u32 = 256;
const READ_BYTES: usize = 1 << 16;

/// What is played, as the arena said at the start.
#[derive(Clone, Debug)]
pub struct Rules {
    /// "pazaak" or "yahtzee"
    pub game: String,
    /// The rule set, such as "koth".
    pub name: String,
    /// Such as side_cards: 4.
    pub switches: BTreeMap<String, String>,
}

/// A game begins; what `begin` gets.
pub struct GameStart {
    /// Its number, the same in every view of this game.
    pub game: u64,
    pub seats: usize,
    /// For the bot's own randomness, 0 to 2³¹ − 1.
    pub seed: u32,
    pub rules: Rc<Rules>,
}

/// A game is over; what `end` gets.
pub struct GameEnd {
    pub game: u64,
    /// The points of each seat.
    pub points: Vec<i32>,
}

// ----------------------------------------------------------------------------------------- Pazaak

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PazaakMove {
    /// End the turn, and be dealt another card.
    End,
    /// No more cards in this hand.
    Stand,
    /// Add this side card, then stand. The card must be one of `view.side`.
    Play(i32),
}

impl fmt::Display for PazaakMove {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PazaakMove::End => write!(to, "END"),
            PazaakMove::Stand => write!(to, "STAND"),
            PazaakMove::Play(card) => write!(to, "PLAY {card}"),
        }
    }
}

/// A turn of Pazaak. Cards are numbers; a value over 20 loses.
pub struct PazaakView {
    /// The number of the game.
    pub game: u64,
    /// 1 or 2: which player the bot is.
    pub player: i32,
    /// Hands won by player 1, by player 2.
    pub wins: Vec<i32>,
    /// Its cards on the table, in the order in which they came.
    pub hand: Vec<i32>,
    /// The opponent's cards on the table.
    pub theirs: Vec<i32>,
    /// Its side deck.
    pub side: Vec<i32>,
    /// How many side cards the opponent has left.
    pub their_side: i32,
    /// The opponent's last action in this hand: "none", "END" or "STAND".
    pub action: String,
    /// Whether the opponent played a side card in this hand.
    pub played: bool,
    pub rules: Rc<Rules>,
}

impl PazaakView {
    /// The sum of its hand.
    pub fn value(&self) -> i32 {
        self.hand.iter().sum()
    }

    fn read(words: &[&str], rules: &Rc<Rules>) -> Self {
        let names = ["player", "wins", "hand", "theirs", "side", "their_side", "action", "played"];
        check_pairs(words, &names);
        PazaakView {
            game: number(words[1]),
            player: number(words[3]),
            wins: numbers(words[5]),
            hand: numbers(words[7]),
            theirs: numbers(words[9]),
            side: numbers(words[11]),
            their_side: number(words[13]),
            action: words[15].to_string(),
            played: words[17] == "yes",
            rules: rules.clone(),
        }
    }
}

/// A bot for Pazaak. A closure is one; a bot with a memory is a type that implements more.
pub trait PazaakBot {
    fn choose(&mut self, view: &PazaakView) -> PazaakMove;
    /// Called when a game begins.
    fn begin(&mut self, _start: &GameStart) {}
    /// Called when a game is over.
    fn end(&mut self, _end: &GameEnd) {}
    /// Games that are asked about at a time; 0: one after another.
    fn batch(&self) -> u32 {
        BATCH
    }
}

impl<F: FnMut(&PazaakView) -> PazaakMove> PazaakBot for F {
    fn choose(&mut self, view: &PazaakView) -> PazaakMove {
        self(view)
    }
}

/// Plays until the arena says bye or is gone.
pub fn play_pazaak(bot: impl PazaakBot) {
    struct Lines<B>(B);
    impl<B: PazaakBot> Speaker for Lines<B> {
        const GAME: &'static str = "pazaak";
        fn turn(&mut self, words: &[&str], rules: &Rc<Rules>) -> String {
            self.0.choose(&PazaakView::read(words, rules)).to_string()
        }
        fn begin(&mut self, start: &GameStart) {
            self.0.begin(start)
        }
        fn end(&mut self, end: &GameEnd) {
            self.0.end(end)
        }
        fn batch(&self) -> u32 {
            self.0.batch()
        }
    }
    hold(Lines(bot))
}

// ---------------------------------------------------------------------------------------- Yahtzee

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Box {
    Aces,
    Twos,
    Threes,
    Fours,
    Fives,
    Sixes,
    ThreeOfAKind,
    FourOfAKind,
    FullHouse,
    SmallStraight,
    LargeStraight,
    Yahtzee,
    Chance,
}

/// All boxes, in the order of the card.
pub const BOXES: [Box; 13] = [
    Box::Aces,
    Box::Twos,
    Box::Threes,
    Box::Fours,
    Box::Fives,
    Box::Sixes,
    Box::ThreeOfAKind,
    Box::FourOfAKind,
    Box::FullHouse,
    Box::SmallStraight,
    Box::LargeStraight,
    Box::Yahtzee,
    Box::Chance,
];

impl Box {
    pub fn is_upper(self) -> bool {
        self <= Box::Sixes
    }
}

/// A box by its name in the protocol.
impl fmt::Display for Box {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        const NAMES: [&str; 13] = [
            "aces",
            "twos",
            "threes",
            "fours",
            "fives",
            "sixes",
            "three_of_a_kind",
            "four_of_a_kind",
            "full_house",
            "small_straight",
            "large_straight",
            "yahtzee",
            "chance",
        ];
        write!(to, "{}", NAMES[*self as usize])
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YahtzeeMove {
    /// Keep the dice at these indexes, 0 to 4 and none twice, and roll the others.
    Keep(Vec<usize>),
    /// Fill this box, one of `view.options()`.
    Score(Box),
}

impl fmt::Display for YahtzeeMove {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            YahtzeeMove::Score(its) => write!(to, "score {its}"),
            YahtzeeMove::Keep(indexes) => {
                write!(to, "keep")?;
                indexes.iter().try_for_each(|index| write!(to, " {index}"))
            }
        }
    }
}

/// A turn of Yahtzee.
pub struct YahtzeeView {
    /// The number of the game.
    pub game: u64,
    /// 0 to 12.
    pub round: i32,
    /// 0, 1, 2: after the first, second, third roll; after the third it must score.
    pub stage: i32,
    /// The five dice.
    pub dice: Vec<i32>,
    /// Its own card: the points of each box, in the order of `BOXES`; None if open.
    pub card: Vec<Option<i32>>,
    /// Its total.
    pub score: i32,
    /// The sum of its upper boxes, without the bonus.
    pub upper: i32,
    pub upper_bonus: i32,
    pub yahtzee_bonus: i32,
    /// The totals of all seats, the bot's own included, in ascending order.
    pub totals: Vec<i32>,
    pub rules: Rc<Rules>,
}

impl YahtzeeView {
    /// The points of a box of its card.
    pub fn held(&self, its: Box) -> Option<i32> {
        self.card[its as usize]
    }

    /// The boxes that may be filled now and the points that each would score, in the order of the
    /// card, jokers included and bonuses excluded.
    pub fn options(&self) -> Vec<(Box, i32)> {
        let allowed = |its: &Box| self.held(*its).is_none() && !self.joker_forbids(*its);
        BOXES.iter().copied().filter(allowed).map(|its| (its, self.points(its))).collect()
    }

    fn count(&self, face: i32) -> usize {
        self.dice.iter().filter(|die| **die == face).count()
    }

    /// The upper box of the first die.
    fn face(&self) -> Box {
        BOXES[self.dice[0] as usize - 1]
    }

    fn is_joker(&self) -> bool {
        if self.rules.name == "cab201-basic" || self.count(self.dice[0]) < 5 {
            return false;
        }
        let after_zero = self.rules.switches.get("joker_after_zero").map_or("true", |on| on);
        match self.held(Box::Yahtzee) {
            Some(50) => true,
            Some(0) => !["false", "off", "no", "0"].contains(&after_zero),
            _ => false,
        }
    }

    /// Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
    fn joker_forbids(&self, its: Box) -> bool {
        if self.rules.name != "koth" || !self.is_joker() {
            return false;
        }
        if self.held(self.face()).is_none() {
            return its != self.face();
        }
        its.is_upper() && BOXES.iter().any(|lower| !lower.is_upper() && self.held(*lower).is_none())
    }

    fn points(&self, its: Box) -> i32 {
        let counts: Vec<usize> = (1..=6).map(|face| self.count(face)).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let sequence = |length| counts.windows(length).any(|run| run.iter().all(|n| *n > 0));
        // A joker counts as any full house or straight once the upper box of its face is filled.
        let stands_in = self.is_joker() && self.held(self.face()).is_some();
        let worth = |points, matches| if matches { points } else { 0 };
        let sum = self.dice.iter().sum();
        match its {
            Box::ThreeOfAKind => worth(sum, most >= 3),
            Box::FourOfAKind => worth(sum, most >= 4),
            Box::FullHouse => worth(25, stands_in || most == 3 && counts.contains(&2)),
            Box::SmallStraight => worth(30, stands_in || sequence(4)),
            Box::LargeStraight => worth(40, stands_in || sequence(5)),
            Box::Yahtzee => worth(50, most == 5),
            Box::Chance => sum,
            upper => (upper as i32 + 1) * counts[upper as usize] as i32,
        }
    }

    fn read(words: &[&str], rules: &Rc<Rules>) -> Self {
        let names = [
            "round",
            "stage",
            "dice",
            "card",
            "score",
            "upper",
            "upper_bonus",
            "yahtzee_bonus",
            "totals",
        ];
        check_pairs(words, &names);
        let points = |text| if text == "-" { None } else { Some(number(text)) };
        YahtzeeView {
            game: number(words[1]),
            round: number(words[3]),
            stage: number(words[5]),
            dice: numbers(words[7]),
            card: words[9].split(',').map(points).collect(),
            score: number(words[11]),
            upper: number(words[13]),
            upper_bonus: number(words[15]),
            yahtzee_bonus: number(words[17]),
            totals: numbers(words[19]),
            rules: rules.clone(),
        }
    }
}

/// A bot for Yahtzee. A closure is one; a bot with a memory is a type that implements more.
pub trait YahtzeeBot {
    fn choose(&mut self, view: &YahtzeeView) -> YahtzeeMove;
    /// Called when a game begins.
    fn begin(&mut self, _start: &GameStart) {}
    /// Called when a game is over.
    fn end(&mut self, _end: &GameEnd) {}
    /// Games that are asked about at a time; 0: one after another.
    fn batch(&self) -> u32 {
        BATCH
    }
}

impl<F: FnMut(&YahtzeeView) -> YahtzeeMove> YahtzeeBot for F {
    fn choose(&mut self, view: &YahtzeeView) -> YahtzeeMove {
        self(view)
    }
}

/// Plays until the arena says bye or is gone.
pub fn play_yahtzee(bot: impl YahtzeeBot) {
    struct Lines<B>(B);
    impl<B: YahtzeeBot> Speaker for Lines<B> {
        const GAME: &'static str = "yahtzee";
        fn turn(&mut self, words: &[&str], rules: &Rc<Rules>) -> String {
            self.0.choose(&YahtzeeView::read(words, rules)).to_string()
        }
        fn begin(&mut self, start: &GameStart) {
            self.0.begin(start)
        }
        fn end(&mut self, end: &GameEnd) {
            self.0.end(end)
        }
        fn batch(&self) -> u32 {
            self.0.batch()
        }
    }
    hold(Lines(bot))
}

// ----------------------------------------------------------------------------------------- Gomoku

/// Points along a side of the board.
pub const SIZE: usize = 15;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Black,
    White,
}

impl Colour {
    fn of(letter: &str) -> Self {
        if letter == "B" { Colour::Black } else { Colour::White }
    }

    fn other(self) -> Self {
        if self == Colour::Black { Colour::White } else { Colour::Black }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}", if *self == Colour::Black { "B" } else { "W" })
    }
}

/// Each coordinate from 0 to 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl fmt::Display for Point {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "({},{})", self.x, self.y)
    }
}

/// An answer to an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    TakeBlack,
    /// Play white, and lay this white stone.
    TakeWhite(Point),
    /// Lay a black and a white stone; the opponent picks a colour.
    LayTwo(Point, Point),
}

impl fmt::Display for Choice {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Choice::TakeBlack => write!(to, "B"),
            Choice::TakeWhite(stone) => write!(to, "W{stone}"),
            Choice::LayTwo(black, white) => write!(to, "{black}{white}"),
        }
    }
}

/// A question of Gomoku.
pub struct GomokuView {
    /// Every stone.
    pub board: BTreeMap<Point, Colour>,
    /// Turns of both since the opening; None while it lasts.
    pub turn: Option<i32>,
    /// The bot's own; None while it is not settled.
    pub colour: Option<Colour>,
    /// The bot's own name: the first line of its file meta.
    pub name: String,
    /// The opponent's name.
    pub opponent: String,
    /// For the bot's own randomness, 0 to 2³¹ − 1, another one for each game.
    pub seed: u32,
}

impl GomokuView {
    /// The stone at a point; None if there is none, also off the board.
    pub fn at(&self, x: i32, y: i32) -> Option<Colour> {
        self.board.get(&Point { x, y }).copied()
    }

    /// The points without a stone, by x, then y.
    pub fn free(&self) -> Vec<Point> {
        let size = SIZE as i32;
        let all = (0..size * size).map(|i| Point { x: i / size, y: i % size });
        all.filter(|point| !self.board.contains_key(point)).collect()
    }
}

/// A bot for Gomoku. A closure is one, and opens as below.
pub trait GomokuBot {
    /// The point of the bot's next stone.
    fn place(&mut self, view: &GomokuView) -> Point;
    /// A black stone, a black one and a white one.
    fn open(&mut self, _view: &GomokuView) -> [Point; 3] {
        [Point { x: 7, y: 7 }, Point { x: 0, y: 14 }, Point { x: 8, y: 7 }]
    }
    /// The answer to an opening of the opponent.
    fn choose(&mut self, _view: &GomokuView) -> Choice {
        Choice::TakeBlack
    }
    /// The colour, after the opponent has laid two stones.
    fn pick(&mut self, _view: &GomokuView) -> Colour {
        Colour::Black
    }
    /// Told the winner's name when the game is over; None after a tie.
    fn end(&mut self, _winner: Option<&str>) {}
    /// The first to move after a pick: black in the contest, white under the rules swap2.
    fn first_to_move(&self) -> Colour {
        Colour::Black
    }
}

impl<F: FnMut(&GomokuView) -> Point> GomokuBot for F {
    fn place(&mut self, view: &GomokuView) -> Point {
        self(view)
    }
}

/// Plays one game; the arena starts the bot anew for each.
pub fn play_gomoku(bot: impl GomokuBot) {
    let arguments: Vec<String> = std::env::args().collect();
    let meta = std::fs::read_to_string("meta").unwrap_or_default(); // "" if not started in its folder
    let mut game = Gomoku {
        bot,
        colour: None,
        opened: false,
        name: meta.lines().next().unwrap_or("").trim().to_string(),
        opponent: arguments.get(1).cloned().unwrap_or_default(),
        seed: arguments.get(2).map_or(0, |seed| number(seed)),
    };
    listen(|line, answers| {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        if kind == "EXIT" {
            game.bot.end(if rest == "TIE" { None } else { Some(rest) });
            return false;
        }
        *answers += &game.answer(kind, rest);
        answers.push('\n');
        true
    });
}

/// One game, and the colour that the bot has in it once that is known.
struct Gomoku<B> {
    bot: B,
    colour: Option<Colour>,
    /// It was asked about the opening, which the host's openings leave out.
    opened: bool,
    name: String,
    opponent: String,
    seed: u32,
}

impl<B: GomokuBot> Gomoku<B> {
    fn answer(&mut self, kind: &str, rest: &str) -> String {
        let mut view = self.view(rest);
        self.opened = self.opened || matches!(kind, "A" | "B" | "C");
        match kind {
            "A" => self.bot.open(&view).iter().map(Point::to_string).collect(),
            "B" => {
                let choice = self.bot.choose(&view);
                self.colour = match choice {
                    Choice::TakeBlack => Some(Colour::Black),
                    Choice::TakeWhite(_) => Some(Colour::White),
                    Choice::LayTwo(..) => None,
                };
                choice.to_string()
            }
            "C" => {
                let colour = self.bot.pick(&view);
                self.colour = Some(colour);
                colour.to_string()
            }
            _ => {
                let turn = number(kind);
                let opening = view.board.len() as i32 - turn;
                self.colour = self.colour.or_else(|| Some(self.colour_by(opening, turn)));
                view.turn = Some(turn);
                view.colour = self.colour;
                self.bot.place(&view).to_string()
            }
        }
    }

    /// `[((7,7),"B"),…]` as a view.
    fn view(&self, stones: &str) -> GomokuView {
        let mut board = BTreeMap::new();
        for stone in stones.split("((").skip(1) {
            let parts: Vec<&str> = stone.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            let words: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let point = Point { x: number(words[0]), y: number(words[1]) };
            board.insert(point, Colour::of(words[2]));
        }
        GomokuView {
            board,
            turn: None,
            colour: self.colour,
            name: self.name.clone(),
            opponent: self.opponent.clone(),
            seed: self.seed,
        }
    }

    /// The colour that the opponent or the host left, by the number of stones in the opening.
    fn colour_by(&self, opening: i32, turn: i32) -> Colour {
        let even = !self.opened && opening % 2 == 0; // of the host: the colours alternate
        let first = if even { Colour::Black } else { self.bot.first_to_move() };
        match opening {
            3 if self.opened => Colour::White, // the bot opened, they took black
            4 if self.opened => Colour::Black, // it opened, they took white and laid a stone
            _ if turn % 2 == 0 => first, // after five, the bot laid two of them
            _ => first.other(),
        }
    }
}

// ----------------------------------------------------------------------------------- conversation

/// The way to the arena; closed for programs that the bot starts.
static OUT: AtomicI32 = AtomicI32::new(-1);

extern "C" {
    fn dup2(from: i32, to: i32) -> i32;
    fn fcntl(descriptor: i32, command: i32, ...) -> i32;
}

/// Takes standard output away from the bot; the C library calls it before main.
extern "C" fn take_output() {
    const F_DUPFD_CLOEXEC: i32 = 1030;
    unsafe {
        OUT.store(fcntl(1, F_DUPFD_CLOEXEC, 0), Ordering::SeqCst);
        dup2(2, 1);
    }
}

#[used]
#[link_section = ".init_array"]
static TAKE_OUTPUT: extern "C" fn() = take_output;

/// A bot for a game of the lines of docs/protocol.md.
trait Speaker {
    const GAME: &'static str;
    fn turn(&mut self, words: &[&str], rules: &Rc<Rules>) -> String;
    fn begin(&mut self, start: &GameStart);
    fn end(&mut self, end: &GameEnd);
    fn batch(&self) -> u32;
}

/// The lines of docs/protocol.md: questions of many games, in any order.
fn hold<S: Speaker>(mut bot: S) {
    let mut rules = Rc::new(Rules {
        game: S::GAME.to_string(),
        name: "koth".to_string(),
        switches: BTreeMap::new(),
    });
    listen(|line, answers| {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "turn" => *answers += &format!("move {} {}\n", words[1], bot.turn(&words, &rules)),
            "begin" => bot.begin(&GameStart {
                game: number(words[1]),
                seats: number(words[3]),
                seed: number(words[5]),
                rules: rules.clone(),
            }),
            "end" => bot.end(&GameEnd { game: number(words[1]), points: numbers(words[3]) }),
            "hilltop" => {
                rules = Rc::new(met(&words, S::GAME));
                *answers += "ready 1";
                if bot.batch() > 0 {
                    *answers += &format!(" batch {}", bot.batch());
                }
                answers.push('\n');
            }
            _ => {}
        }
        words[0] != "bye"
    })
}

fn met(words: &[&str], game: &str) -> Rules {
    let pairs = words[6..].chunks_exact(2);
    let rules = Rules {
        game: words[3].to_string(),
        name: words[5].to_string(),
        switches: pairs.map(|pair| (pair[0].to_string(), pair[1].to_string())).collect(),
    };
    assert!(rules.game == game, "this bot plays {game}, not {}", rules.game);
    rules
}

/// Passes on the whole lines that have come, again and again until the input ends, nobody reads the
/// answers, or `hear` returns false. The answers to a batch of lines are written at once.
fn listen(mut hear: impl FnMut(&str, &mut String) -> bool) {
    let mut input = std::io::stdin();
    let mut arena = unsafe { File::from_raw_fd(OUT.load(Ordering::SeqCst)) };
    let mut begun = Vec::new();
    let mut buffer = vec![0; READ_BYTES];
    loop {
        match input.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(size) => begun.extend_from_slice(&buffer[..size]),
        }
        let end = match begun.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => end,
            None => continue,
        };
        let lines = String::from_utf8_lossy(&begun[..end]).into_owned();
        begun.drain(..end + 1);
        let mut answers = String::new();
        let goes = catch_unwind(AssertUnwindSafe(|| {
            lines.split('\n').all(|line| hear(line, &mut answers))
        }));
        // If the bot fails at one game, its answers in the others still count.
        let heard = arena.write_all(answers.as_bytes()).is_ok();
        match goes {
            Err(_) => std::process::exit(1),
            Ok(goes) if goes && heard => {}
            Ok(_) => return,
        }
    }
}

fn number<N: std::str::FromStr>(text: &str) -> N {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}

fn numbers(list: &str) -> Vec<i32> {
    if list == "-" { Vec::new() } else { list.split(',').map(number).collect() }
}

/// Pairs have a fixed order; more may follow.
fn check_pairs(words: &[&str], names: &[&str]) {
    for (i, name) in names.iter().enumerate() {
        let known = words.len() >= 4 + 2 * i && words[2 + 2 * i] == *name;
        assert!(known, "not a turn that this SDK knows: {}", words.join(" "));
    }
}
