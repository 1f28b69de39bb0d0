#include "cluster/played_batch.hpp"

#include <algorithm>
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

// Games of house bots after which a worker tells that it goes on.
constexpr std::uint32_t games_a_part = 32;

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

std::string text_of(const BatchGames& games) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < games.size(); ++i)
    lines.push_back(write(play::Answer{i, games[i], true}));
  return text_of(lines);
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

std::optional<BatchGames> play_batch(std::span<const play::GameOrder> orders,
                                     const play::Venue& venue, const std::stop_token& stop,
                                     const std::function<bool(std::uint64_t)>& progress) {
  play::Threads threads(1, venue);
  const std::stop_callback told_to_stop(stop, [&] { threads.cancel(); });
  BatchGames all;
  std::uint64_t games = 0;
  bool goes_on = true;
  for (const play::GameOrder& each : orders) {
    if (!goes_on || stop.stop_requested()) return std::nullopt;
    play::GameOrder order = each;
    if (order.games_a_part == 0) order.games_a_part = games_a_part;
    all.push_back(play::none_of(order));
    threads.start(0, std::move(order));
    // A stop between the question above and the start has cancelled without this order.
    if (stop.stop_requested()) threads.cancel();
    for (bool ended = false; !ended;) {
      play::Answer answer = threads.next();
      ended = answer.ended;
      if (answer.failure) std::rethrow_exception(answer.failure);
      games += answer.played.result.games;
      all.back().add(std::move(answer.played));
      if (goes_on && progress && !progress(games)) goes_on = false, threads.cancel();
    }
    if (!fits(all.back().result, shape_of(each))) return std::nullopt;
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
