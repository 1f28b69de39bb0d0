// SPDX-License-Identifier: Apache-2.0
// Bots for Hilltop in C++: one header, C++17 and POSIX, no libraries.
//
//   #include "hilltop.hpp"
//
//   int main() {
//     return hilltop::play_pazaak([](const hilltop::PazaakView& view) {
//       return view.value() < 17 ? hilltop::END : hilltop::STAND;
//     });
//   }
//
// A bot hands its function to play_pazaak, play_yahtzee or play_gomoku. Each of these talks to the
// arena until the games are over, and returns the exit status. The function gets a view, all that
// the bot may know, and returns a move, made by the constants and functions below.
//
// From before main on, standard output belongs to the conversation: what the bot prints goes to
// standard error. An exception from the bot's function ends the bot with its text on standard error
// and exit status 1.
#pragma once
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hilltop {

// Max games at a time, for bots without a memory.
constexpr int batch_of_games = 256;

// What is played, as the arena said at the start.
struct Rules {
  std::string game;                             // "pazaak" or "yahtzee"
  std::string name = "koth";                    // the rule set
  std::map<std::string, std::string> switches;  // such as side_cards: 4
};

struct GameStart {
  std::int64_t game;  // its number, the same in every view of this game
  int seats;
  std::uint32_t seed;  // for the bot's randomness, 0 to 2³¹ − 1
  Rules rules;
};

struct GameEnd {
  std::int64_t game;
  std::vector<int> points;  // of each seat
};

struct Hooks {
  std::function<void(const GameStart&)> begin;  // called when a game begins
  std::function<void(const GameEnd&)> end;      // called when it is over
  int batch = batch_of_games;  // games that are asked about at a time; 0: one after another
};

// ------------------------------------------------------------------------------------------ Pazaak

struct PazaakMove {
  std::string text;
};

inline const PazaakMove END{"END"};      // end the turn, and be dealt another card
inline const PazaakMove STAND{"STAND"};  // no more cards in this hand

// Add this side card, then stand. The card must be one of view.side.
inline PazaakMove play(int card) { return {"PLAY " + std::to_string(card)}; }

// A turn of Pazaak. Cards are numbers; a value over 20 loses.
struct PazaakView {
  std::int64_t game;        // the number of the game
  int player;               // 1 or 2: which player the bot is
  std::array<int, 2> wins;  // hands won by player 1, by player 2
  std::vector<int> hand;    // its cards on the table, in the order in which they came
  std::vector<int> theirs;  // the opponent's cards on the table
  std::vector<int> side;    // its side deck
  int their_side;           // how many side cards the opponent has left
  std::string action;       // the opponent's last action in this hand: none, END or STAND
  bool played;              // whether the opponent played a side card in this hand
  const Rules* rules;

  // The sum of its hand.
  int value() const { return std::accumulate(hand.begin(), hand.end(), 0); }
};

// ----------------------------------------------------------------------------------------- Yahtzee

enum class Box {
  aces,
  twos,
  threes,
  fours,
  fives,
  sixes,
  three_of_a_kind,
  four_of_a_kind,
  full_house,
  small_straight,
  large_straight,
  yahtzee,
  chance
};
constexpr std::size_t boxes = 13;
constexpr std::size_t upper_boxes = 6;  // aces to sixes

// A box by its name in the protocol.
inline std::string_view name(Box box) {
  constexpr std::array<std::string_view, boxes> names{
      "aces",       "twos",           "threes",          "fours",
      "fives",      "sixes",          "three_of_a_kind", "four_of_a_kind",
      "full_house", "small_straight", "large_straight",  "yahtzee",
      "chance"};
  return names.at(static_cast<std::size_t>(box));
}

struct YahtzeeMove {
  std::string text;
};

// Keep the dice at these indexes, 0 to 4 and none twice, and roll the others.
inline YahtzeeMove keep(const std::vector<int>& indexes) {
  std::string text = "keep";
  for (const int index : indexes) text += ' ' + std::to_string(index);
  return {text};
}

// Fill this box, one of view.options().
inline YahtzeeMove score(Box box) { return {"score " + std::string(name(box))}; }

// A box that may be filled, and the points that it would get, bonuses aside.
struct Option {
  Box box;
  int points;
};

// A turn of Yahtzee.
struct YahtzeeView {
  std::int64_t game;  // the number of the game
  int round;          // 0 to 12
  int stage;          // 0, 1, 2: after the first, second, third roll; then it must score
  std::array<int, 5> dice;
  std::array<std::optional<int>, boxes> card;  // its own; nullopt for a box that is open
  int score;                                   // its total
  int upper;                                   // the sum of its upper boxes, without the bonus
  int upper_bonus;
  int yahtzee_bonus;
  std::vector<int> totals;  // of all seats, its own among them, lowest first
  const Rules* rules;

  // The points of a box of its card.
  std::optional<int> held(Box box) const { return card[static_cast<std::size_t>(box)]; }

  // What may be filled now, in the order of the card; jokers are minded.
  std::vector<Option> options() const {
    std::vector<Option> found;
    for (std::size_t i = 0; i < boxes; ++i)
      if (const Box box = static_cast<Box>(i); !card[i] && !joker_forbids(i))
        found.push_back({box, points(box)});
    return found;
  }

 private:
  int alike() const { return count(most_frequent()); }
  int count(int face) const { return static_cast<int>(std::count(dice.begin(), dice.end(), face)); }
  int most_frequent() const {
    return *std::max_element(dice.begin(), dice.end(),
                             [this](int a, int b) { return count(a) < count(b); });
  }
  std::size_t face_box() const { return static_cast<std::size_t>(dice[0] - 1); }

  bool is_joker() const {
    if (rules->name == "cab201-basic" || alike() < 5) return false;
    const auto found = rules->switches.find("joker_after_zero");
    const std::string after_zero = found == rules->switches.end() ? "true" : found->second;
    const bool off =
        after_zero == "false" || after_zero == "off" || after_zero == "no" || after_zero == "0";
    return held(Box::yahtzee) == 50 || (held(Box::yahtzee) == 0 && !off);
  }

  // Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
  bool joker_forbids(std::size_t box) const {
    if (rules->name != "koth" || !is_joker()) return false;
    if (!card[face_box()]) return box != face_box();
    const bool lower_open = std::any_of(card.begin() + upper_boxes, card.end(),
                                        [](const auto& points) { return !points; });
    return lower_open && box < upper_boxes;
  }

  bool in_sequence(int length) const {
    for (int first = 1; first + length <= 7; ++first) {
      int face = first;
      while (face < first + length && count(face) > 0) ++face;
      if (face == first + length) return true;
    }
    return false;
  }

  int points(Box box) const {
    const int sum = std::accumulate(dice.begin(), dice.end(), 0);
    // A joker counts as any full house or straight once the upper box of its face is filled.
    const bool stands_in = is_joker() && card[face_box()];
    const auto other = std::find_if(dice.begin(), dice.end(),
                                    [this](int face) { return face != most_frequent(); });
    switch (box) {
      case Box::three_of_a_kind: return alike() >= 3 ? sum : 0;
      case Box::four_of_a_kind: return alike() >= 4 ? sum : 0;
      case Box::full_house: return (alike() == 3 && count(*other) == 2) || stands_in ? 25 : 0;
      case Box::small_straight: return in_sequence(4) || stands_in ? 30 : 0;
      case Box::large_straight: return in_sequence(5) || stands_in ? 40 : 0;
      case Box::yahtzee: return alike() == 5 ? 50 : 0;
      case Box::chance: return sum;
      default: return (static_cast<int>(box) + 1) * count(static_cast<int>(box) + 1);
    }
  }
};

// ------------------------------------------------------------------------------------------ Gomoku

constexpr int board_size = 15;  // points along a side of the board
constexpr char black = 'B';
constexpr char white = 'W';

// Each from 0 to 14.
struct Point {
  int x, y;
  friend bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }
};

