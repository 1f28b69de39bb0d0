#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/source_dir_for_test.hpp"
#include "games/gomoku/game.hpp"
#include "games/gomoku/positions.hpp"
#include "games/gomoku/psq.hpp"
#include "games/gomoku/sgf.hpp"
#include "games/gomoku/text.hpp"
#include "match/golden.hpp"

// Game files for other programs: sgf.hpp and psq.hpp.
namespace hilltop::gomoku::files_test {
namespace {

using std::chrono::microseconds;
using Game = PlayedGame<Rules>;

const std::filesystem::path golden = source_dir() / "src/games/gomoku/golden";

struct Told {
  Rules rules;
  Record record;
  State end;

  Game game() const {
    Game game{rules, {}, record.chance(), {}, {"a contest", "a,b:0"}};
    for (const Record::Player& player : record.players) game.names.push_back(player.name);
    for (const Record::Step& step : record.steps)
      game.steps.push_back(
          {Seat(static_cast<std::uint8_t>(step.seat)),
           step.move ? std::optional(Text::read(*step.move).value()) : std::nullopt, step.took, "",
           step.move ? "" : "it left the game"});
    return game;
  }
};

Told told(const std::filesystem::path& file) {
  const Record record = read_record(content(file), file.string()).value();
  const Rules rules = Rules::under(record.rules, record.switches).value();
  Session<Rules> session(rules, 2, record.chance());
  EXPECT_TRUE((replay<Rules, Text>(session, record).has_value()));
  return {rules, record, session.state()};
}

std::vector<std::filesystem::path> golden_games() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(golden))
    if (entry.path().extension() == ".game") files.push_back(entry.path());
  EXPECT_EQ(files.size(), 19u);
  return files;
}

// ------------------------------------------------------------------------------- readers of both

// A node's properties, by the grammar of FF[4]: PropIdent { PropValue }, values without escapes.
using Node = std::map<std::string, std::string>;

// Returns the nodes of a game without variations; empty if the grammar is violated.
std::vector<Node> read_sgf(std::string_view text) {
  const auto skip = [&] {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  };
  const auto take = [&](char c) {
    skip();
    const bool there = !text.empty() && text.front() == c;
    if (there) text.remove_prefix(1);
    return there;
  };
  std::vector<Node> nodes;
  if (!take('(')) return {};
  while (take(';')) {
    Node& node = nodes.emplace_back();
    for (skip(); !text.empty() && 'A' <= text.front() && text.front() <= 'Z'; skip()) {
      std::string name, value;
      for (; !text.empty() && 'A' <= text.front() && text.front() <= 'Z'; text.remove_prefix(1))
        name += text.front();
      if (!take('[')) return {};
      for (; !text.empty() && text.front() != ']'; text.remove_prefix(1)) {
        if (text.front() == '\\') text.remove_prefix(1);
        if (text.empty()) return {};
        value += text.front();
      }
      if (!take(']') || !node.emplace(name, value).second) return {};
    }
  }
  if (!take(')')) return {};
  skip();
  return text.empty() ? nodes : std::vector<Node>{};
}

struct PsqFile {
  std::string head;
  std::vector<std::array<int, 3>> lines;  // X, Y, ms
  std::vector<std::string> rest;
};

// Reads like Piskvork's openPsq(): lines of numbers first, then the names.
PsqFile read_psq(const std::string& text) {
  PsqFile file;
  std::istringstream lines(text);
  std::getline(lines, file.head);
  for (std::string line; std::getline(lines, line);) {
    std::array<int, 3> stone{};
    const int read = std::sscanf(line.c_str(), "%d,%d,%d", &stone[0], &stone[1], &stone[2]);
    if (file.rest.empty() && read == 3)
      file.lines.push_back(stone);
    else
      file.rest.push_back(line);
  }
  return file;
}

// ------------------------------------------------------------------------------------- the tests

TEST(Files, AreThoseBesideTheGoldenGames) {
  for (const auto& file : golden_games()) {
    const Told game = told(file);
    for (const FileFormat<Rules>& format : Module::formats()) {
      auto beside = file;
      beside.replace_extension(format.name);
      const auto written = format.write(game.game());
      if (written && writes_golden()) std::ofstream(beside) << *written;
      EXPECT_EQ(written.value_or(""), content(beside)) << beside;
    }
  }
}

