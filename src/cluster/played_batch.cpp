#include "cluster/played_batch.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

#include "play/game_results.hpp"
#include "play/order_text.hpp"
#include "play/threads.hpp"

namespace hilltop::cluster {
namespace {

using tournament::BatchResult;
using tournament::FaultCount;

// Games of house bots that are played at once: few at first, and then as many as take about so
// long, because a part of few short games takes longer to hand over than to play.
constexpr std::uint32_t games_at_first = 32;
constexpr std::chrono::milliseconds part_time{500};

template <class Take>
void each_line(std::string_view text, Take&& take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

bool fits(const BatchResult& result, const OrderShape& order) {
  return result.first_game == order.first_game && result.tallies.size() == order.names.size() &&
         (result.games == order.games || (result.disqualified && result.games < order.games));
}

// Returns whether a machine that is slow or full may be the cause of a fault.
bool may_be_of_machine(FaultKind kind) {
  return kind == FaultKind::timeout || kind == FaultKind::crashed ||
         kind == FaultKind::refused_to_start || kind == FaultKind::out_of_turn;
}

// What the faults of an answer have in common on every machine.
std::vector<std::tuple<std::uint32_t, int, FaultKind, std::uint32_t>> faults(
    const BatchResult& result) {
  std::vector<std::tuple<std::uint32_t, int, FaultKind, std::uint32_t>> all;
  for (const FaultCount& each : result.fault_counts)
    all.emplace_back(each.game, static_cast<int>(each.entry), each.kind, each.faults);
  return all;
}

// Returns the number of the first game that differs; nullopt if none does.
std::optional<std::uint32_t> first_difference(const BatchResult& a, const BatchResult& b) {
  std::optional<std::uint32_t> first;
  const auto found = [&](std::uint32_t game) { first = std::min(first.value_or(game), game); };
  std::span<const std::uint8_t> of_a = a.bytes, of_b = b.bytes;
  for (std::uint32_t i = 0; i < std::max(a.games, b.games); ++i) {
    const std::uint32_t game = a.first_game + i;
    const auto trace = [i](const BatchResult& of) {
      return i < of.traces.size() ? std::optional(of.traces[i]) : std::nullopt;
    };
    if (i >= a.games || i >= b.games || trace(a) != trace(b) ||
        play::take_game(of_a, a.tallies.size()) != play::take_game(of_b, b.tallies.size())) {
      found(game);
      break;
    }
  }
  const auto faults_a = faults(a), faults_b = faults(b);
  const auto [at_a, at_b] = std::ranges::mismatch(faults_a, faults_b);
  if (at_a != faults_a.end()) found(std::get<0>(*at_a));
  if (at_b != faults_b.end()) found(std::get<0>(*at_b));
  const bool sums_differ = a.tallies != b.tallies || a.bytes != b.bytes || a.traces != b.traces ||
                           a.disqualified.has_value() != b.disqualified.has_value();
  if (!first && sums_differ) first = a.first_game;
  return first;
}

// Returns whether the games of house bots can be played in parts: no bot remembers earlier ones.
bool can_be_split(const play::GameOrder& order) {
  return !has_processes(order) && !order.recorded &&
         std::ranges::none_of(order.contestants, [](const play::Contestant& contestant) {
           return std::get<play::HousePlayer>(contestant.player).remembers;
         });
}

// Plays the orders of a batch, one after the other, on a thread.
class OrderPlayer {
 public:
  OrderPlayer(const play::Venue& venue, const std::stop_token& stop,
              const std::function<bool(std::uint64_t)>& progress)
      : threads_(1, venue),
        stop_(stop),
        progress_(progress),
        told_to_stop_(stop, [this] { threads_.cancel(); }) {}

  // Returns nullopt if it was stopped.
  std::optional<play::PlayedGames> play(const play::GameOrder& order) {
    play::PlayedGames games = play::none_of(order);
    if (std::vector<std::string> names = shape_of(order).names; names != names_) {
      names_ = std::move(names);
      at_once_ = games_at_first;
    }
    play::GameOrder part = order;
    const bool is_split = can_be_split(order);
    if (!is_split && !has_processes(order)) part.games_a_part = games_at_first;
    while (part.first_game < order.end() && !games.result.disqualified) {
      const std::uint32_t rest = order.end() - part.first_game;
      part.games = is_split ? std::min(at_once_, rest) : rest;
      const auto begun = std::chrono::steady_clock::now();
      if (!play_part(part, games)) return std::nullopt;
      if (std::chrono::steady_clock::now() - begun < part_time / 2 && at_once_ < rest)
        at_once_ *= 2;
      part.first_game += part.games;
    }
    if (!fits(games.result, shape_of(order))) return std::nullopt;
    return games;
  }

 private:
  // Returns whether to go on.
  bool play_part(const play::GameOrder& part, play::PlayedGames& games) {
    if (!goes_on_ || stop_.stop_requested()) return false;
    threads_.start(0, part);
    // A stop between the question above and the start has cancelled without this order.
    if (stop_.stop_requested()) threads_.cancel();
    for (bool ended = false; !ended;) {
      play::Answer answer = threads_.next();
      ended = answer.ended;
      if (answer.failure) std::rethrow_exception(answer.failure);
      played_ += answer.played.result.games;
      games.add(std::move(answer.played));
      if (goes_on_ && progress_ && !progress_(played_)) goes_on_ = false, threads_.cancel();
    }
    return true;
  }

  play::Threads threads_;
  const std::stop_token& stop_;
  const std::function<bool(std::uint64_t)>& progress_;
  std::stop_callback<std::function<void()>> told_to_stop_;
  std::vector<std::string> names_;  // of the contestants of the last order
  std::uint32_t at_once_ = games_at_first;
  std::uint64_t played_ = 0;
  bool goes_on_ = true;
};

}  // namespace

OrderShape shape_of(const play::GameOrder& order) {
  OrderShape shape{order.first_game, order.games, {}};
  for (const play::Contestant& contestant : order.contestants)
    shape.names.push_back(contestant.name);
  return shape;
}

std::string text_of(std::span<const std::string> orders) {
  return fmt::format("{}", fmt::join(orders, "\n"));
}

std::string text_of(BatchGames games) {
  std::string text;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i > 0) text += '\n';
    text += write(play::Answer{i, std::move(games[i]), true});
  }
  return text;
}