inline std::string text(Point point) {
  return '(' + std::to_string(point.x) + ',' + std::to_string(point.y) + ')';
}

// An answer to an opening.
struct Choice {
  std::string text;
};

inline Choice take_black() { return {"B"}; }
// Play white, and lay this white stone.
inline Choice take_white(Point stone) { return {'W' + text(stone)}; }
// Lay a black and a white stone; the opponent picks a colour.
inline Choice lay_two(Point its_black, Point its_white) {
  return {text(its_black) + text(its_white)};
}

// A question of Gomoku.
struct GomokuView {
  std::array<std::array<char, board_size>, board_size> board{};  // [x][y]: black, white, or 0
  int stones = 0;                                                // how many lie on the board
  std::optional<int> turn;                                       // turns of both since the opening
  std::optional<char> colour;  // the bot's own; nullopt while it is not settled
  std::string name;            // the bot's own: the first line of its file meta
  std::string opponent;        // the opponent's name
  std::uint32_t seed = 0;      // for the bot's randomness, 0 to 2³¹ − 1, another one for each game

  // The stone at a point: black, white, or 0; also 0 off the board.
  char at(Point point) const {
    return inside(point) ? board[index(point.x)][index(point.y)] : '\0';
  }
  static bool inside(Point point) {
    return 0 <= point.x && point.x < board_size && 0 <= point.y && point.y < board_size;
  }
  // The points without a stone, by x, then y.
  std::vector<Point> free() const {
    std::vector<Point> found;
    for (int x = 0; x < board_size; ++x)
      for (int y = 0; y < board_size; ++y)
        if (at({x, y}) == 0) found.push_back({x, y});
    return found;
  }