TEST(Sgf, HoldsTheWholeGame) {
  for (const auto& file : golden_games()) {
    const Told game = told(file);
    const std::vector<Node> nodes = read_sgf(write_sgf(game.game()).value());
    ASSERT_FALSE(nodes.empty()) << file;
    const Node& root = nodes.front();
    EXPECT_EQ(root.at("FF"), "4");
    EXPECT_EQ(root.at("GM"), "4");
    EXPECT_EQ(root.at("SZ"), std::to_string(game.rules.variant().size));
    VariantBoard board(game.rules.variant());
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      ASSERT_NE(nodes[i].contains("B"), nodes[i].contains("W")) << file;
      const bool black = nodes[i].contains("B");
      const std::string at = nodes[i].at(black ? "B" : "W");
      ASSERT_EQ(at.size(), 2u);
      board.lay({at[0] - 'a', at[1] - 'a'}, black ? Colour::black : Colour::white);
    }
    EXPECT_EQ(board, game.end.board) << file;
    const auto name = [&](Seat seat) {
      return game.record.players[static_cast<std::size_t>(index(seat))].name;
    };
    const Seat black = game.end.black.value_or(opener);
    EXPECT_EQ(root.at("PB"), name(black)) << file;
    EXPECT_EQ(root.at("PW"), name(opponent(black))) << file;
    const bool left = !game.record.steps.back().move;
    EXPECT_EQ(root.at("RE"), !game.end.winner ? "0"
                                              : std::string(game.end.winner == black ? "B" : "W") +
                                                    (left ? "+F" : "+"))
        << file;
  }
}

TEST(Sgf, NamesTheRules) {
  const std::map<std::string, std::string> table{
      {"koth-take-black", "Gomoku, five or more; Swap2, after which black moves first"},
      {"koth-opening", "Gomoku, five or more; a position, after which black moves first"},
      {"freestyle-20-in-the-far-corner", "Gomoku, five or more"},
      {"standard-20", "Gomoku, exactly five"},
      {"renju-white-six", "Renju"},
      {"renju-20-from-a-position",
       "Renju; a position, after which white moves first, but black after an even number of "
       "stones"}};
  for (const auto& [name, rules] : table)
    EXPECT_EQ(read_sgf(write_sgf(told(golden / (name + ".game")).game()).value())[0].at("RU"),
              rules);
}

TEST(Sgf, EscapesWhatEndsAText) {
  Told game = told(golden / "swap2-take-black.game");
  game.record.players[0].name = "a]b\\c:d";
  Game played = game.game();
  played.caption.event = "two\nlines";
  const std::vector<Node> nodes = read_sgf(write_sgf(played).value());
  ASSERT_FALSE(nodes.empty());
  const bool opener_is_black = game.end.black == opener;
  EXPECT_EQ(nodes[0].at(opener_is_black ? "PB" : "PW"), "a]b\\c:d");
  EXPECT_EQ(nodes[0].at("EV"), "two lines");
}

TEST(Psq, HoldsTheWholeGameIfColoursAlternate) {
  const std::set<std::string> not_in_turn{"koth-full-board", "koth-opening", "koth-place-two",
                                          "koth-six-in-a-row", "koth-take-black"};
  for (const auto& path : golden_games()) {
    const Told game = told(path);
    const auto written = write_psq(game.game());
    ASSERT_EQ(written.has_value(), !not_in_turn.contains(path.stem())) << path;
    if (!written) {
      EXPECT_NE(written.error().text.find("sgf can hold it"), std::string::npos);
      continue;
    }
    const PsqFile file = read_psq(*written);
    const std::string size = std::to_string(game.rules.variant().size);
    EXPECT_EQ(file.head, "Piskvorky " + size + 'x' + size + ", 11:11, 0");
    VariantBoard board(game.rules.variant());
    Colour next = Colour::black;
    for (const auto& [x, y, ms] : file.lines) {
      board.lay({x - 1, y - 1}, next);
      next = other(next);
    }
    EXPECT_EQ(board, game.end.board) << path;
    const Seat black = game.end.black.value_or(opener);
    const auto name = [&](Seat seat) {
      return game.record.players[static_cast<std::size_t>(index(seat))].name;
    };
    const bool left = !game.record.steps.back().move;
    EXPECT_EQ(file.rest,
              (std::vector{name(black), name(opponent(black)), std::string(left ? "-1" : "0")}))
        << path;
  }
}

TEST(Psq, HasTheTimeOfEachDecisionAtItsFirstStone) {
  Told game = told(golden / "swap2-place-two.game");
  for (std::size_t i = 0; i < 4; ++i)
    game.record.steps[i].took = microseconds(12'345 + 1000 * static_cast<int>(i));
  const PsqFile file = read_psq(write_psq(game.game()).value());
  std::vector<int> times;
  for (const auto& line : file.lines) times.push_back(line[2]);
  times.resize(7);
  EXPECT_EQ(times, (std::vector{12, 0, 0, 13, 0, 15, 0}));  // the third step picks a colour
}

TEST(Psq, TakesNoNameForAStone) {
  for (const std::string name : {"3,4,5", "-1", "7"}) {
    Told game = told(golden / "swap2-take-black.game");
    for (auto& player : game.record.players) player.name = name;
    const PsqFile file = read_psq(write_psq(game.game()).value());
    EXPECT_EQ(file.rest, (std::vector<std::string>{"bot " + name, "bot " + name, "0"}));
  }
}

}  // namespace
}  // namespace hilltop::gomoku::files_test
