#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/solver/variant_player.hpp"

namespace hilltop::gomoku {
namespace {

// Plays by the engine, with a limit of nodes: the same position gets the same answer everywhere.
class Champion : public Bot<Rules> {
 public:
  explicit Champion(std::int64_t nodes) : limits_{.nodes = nodes} {}

  void begin(const Chance& luck) override { luck_ = luck; }

  Move choose(const State& view) override {
    note_.reset();
    switch (view.phase) {
      case Phase::opening: {
        Draw draw = luck_.on(0);
        return OpeningChooser::open(view.first_to_move, draw);
      }
      case Phase::choosing: return OpeningChooser(search_).choose(view);
      case Phase::picking: return PickColour{OpeningChooser(search_).pick(view)};
      default: break;
    }
    if (view.board.variant() != Variant{} || view.board.stones() == 0) return place(view);
    const SearchResult found = search_.run(engine_board(view.board), view.to_move, limits_);
    note(found.score, found.depth, found.nodes);
    return Place{found.best};
  }

  std::optional<SearchNote> note() const override { return note_; }

 private:
  // Under rules or on a board that its own search does not know.
  Place place(const State& view) {
    if (!player_ || player_->size() != view.board.size()) player_.emplace(view.board.size());
    const auto [best, found] = player_->choose(
        view.board, view.to_move,
        {.solver_nodes = std::min(VariantPlayer::solver_nodes_max, limits_.nodes / 2 + 1),
         .nodes = limits_.nodes});
    if (found) note(found->score, found->depth, found->nodes);
    return {best};
  }

  void note(int score, int depth, std::int64_t nodes) {
    note_ = SearchNote{text_of_score(score), static_cast<std::uint32_t>(depth),
                       static_cast<std::uint64_t>(nodes)};
  }

  // "+34", or "+M7" for a win that is proved in 7 stones, as engines of Gomocup say it.
  static std::string text_of_score(int score) {
    const char* const sign = score < 0 ? "-" : "+";
    if (is_proved(score)) return std::string(sign) + 'M' + std::to_string(plies_to_five(score));
    return sign + std::to_string(std::abs(score));
  }

  SearchLimits limits_;
  Chance luck_{0, 0};
  std::optional<SearchNote> note_;
  Search search_;
  std::optional<VariantPlayer> player_;
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_champion(std::int64_t nodes) {
  return std::make_unique<Champion>(nodes);
}

}  // namespace hilltop::gomoku
