// Does what echo.py does, with the SDK for C++.
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>

#include "../../sdk/cpp/hilltop.hpp"

namespace {

std::deque<std::string> moves;

template <typename... Words>
void tell(const Words&... words) {
  if (std::getenv("ECHO_NOISY") != nullptr) {
    std::cout << "move 0 noise" << std::endl;
    std::puts("noise");
    std::fflush(stdout);
    if (std::system("echo noise of a child") != 0) std::abort();
  }
  const char* gap = "";
  ((std::cerr << gap << words, gap = " "), ...);
  std::cerr << std::endl;
}

template <typename Values>
std::string listed(const Values& values) {
  std::ostringstream text;
  for (const auto& value : values) text << (text.tellp() > 0 ? "," : "") << value;
  return text.tellp() > 0 ? text.str() : "-";
}

std::string rules_of(const hilltop::Rules& rules) {
  std::string text = "rules " + rules.name;
  for (const auto& [name, value] : rules.switches) text += " " + name + " " + value;
  return text;
}

std::vector<std::string> planned(std::int64_t game) {
  std::istringstream move(moves.at(static_cast<std::size_t>(game)));
  std::vector<std::string> words;
  for (std::string word; move >> word;) words.push_back(word);
  if (words.at(0) == "fail") throw std::runtime_error("bad luck");
  return words;
}

hilltop::PazaakMove pazaak(const hilltop::PazaakView& view) {
  tell("turn", view.game, "player", view.player, "wins", listed(view.wins), "hand",
       listed(view.hand), "theirs", listed(view.theirs), "side", listed(view.side), "their_side",
       view.their_side, "action", view.action, "played", view.played ? "yes" : "no",
       rules_of(*view.rules), "value", view.value());
  const auto words = planned(view.game);
  if (words[0] == "PLAY") return hilltop::play(std::stoi(words.at(1)));
  return words[0] == "END" ? hilltop::END : hilltop::STAND;
}

hilltop::Box box_named(std::string_view wanted) {
  for (std::size_t i = 0; i < hilltop::boxes; ++i)
    if (const auto box = static_cast<hilltop::Box>(i); name(box) == wanted) return box;
  throw std::runtime_error("no such box");
}

hilltop::YahtzeeMove yahtzee(const hilltop::YahtzeeView& view) {
  std::vector<std::string> card, options;
  for (const auto& points : view.card) card.push_back(points ? std::to_string(*points) : "-");
  for (const auto& [box, points] : view.options())
    options.push_back(std::string(name(box)) + "=" + std::to_string(points));
  tell("turn", view.game, "round", view.round, "stage", view.stage, "dice", listed(view.dice),
       "card", listed(card), "score", view.score, "upper", view.upper, "upper_bonus",
       view.upper_bonus, "yahtzee_bonus", view.yahtzee_bonus, "totals", listed(view.totals),
       rules_of(*view.rules), "options", listed(options));
  const auto words = planned(view.game);
  if (words[0] == "score") return hilltop::score(box_named(words.at(1)));
  std::vector<int> kept;
  for (std::size_t i = 1; i < words.size(); ++i) kept.push_back(std::stoi(words[i]));
  return hilltop::keep(kept);
}

struct Told {
  std::string move;
  std::vector<hilltop::Point> points;
};

Told told(const char* kind, const hilltop::GomokuView& view) {
  std::vector<std::string> stones;
  for (int x = 0; x < hilltop::board_size; ++x)
    for (int y = 0; y < hilltop::board_size; ++y)
      if (const char stone = view.at({x, y}); stone != 0)
        stones.push_back("(" + hilltop::text({x, y}) + ",\"" + stone + "\")");
  tell(kind, "turn", view.turn ? std::to_string(*view.turn) : "-", "colour",
       view.colour.value_or('-'), "name", view.name, "opponent", view.opponent, "seed", view.seed,
       "free", view.free().size(), "board [" + (stones.empty() ? "" : listed(stones)) + "]");
  Told next{moves.front(), {}};
  moves.pop_front();
  for (std::size_t at = 0; (at = next.move.find('(', at)) != std::string::npos; ++at) {
    hilltop::Point point{};
    if (std::sscanf(next.move.c_str() + at, "(%d,%d)", &point.x, &point.y) == 2)
      next.points.push_back(point);
  }
  return next;
}

hilltop::GomokuBot gomoku() {
  hilltop::GomokuBot bot;
  bot.place = [](const auto& view) { return told("place", view).points.at(0); };
  bot.open = [](const auto& view) {
    const auto points = told("open", view).points;
    return hilltop::Opening{points.at(0), points.at(1), points.at(2)};
  };
  bot.choose = [](const auto& view) {
    const auto [move, points] = told("choose", view);
    if (move == "take B") return hilltop::take_black();
    return points.size() == 1 ? hilltop::take_white(points[0])
                              : hilltop::lay_two(points.at(0), points.at(1));
  };
  bot.pick = [](const auto& view) {
    return told("pick", view).move == "pick B" ? hilltop::black : hilltop::white;
  };
  bot.end = [](const auto& winner) { tell("end", winner.value_or("-")); };
  bot.first_to_move = std::getenv("ECHO_FIRST")[0];
  return bot;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(std::getenv("ECHO_MOVES"));
  for (std::string line; std::getline(file, line);) moves.push_back(line);
  hilltop::Hooks hooks;
  hooks.begin = [](const hilltop::GameStart& start) {
    tell("begin", start.game, "seats", start.seats, "seed", start.seed);
  };
  hooks.end = [](const hilltop::GameEnd& over) {
    tell("end", over.game, "points", listed(over.points));
  };
  if (const char* batch = std::getenv("ECHO_BATCH")) hooks.batch = std::atoi(batch);
  const std::string_view game = argv[1];
  if (game == "pazaak") return hilltop::play_pazaak(pazaak, hooks);
  if (game == "yahtzee") return hilltop::play_yahtzee(yahtzee, hooks);
  return hilltop::play_gomoku(argc, argv, gomoku());
}
