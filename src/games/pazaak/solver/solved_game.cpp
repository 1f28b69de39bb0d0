#include "games/pazaak/solver/solved_game.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <thread>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

int solver_threads() {
  constexpr int most = 8;  // more threads would wait for each other
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most);
}

SolvedGame::SolvedGame(int side_cards, int threads)
    : decks(side_cards), game(decks, Rules::hands_to_win, threads) {}

const SolvedGame& SolvedGame::of(int side_cards) {
  static std::array<std::once_flag, side_cards_max + 1> once;
  static std::array<std::unique_ptr<const SolvedGame>, side_cards_max + 1> solved;
  const auto i = static_cast<std::size_t>(std::min(side_cards, side_cards_max));
  std::call_once(once[i], [&] {
    solved[i] = std::make_unique<const SolvedGame>(static_cast<int>(i), solver_threads());
  });
  return *solved[i];
}

}  // namespace hilltop::pazaak
