#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/solver/variant_player.hpp"

namespace hilltop::gomoku {
namespace {

// Plays by the engine, with a limit of nodes: the same position gets the same answer everywhere.
class Champion : public Bot<Rules> {
 public:
  explicit Champion(std::int64_t nodes) : nodes_(nodes) {}

  void begin(const Chance& luck) override { luck_ = luck; }

  Move choose(const State& view) override {
    note_.reset();
    if (!player_ || player_->size() != view.board.size()) player_.emplace(view.board.size());
    OpeningChooser chooser(player_->search());
    switch (view.phase) {
      case Phase::opening: {
        Draw draw = luck_.on(0);
        return OpeningChooser::open(view.first_to_move, draw);
      }
      case Phase::choosing: return chooser.choose(view);
      case Phase::picking: return PickColour{chooser.pick(view)};
      default: return place(view);
    }
  }

  std::optional<SearchNote> note() const override { return note_; }

 private:
  Place place(const State& view) {
    const auto [best, found] =
        player_->choose(view.board, view.to_move,
                        {.solver_nodes = std::min(VariantPlayer::solver_nodes_max, nodes_ / 2 + 1),
                         .nodes = nodes_});
    if (found)
      note_ = SearchNote{text_of_score(found->score), static_cast<std::uint32_t>(found->depth),
                         static_cast<std::uint64_t>(found->nodes)};
    return {best};
  }

  // "+34", or "+M7" for a win that is proved in 7 stones, as engines of Gomocup say it.
  static std::string text_of_score(int score) {
    const char* const sign = score < 0 ? "-" : "+";
    if (is_proved(score)) return std::string(sign) + 'M' + std::to_string(plies_to_five(score));
    return sign + std::to_string(std::abs(score));
  }

  std::int64_t nodes_;
  Chance luck_{0, 0};
  std::optional<SearchNote> note_;
  std::optional<VariantPlayer> player_;
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_champion(std::int64_t nodes) {
  return std::make_unique<Champion>(nodes);
}

}  // namespace hilltop::gomoku