  static std::size_t index(int coordinate) { return static_cast<std::size_t>(coordinate); }
};

using Opening = std::array<Point, 3>;  // a black stone, a black one and a white one

// What a bot answers; only `place` has to be given.
struct GomokuBot {
  // The point of the bot's next stone.
  std::function<Point(const GomokuView&)> place;
  // Else black in the middle and in a corner, white beside the middle.
  std::function<Opening(const GomokuView&)> open = [](const GomokuView&) {
    return Opening{{{7, 7}, {0, 14}, {8, 7}}};
  };
  // After an opening of the opponent: take_black(), take_white(…) or lay_two(…).
  std::function<Choice(const GomokuView&)> choose = [](const GomokuView&) { return take_black(); };
  // black or white, after the opponent has laid two stones.
  std::function<char(const GomokuView&)> pick = [](const GomokuView&) { return black; };
  // Told the winner's name when the game is over; nullopt after a tie.
  std::function<void(const std::optional<std::string>&)> end = [](const auto&) {};
  // The first to move after a pick: black in the contest, white under the rules swap2.
  char first_to_move = black;
};

// ------------------------------------------------------------------------------------ conversation

namespace detail {

// Takes standard output away from the bot before main begins. The way to the arena is closed for
// programs that the bot starts.
inline int way_out() {
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return out;
}
inline const int out = way_out();

// Writes all at once; false if nobody is there to read it.
inline bool say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(out, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Runs a part of the bot; false if that threw, which is told on standard error.
template <typename Act>
bool succeeds(Act act) {
  try {
    act();
    return true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "the bot threw what is no std::exception\n");
  }
  return false;
}

// Hands on the whole lines that are there, again and again until the input ends or hear, which gets
// a batch of lines, returns false.
template <typename Hear>
void listen(Hear hear) {
  std::string begun;
  std::vector<std::string_view> lines;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t read = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) return;
    begun.append(buffer.data(), static_cast<std::size_t>(read));
    lines.clear();
    std::size_t from = 0;
    for (std::size_t to; (to = begun.find('\n', from)) != std::string::npos; from = to + 1)
      lines.push_back(std::string_view(begun).substr(from, to - from));
    if (!lines.empty() && !hear(lines)) return;
    begun.erase(0, from);
  }
}

inline std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t to = text.find(at, from);
    parts.push_back(text.substr(from, to - from));
    if (to == std::string_view::npos) return parts;
    from = to + 1;
  }
}

inline std::int64_t whole(std::string_view text) { return std::stoll(std::string(text)); }
inline int number(std::string_view text) { return std::stoi(std::string(text)); }

inline std::vector<int> numbers(std::string_view list) {
  std::vector<int> found;
  if (list == "-") return found;
  for (const std::string_view part : split(list, ',')) found.push_back(number(part));
  return found;
}

using Words = std::vector<std::string_view>;

