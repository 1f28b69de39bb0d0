#include "cluster/play_shard.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cluster/sealed_lines.hpp"
#include "cluster/stage.hpp"
#include "play/order_text.hpp"
#include "play/threads.hpp"

namespace hilltop::cluster {
namespace {

// An order of the shard with its games so far.
struct OrderUnderWay {
  play::GameOrder order;
  play::PlayedGames games;

  bool is_whole() const {
    return games.result.games == order.games || games.result.disqualified.has_value();
  }
  // Returns whether its games can be resumed: no player remembers the earlier ones.
  bool can_be_resumed() const {
    return std::ranges::none_of(order.contestants, [](const play::Contestant& contestant) {
      if (const auto* house = std::get_if<play::HousePlayer>(&contestant.player))
        return house->remembers;
      return std::get<play::FolderBot>(contestant.player).state != runner::StateScope::none;
    });
  }
  play::GameOrder rest() const {
    play::GameOrder rest = order;
    rest.first_game += games.result.games;
    rest.games -= games.result.games;
    return rest;
  }
};

class Shard {
 public:
  explicit Shard(const ShardTask& task) : task_(task) {}

  std::expected<ShardReport, Problem> play(const play::Venue& venue) {
    if (const auto ok = read(); !ok) return std::unexpected(ok.error());
    for (const OrderUnderWay& each : orders_) {
      report_.games += each.order.games;
      report_.before += each.games.result.games;
    }
    progress();
    std::exception_ptr failure;
    if (!is_whole()) {
      failure = play_rest(venue);
      if (report_.played > 0) keep();
    }
    if (failure) std::rethrow_exception(failure);
    report_.is_whole = is_whole();
    return report_;
  }

 private:
  std::expected<void, Problem> read() {
    const auto plan = read_plan(task_.folder);
    if (!plan) return std::unexpected(plan.error());
    if (task_.shard == 0 || task_.shard > plan->shards.size())
      return std::unexpected(
          Problem{fmt::format("{} has the shards 1 to {}, and none {}", task_.folder.string(),
                              plan->shards.size(), task_.shard)});
    if (plan->build != task_.build)
      return std::unexpected(
          Problem{fmt::format("the plan is of another program than this one: {} and {}; all "
                              "machines need the same",
                              plan->build, task_.build)});
    auto texts = read_orders(task_.folder, task_.shard);
    if (!texts) return std::unexpected(texts.error());
    hash_ = std::move(texts->hash);
    PlayedOrders before;
    // A file that is damaged is played again.
    const bool has_games = before.add_shard(task_.folder, *plan, task_.shard).has_value();
    for (const std::string& text : texts->orders) {
      auto order = play::read_order(text);
      if (!order)
        return std::unexpected(
            Problem{orders_file(task_.folder, task_.shard).string() + ": " + order.error().text});
      play::PlayedGames games = play::none_of(*order);
      if (const auto place = has_games ? before.find(text) : std::nullopt)
        games = before.games(*place, *order);
      orders_.push_back({*std::move(order), std::move(games)});
    }
    return {};
  }

  bool is_whole() const { return std::ranges::all_of(orders_, &OrderUnderWay::is_whole); }

  // Returns the failure that ended play; null if there was none.
  std::exception_ptr play_rest(const play::Venue& venue) {
    play::Threads threads(task_.jobs, venue);
    std::size_t under_way = 0;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      if (orders_[i].is_whole()) continue;
      threads.start(i, orders_[i].rest());
      ++under_way;
    }
    const std::stop_callback told_to_stop(task_.stop, [&] { threads.cancel(); });
    std::exception_ptr failure;
    while (under_way > 0) {
      play::Answer answer = threads.next();
      under_way -= answer.ended;
      if (answer.failure && !failure) failure = answer.failure;
      report_.played += answer.played.result.games;
      orders_[answer.order].games.add(std::move(answer.played));
      progress();
    }
    return failure;
  }

  void keep() {
    const auto file = played_file(task_.folder, task_.shard);
    const auto check = [&](const auto& done) {
      if (!done)
        throw std::runtime_error(fmt::format("{}: the games of shard {} cannot be kept: {}",
                                             file.string(), task_.shard, done.error()));
    };
    auto lines = SealedLines::begin(file);
    check(lines);
    check(lines->add(text_of(PlayedBy{task_.build, task_.shard, hash_, task_.machine})));
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      const OrderUnderWay& each = orders_[i];
      const bool is_whole = each.is_whole();
      if (!is_whole && (each.games.result.games == 0 || !each.can_be_resumed())) continue;
      check(lines->add(
          text_of(PlayedLine{i, is_whole, write(play::Answer{i, each.games, is_whole})})));
    }
    check(lines->commit());
  }

  void progress() const {
    if (task_.progress) task_.progress(report_.before + report_.played, report_.games);
  }

  const ShardTask& task_;
  std::string hash_;  // of the file of its orders
  std::vector<OrderUnderWay> orders_;
  ShardReport report_;
};

}  // namespace

std::expected<ShardReport, Problem> play_shard(const ShardTask& task, const play::Venue& venue) {
  return Shard(task).play(venue);
}

}  // namespace hilltop::cluster
