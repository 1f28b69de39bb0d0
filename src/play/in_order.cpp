#include "play/in_order.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace hilltop::play {
namespace {

// A unit that has begun and was not taken yet.
struct Unit {
  struct Part {
    PlayedGames games;
    std::uint32_t wanted;
  };
  std::vector<Part> parts;    // by piece
  std::size_t under_way = 0;  // of its orders

  // Returns the games up to the first that is missing.
  PlayedGames games() && {
    PlayedGames all = std::move(parts.front().games);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i - 1].games.result.games < parts[i - 1].wanted) break;
      all.add(std::move(parts[i].games));
    }
    return all;
  }
};

class Player {
 public:
  Player(GameService& service, const GameUnits& what)
      : service_(service),
        what_(what),
        told_to_stop_(what.stop, [&service] { service.cancel(); }) {}

  void play() {
    std::exception_ptr failure;
    try {
      while (taken_ < what_.units && take_next()) {}
    } catch (...) {
      failure = std::current_exception();
    }
    if (!orders_.empty()) service_.cancel();
    while (!orders_.empty()) try {
        hear(service_.next());
      } catch (...) {
        if (!failure) failure = std::current_exception();
      }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  struct Order {
    std::size_t unit, piece;
  };

  // Begins what may begin, waits for the next unit and has it taken. Returns whether to go on.
  bool take_next() {
    begin_more();
    while (begun_.at(taken_).under_way > 0) {
      hear(service_.next());
      begin_more();
    }
    Unit unit = std::move(begun_.extract(taken_).mapped());
    return what_.take(taken_++, std::move(unit).games());
  }

  std::size_t ahead_max() const {
    const std::size_t most = what_.ahead_max.value_or(service_.units_ahead());
    return std::min(most, what_.units);  // so that no sum overflows
  }
  std::span<const int> claims(std::size_t unit) const {
    return what_.claims ? what_.claims(unit) : std::span<const int>();
  }
  bool was_begun(std::size_t unit) const {
    return unit < begun_below_ || begun_above_.contains(unit);
  }

  // Begins each unit that may begin: no earlier one that has not ended has one of its claims.
  void begin_more() {
    const std::size_t end = std::min(what_.units, taken_ + ahead_max());
    if (begun_below_ >= end) return;  // else each answer costs a look at all units
    std::set<int> taken;
    for (const auto& [unit, of] : begun_)
      if (of.under_way > 0)
        for (const int claim : claims(unit)) taken.insert(claim);
    for (std::size_t unit = begun_below_; unit < end; ++unit) {
      if (was_begun(unit)) continue;
      const auto claimed = claims(unit);
      const bool waits =
          std::ranges::any_of(claimed, [&](int claim) { return taken.contains(claim); });
      if (!waits) begin(unit);
      if (waits || begun_.at(unit).under_way > 0) taken.insert(claimed.begin(), claimed.end());
    }
  }

  void begin(std::size_t number) {
    begun_above_.insert(number);
    while (begun_above_.erase(begun_below_) != 0) ++begun_below_;
    Unit& unit = begun_[number];
    for (Piece& piece : what_.pieces(number)) {
      if (auto* known = std::get_if<tournament::BatchResult>(&piece)) {
        const std::uint32_t games = known->games;
        unit.parts.push_back({{.result = std::move(*known)}, games});
        continue;
      }
      auto& order = std::get<GameOrder>(piece);
      unit.parts.push_back(
          {{.result = tournament::BatchResult::none(order.first_game, order.contestants.size())},
           order.games});
      if (what_.stop.stop_requested()) break;
      const OrderId id = next_id_++;
      orders_[id] = {number, unit.parts.size() - 1};
      ++unit.under_way;
      service_.start(id, std::move(order));
      // A stop between the question above and the start has cancelled without this order.
      if (what_.stop.stop_requested()) service_.cancel();
    }
  }

  void hear(Answer answer) {
    const auto [number, piece] = orders_.at(answer.order);
    const auto unit = begun_.find(number);
    if (answer.ended) {
      orders_.erase(answer.order);
      if (unit != begun_.end()) --unit->second.under_way;
    }
    if (what_.arrived) what_.arrived(number, answer.played, answer.ended);
    if (answer.failure) std::rethrow_exception(answer.failure);
    if (unit != begun_.end()) unit->second.parts[piece].games.add(std::move(answer.played));
  }

  GameService& service_;
  const GameUnits& what_;
  std::size_t taken_ = 0, begun_below_ = 0;  // every unit below was begun
  std::set<std::size_t> begun_above_;        // begun at or above it
  std::map<std::size_t, Unit> begun_;
  std::map<OrderId, Order> orders_;  // under way
  OrderId next_id_ = 0;
  std::stop_callback<std::function<void()>> told_to_stop_;
};

}  // namespace

void play_in_order(GameService& service, const GameUnits& what) { Player(service, what).play(); }

}  // namespace hilltop::play