std::expected<std::vector<play::GameOrder>, Problem> read_order_lines(std::string_view text) {
  std::vector<play::GameOrder> orders;
  std::optional<Problem> wrong;
  each_line(text, [&](std::string_view line) {
    auto order = play::read_order(line);
    if (order)
      orders.push_back(*std::move(order));
    else
      wrong = std::move(order).error();
  });
  if (wrong) return std::unexpected(*std::move(wrong));
  return orders;
}

std::expected<BatchGames, Problem> read_games(std::string_view text,
                                              std::span<const OrderShape> orders) {
  BatchGames games;
  std::optional<Problem> wrong;
  each_line(text, [&](std::string_view line) {
    auto answer = play::read_answer(line);
    if (!answer)
      wrong = std::move(answer).error();
    else if (answer->failure || answer->played.misfit || games.size() == orders.size() ||
             !fits(answer->played.result, orders[games.size()]))
      wrong = Problem{"these are not the games of its orders"};
    else
      games.push_back(std::move(answer->played));
  });
  if (!wrong && games.size() != orders.size()) wrong = Problem{"games of its orders are missing"};
  if (wrong) return std::unexpected(*std::move(wrong));
  return games;
}

bool has_processes(const play::GameOrder& order) {
  return std::ranges::any_of(order.contestants, [](const play::Contestant& contestant) {
    return std::holds_alternative<play::FolderBot>(contestant.player);
  });
}

std::optional<BatchGames> play_batch(std::span<const play::GameOrder> orders,
                                     const play::Venue& venue, const std::stop_token& stop,
                                     const std::function<bool(std::uint64_t)>& progress) {
  OrderPlayer player(venue, stop, progress);
  BatchGames all;
  for (const play::GameOrder& order : orders) {
    auto games = player.play(order);
    if (!games) return std::nullopt;
    all.push_back(*std::move(games));
  }
  return all;
}

std::optional<GameDifference> difference(const BatchGames& a, const BatchGames& b) {
  for (std::size_t order = 0; order < a.size(); ++order) {
    const auto game = first_difference(a[order].result, b[order].result);
    if (!game) continue;
    const auto stands_before = [&](const FaultCount& fault) {
      return fault.game <= *game && may_be_of_machine(fault.kind);
    };
    return GameDifference{order, *game,
                          std::ranges::any_of(a[order].result.fault_counts, stands_before) ||
                              std::ranges::any_of(b[order].result.fault_counts, stands_before)};
  }
  return std::nullopt;
}

std::string text_of(const GameDifference& at, std::span<const OrderShape> orders) {
  return fmt::format("{}: game {}", fmt::join(orders[at.order].names, ", "), at.game + 1);
}

}  // namespace hilltop::cluster
