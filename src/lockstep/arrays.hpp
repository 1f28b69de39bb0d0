#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/numbered_actions.hpp"
#include "lockstep/games.hpp"

namespace hilltop::lockstep {

// What the caller of LockstepGames reads, one row per game.
class LockstepArrays {
 public:
  LockstepArrays(std::size_t games, std::size_t players, std::size_t numbers, std::size_t actions,
                 std::size_t outcomes)
      : view(games * numbers),
        final_view(games * numbers),
        legal(games * actions),
        over(games),
        player(games),
        seat(games),
        action(games),
        points(games * players),
        reward(games * players),
        game(games),
        chances(games * outcomes),
        games_(games),
        players_(players),
        numbers_(numbers),
        actions_(actions),
        outcomes_(outcomes) {}

  std::span<ViewNumber> view_of(std::size_t i) { return row(view, i, numbers_); }
  std::span<std::uint8_t> legal_in(std::size_t i) { return row(legal, i, actions_); }
  std::span<double> chances_of(std::size_t i) { return row(chances, i, outcomes_); }
  // `players`: as many as there are; a constant where the caller knows it.
  std::span<std::int32_t> points_of(std::size_t i, std::size_t players) {
    return row(points, i, players);
  }
  std::span<float> reward_of(std::size_t i, std::size_t players) { return row(reward, i, players); }
  std::span<ViewNumber> final_view_of(std::size_t i) { return row(final_view, i, numbers_); }

  std::vector<LockstepArray> described() {
    const auto of = [](std::size_t number) { return static_cast<int>(number); };
    const int n = of(games_);
    std::vector<LockstepArray> arrays{
        {"observation",
         NumberType::int16,
         {n, of(numbers_)},
         view.data(),
         "the view of the player to move; when the game is over, of the caller's last one; all "
         "0 before a chance event"},
        {"mask",
         NumberType::uint8,
         {n, of(actions_)},
         legal.data(),
         "1: the action is legal; all 0 when the game is over, and before a chance event"},
        {"player",
         NumberType::int32,
         {n},
         player.data(),
         "the player to move; -1: over; -2: chance, whose outcome is the action"},
        {"seat", NumberType::int32, {n}, seat.data(), "its seat; -1: nobody is to move"},
        {"terminated",
         NumberType::uint8,
         {n},
         over.data(),
         "1: the last step or reset ended the game"},
        {"reward",
         NumberType::float32,
         {n, of(players_)},
         reward.data(),
         "of each player when the game ends, else 0: 1 for the winner, the others share -1, 0 "
         "for a tie of all; with one player its points"},
        {"points",
         NumberType::int32,
         {n, of(players_)},
         points.data(),
         "of each player so far, as the game counts them"},
        {"game", NumberType::uint32, {n}, game.data(), "the number of the game in this place"},
        {"final_observation",
         NumberType::int16,
         {n, of(numbers_)},
         final_view.data(),
         "with autoreset same_step: the view at the end of the game that was over last"},
        {"action",
         NumberType::int32,
         {n},
         action.data(),
         "what a step plays that is given no actions; -1 leaves a game as it is"}};
    if (outcomes_ > 0)
      arrays.push_back({"chances",
                        NumberType::float64,
                        {n, of(outcomes_)},
                        chances.data(),
                        "of each outcome of the event that waits; all 0 if none does"});
    return arrays;
  }

  std::vector<ViewNumber> view, final_view;
  std::vector<std::uint8_t> legal, over;
  std::vector<std::int32_t> player, seat, action, points;
  std::vector<float> reward;
  std::vector<std::uint32_t> game;
  std::vector<double> chances;

 private:
  template <class Number>
  static std::span<Number> row(std::vector<Number>& of, std::size_t i, std::size_t width) {
    return {of.data() + i * width, width};
  }

  std::size_t games_, players_, numbers_, actions_, outcomes_;
};

}  // namespace hilltop::lockstep