// Pairs stand in a fixed order; more may follow.
template <std::size_t Count>
void check_pairs(const Words& words, const std::array<std::string_view, Count>& names) {
  for (std::size_t i = 0; i < Count; ++i)
    if (words.size() < 4 + 2 * i || words[2 + 2 * i] != names[i]) {
      std::string line;
      for (const std::string_view word : words) line.append(" ").append(word);
      throw std::runtime_error("not a turn that this SDK knows:" + line);
    }
}

inline void read(const Words& words, PazaakView& view) {
  constexpr std::array<std::string_view, 8> names{"player", "wins",       "hand",   "theirs",
                                                  "side",   "their_side", "action", "played"};
  check_pairs(words, names);
  view.game = whole(words[1]);
  view.player = number(words[3]);
  const std::vector<int> wins = numbers(words[5]);
  view.wins = {wins.at(0), wins.at(1)};
  view.hand = numbers(words[7]);
  view.theirs = numbers(words[9]);
  view.side = numbers(words[11]);
  view.their_side = number(words[13]);
  view.action = words[15];
  view.played = words[17] == "yes";
}

inline void read(const Words& words, YahtzeeView& view) {
  constexpr std::array<std::string_view, 9> names{
      "round", "stage", "dice", "card", "score", "upper", "upper_bonus", "yahtzee_bonus", "totals"};
  check_pairs(words, names);
  view.game = whole(words[1]);
  view.round = number(words[3]);
  view.stage = number(words[5]);
  const std::vector<int> dice = numbers(words[7]);
  for (std::size_t i = 0; i < view.dice.size(); ++i) view.dice[i] = dice.at(i);
  const Words card = split(words[9], ',');
  for (std::size_t i = 0; i < boxes; ++i)
    view.card[i] = card.at(i) == "-" ? std::nullopt : std::optional(number(card[i]));
  view.score = number(words[11]);
  view.upper = number(words[13]);
  view.upper_bonus = number(words[15]);
  view.yahtzee_bonus = number(words[17]);
  view.totals = numbers(words[19]);
}

// The lines of docs/protocol.md: one game's question after another's, in any order.
template <typename View, typename Choose>
class Conversation {
 public:
  Conversation(std::string game, Choose& choose, const Hooks& hooks)
      : game_(std::move(game)), choose_(choose), hooks_(hooks) {}

  // The exit status.
  int hold() {
    bool failed = false;
    listen([&](const Words& lines) {
      answers_.clear();
      failed = !succeeds([&] {
        for (const std::string_view line : lines) hear(split(line, ' '));
      });
      // If the bot failed at one game, what it said in the others still counts.
      return say(answers_) && !over_ && !failed;
    });
    return failed ? 1 : 0;
  }

 private:
  void hear(const Words& words) {
    if (words[0] == "turn") {
      view_.rules = &rules_;
      read(words, view_);
      const std::string move = choose_(std::as_const(view_)).text;
      answers_.append("move ").append(words[1]).append(" ").append(move).append("\n");
    } else if (words[0] == "begin") {
      if (hooks_.begin)
        hooks_.begin({whole(words.at(1)), number(words.at(3)),
                      static_cast<std::uint32_t>(whole(words.at(5))), rules_});
    } else if (words[0] == "end") {
      if (hooks_.end) hooks_.end({whole(words.at(1)), numbers(words.at(3))});
    } else if (words[0] == "hilltop") {
      meet(words);
    } else if (words[0] == "bye") {
      over_ = true;
    }
  }

  void meet(const Words& words) {
    rules_.game = words.at(3);
    rules_.name = words.at(5);
    for (std::size_t i = 6; i + 1 < words.size(); i += 2)
      rules_.switches[std::string(words[i])] = words[i + 1];
    if (rules_.game != game_)
      throw std::runtime_error("this bot plays " + game_ + ", not " + rules_.game);
    answers_ += "ready 1";
    if (hooks_.batch > 0) answers_ += " batch " + std::to_string(hooks_.batch);
    answers_ += '\n';
  }

  std::string game_;
  Choose& choose_;
  const Hooks& hooks_;
  Rules rules_;
  View view_{};
  std::string answers_;
  bool over_ = false;
};

