#include "games/gomoku/solver/answer.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/text.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/proof.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/solver/position.hpp"
#include "games/gomoku/solver/threat_search.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::int64_t nodes_max = 1'000'000'000'000;
constexpr std::int64_t checker_stones_max = 1'000'000'000;

template <class T>
using Or = std::expected<T, Problem>;

const std::string* typed(const Question& question, const std::string& option) {
  const auto found = question.options.find(option);
  return found == question.options.end() ? nullptr : &found->second;
}

Or<std::int64_t> number(const Question& question, const std::string& option, std::int64_t otherwise,
                        std::int64_t min, std::int64_t max) {
  const std::string* text = typed(question, option);
  if (text == nullptr) return otherwise;
  const auto number = number_in<std::int64_t>(*text);
  if (number && min <= *number && *number <= max) return *number;
  return std::unexpected(Problem{"--" + option + " takes a number from " + std::to_string(min) +
                                 " to " + std::to_string(max) + ", not '" + *text + "'"});
}

Or<Colour> to_move(const Question& question, const TypedPosition& position) {
  if (const std::string* text = typed(question, "to-move")) {
    if (*text == "black") return Colour::black;
    if (*text == "white") return Colour::white;
    return std::unexpected(Problem{"--to-move is black or white, not '" + *text + "'"});
  }
  if (position.to_move) return *position.to_move;
  return std::unexpected(
      Problem{"the stones do not tell who is to move; say --to-move black or --to-move white"});
}

std::string text_of(const std::vector<Point>& line) {
  std::string text;
  for (const Point point : line)
    text += (text.empty() ? "" : " ") + std::to_string(point.x) + ',' + std::to_string(point.y);
  return text;
}

// A win or loss as the stones until the five, else the evaluation.
std::string text_of(int score) {
  if (!is_proved(score)) return (score > 0 ? "+" : "") + std::to_string(score);
  return (is_win(score) ? "+M" : "-M") + std::to_string(plies_to_five(score));
}

struct Asked {
  VariantBoard board;
  Colour mover;
  ThreatLimits limits;
  std::string proof_file;  // empty: none
};

Or<Asked> asked(std::string_view rule_set, const Switches& switches, const Question& question) {
  const auto rules = Rules::under(rule_set, switches);
  if (!rules) return std::unexpected(rules.error());
  const Variant& variant = rules->variant();
  const auto size = number(question, "size", variant.size, board_sizes.front(), board_sizes.back());
  if (!size) return std::unexpected(size.error());
  if (!is_board_size(*size))
    return std::unexpected(Problem{"--size is 15 or 20, not " + std::to_string(*size)});
  const std::string* text = typed(question, "position");
  if (text == nullptr)
    return std::unexpected(
        Problem{"gomoku is not solved as a whole: name a position, as in --position h8i9h9"});
  const auto position = read_position(*text, {static_cast<int>(*size), variant.rows});
  if (!position) return std::unexpected(position.error());
  const auto mover = to_move(question, *position);
  if (!mover) return std::unexpected(mover.error());
  const auto nodes = number(question, "nodes", ThreatLimits::default_nodes, 1, nodes_max);
  if (!nodes) return std::unexpected(nodes.error());
  const auto memory = number(question, "memory", 64, 1, ThreatLimits::memory_mb_max);
  if (!memory) return std::unexpected(memory.error());
  const std::string* file = typed(question, "proof");
  return Asked{position->board,
               *mover,
               {.nodes = *nodes, .memory_mb = static_cast<int>(*memory)},
               file == nullptr ? "" : *file};
}

struct Proved {
  Proof proof;
  CheckedProof checked;
};

// Only what the checker has replayed is called proved.
std::optional<Proved> proved(const Asked& asked, ThreatSearch& search) {
  if (!search.solve()) return std::nullopt;
  auto proof = search.prove();
  if (!proof) return std::nullopt;
  auto checked = check_proof(asked.board, *proof, checker_stones_max);
  if (!checked) return std::nullopt;
  return Proved{std::move(*proof), std::move(*checked)};
}

Solution told(const Asked& asked, const Proved& win, std::int64_t nodes) {
  return {{{"to_move", std::string(asked.mover == Colour::black ? "black" : "white")},
           {"proved", std::string("yes")},
           {"score", text_of(win_in(win.checked.plies))},
           {"plies", std::int64_t{win.checked.plies}},
           {"line", text_of(win.checked.line)},
           {"nodes", nodes},
           {"proof_nodes", static_cast<std::int64_t>(win.proof.nodes.size())},
           {"checked_stones", win.checked.stones}},
          {}};
}

// What the engine thinks, where it plays by these rules.
Solution unproved(const Asked& asked, const ThreatSearch& search) {
  Solution solution{
      {{"to_move", std::string(asked.mover == Colour::black ? "black" : "white")},
       {"proved", std::string("no")},
       {"search", std::string(search.complete() ? "no win by threats" : "not finished")},
       {"nodes", search.nodes()}},
      {}};
  if (asked.board.variant().rows != RowRule::five_or_more) return solution;
  const SearchResult thought =
      make_search(asked.board.size())->run(asked.board, asked.mover, {.nodes = asked.limits.nodes});
  solution.values.insert(solution.values.begin() + 2, {{"score", text_of(thought.score)},
                                                       {"line", text_of(thought.line)},
                                                       {"depth", std::int64_t{thought.depth}},
                                                       {"engine_nodes", thought.nodes}});
  return solution;
}

}  // namespace

Or<Solution> Solver::solve(std::string_view rule_set, const Switches& switches,
                           const Question& question) {
  const auto asked = gomoku::asked(rule_set, switches, question);
  if (!asked) return std::unexpected(asked.error());
  const auto search = make_threat_search(asked->board, asked->mover, asked->limits);
  const auto win = proved(*asked, *search);
  if (!win) return unproved(*asked, *search);
  if (!asked->proof_file.empty()) {
    const auto written = replace_file(asked->proof_file, write_proof(asked->board, win->proof));
    if (!written)
      return std::unexpected(
          Problem{"cannot write '" + asked->proof_file + "': " + written.error()});
  }
  return told(*asked, *win, search->nodes());
}

}  // namespace hilltop::gomoku