// One game of Gomoku, and the colour that the bot has in it once that is known.
class Gomoku {
 public:
  Gomoku(int argc, char** argv, const GomokuBot& bot) : bot_(bot) {
    std::ifstream meta("meta");
    std::getline(meta, name_);
    while (!name_.empty() && (name_.back() == '\r' || name_.back() == ' ')) name_.pop_back();
    if (argc > 1) opponent_ = argv[1];
    if (argc > 2) seed_ = static_cast<std::uint32_t>(std::stoul(argv[2]));
  }

  // False: the game is over.
  bool hear(std::string_view line) {
    const std::string_view kind = line.substr(0, line.find(' '));
    const std::string_view rest = line.substr(std::min(kind.size() + 1, line.size()));
    if (kind == "EXIT") {
      bot_.end(rest == "TIE" ? std::nullopt : std::optional(std::string(rest)));
      return false;
    }
    return say(answer(kind, rest) + '\n');
  }

 private:
  std::string answer(std::string_view kind, std::string_view rest) {
    GomokuView view = looked_at(rest);
    opened_ = opened_ || kind == "A" || kind == "B" || kind == "C";
    if (kind == "A") {
      const Opening opening = bot_.open(view);
      return text(opening[0]) + text(opening[1]) + text(opening[2]);
    }
    if (kind == "B") {
      const Choice choice = bot_.choose(view);
      if (const char first = choice.text.at(0); first != '(') colour_ = first;
      return choice.text;
    }
    if (kind == "C") {
      colour_ = bot_.pick(view);
      return std::string(1, *colour_);
    }
    view.turn = number(kind);
    if (!colour_) colour_ = colour_by(view.stones - *view.turn, *view.turn);
    view.colour = colour_;
    return text(bot_.place(view));
  }

  // [((7,7),"B"),…] as a view.
  GomokuView looked_at(std::string_view board) const {
    GomokuView view;
    view.colour = colour_;
    view.name = name_;
    view.opponent = opponent_;
    view.seed = seed_;
    for (std::size_t at = 0; (at = board.find("((", at)) != std::string_view::npos; ++at) {
      int x = 0, y = 0;
      char its = 0;
      const std::string stone(board.substr(at, 12));
      if (std::sscanf(stone.c_str(), "((%d,%d),\"%c", &x, &y, &its) != 3) continue;
      if (!GomokuView::inside({x, y})) continue;  // of a larger board
      view.board[GomokuView::index(x)][GomokuView::index(y)] = its;
      ++view.stones;
    }
    return view;
  }

  // The colour that the opponent or the host left: nobody tells, but it shows in the stones of the
  // opening.
  char colour_by(int opening, int turn) const {
    if (opened_ && opening == 3) return white;       // the bot opened, they took black
    if (opened_ && opening == 4) return black;       // it opened, they took white and laid a stone
    const bool even = !opened_ && opening % 2 == 0;  // of the host, in which the colours alternate
    const bool white_first = bot_.first_to_move == white && !even;
    return (turn % 2 == 0) == white_first ? white : black;  // after five, the bot laid two of them
  }

  const GomokuBot& bot_;
  std::string name_, opponent_;
  std::uint32_t seed_ = 0;
  bool opened_ = false;  // it was asked about the opening, which the host's openings leave out
  std::optional<char> colour_;
};

}  // namespace detail

// Plays until the arena says bye or is gone; returns the exit status. choose(view) returns END,
// STAND or play(card).
template <typename Choose>
int play_pazaak(Choose choose, const Hooks& hooks = {}) {
  return detail::Conversation<PazaakView, Choose>("pazaak", choose, hooks).hold();
}

// Plays until the arena says bye or is gone; returns the exit status. choose(view) returns
// keep(indexes) or score(box).
template <typename Choose>
int play_yahtzee(Choose choose, const Hooks& hooks = {}) {
  return detail::Conversation<YahtzeeView, Choose>("yahtzee", choose, hooks).hold();
}

// Plays one game, and returns the exit status; the arena starts the bot anew for each. argc and
// argv, those of main, hold the opponent's name and the seed.
inline int play_gomoku(int argc, char** argv, const GomokuBot& bot) {
  const bool played = detail::succeeds([&] {
    detail::Gomoku game(argc, argv, bot);
    detail::listen([&](const detail::Words& lines) {
      return std::all_of(lines.begin(), lines.end(),
                         [&](std::string_view line) { return game.hear(line); });
    });
  });
  return played ? 0 : 1;
}

}  // namespace hilltop
