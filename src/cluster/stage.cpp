#include "cluster/stage.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "cluster/sealed_lines.hpp"
#include "core/digest.hpp"
#include "core/json.hpp"
#include "play/order_text.hpp"

namespace hilltop::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t plan_bytes_max = 512 << 20;
// A shard is at most this share of those that are left, where the last ones are shorter.
constexpr double share_of_rest_max = 0.25;

std::unexpected<Problem> problem(const fs::path& file, std::string_view why) {
  return std::unexpected(Problem{fmt::format("{}: {}", file.string(), why)});
}

// Reads a JSON document of a form; calls `read` with it.
template <class Read>
std::expected<void, std::string> read_form(std::string_view text, std::string_view form,
                                           Read&& read) {
  try {
    const Json at = Json::parse(text);
    if (!at.is_object() || at.value("form", "") != form)
      return std::unexpected(fmt::format("it is no document of the form {}", form));
    read(at);
  } catch (const Json::exception&) {
    return std::unexpected(fmt::format("it is no document of the form {}", form));
  }
  return {};
}

fs::path plan_file(const fs::path& folder) { return folder / "plan.json"; }

std::string text_of(const StagePlan& plan) {
  Json shards = Json::array();
  for (const ShardRow& shard : plan.shards)
    shards.push_back(
        {{"orders", shard.orders}, {"games", shard.games}, {"seconds", shard.seconds}});
  return Json{{"form", plan_form},
              {"build", plan.build},
              {"what", plan.what},
              {"shards", std::move(shards)}}
             .dump(1) +
         '\n';
}

std::string head_of_orders(const StagePlan& plan, std::size_t shard) {
  return Json{{"form", orders_form}, {"build", plan.build}, {"shard", shard}}.dump();
}

// Writes one shard's orders. Error: why not.
std::expected<void, std::string> write_orders(const fs::path& file, const StagePlan& plan,
                                              std::size_t shard,
                                              std::span<const EstimatedOrder> orders) {
  auto lines = SealedLines::begin(file);
  if (!lines) return std::unexpected(lines.error());
  if (auto added = lines->add(head_of_orders(plan, shard)); !added) return added;
  for (const EstimatedOrder& each : orders)
    if (auto added = lines->add(write(each.order)); !added) return added;
  if (auto sealed = lines->commit(); !sealed) return std::unexpected(sealed.error());
  return {};
}

// Returns where the orders of each shard end: as few shards as take about `usual` seconds each, of
// equal time as far as orders can be told apart, and then those that become shorter.
std::vector<std::size_t> ends_of_shards(std::span<const EstimatedOrder> orders,
                                        const ShardSeconds& seconds) {
  double all = 0;
  for (const EstimatedOrder& each : orders) all += each.seconds;
  constexpr double rounding = 1e-9;
  const double usual = all / std::max(1., std::ceil(all / seconds.usual - rounding));
  const double last = std::min(seconds.last, usual);
  std::vector<std::size_t> ends;
  double filled = 0, end = 0;  // end: of the shard, as it should be
  const auto next_end = [&] {
    const double rest = all - end;
    end += rest < 1.5 * last ? rest : std::clamp(share_of_rest_max * rest, last, usual);
  };
  next_end();
  for (std::size_t i = 0; i + 1 < orders.size(); ++i) {
    filled += orders[i].seconds;
    if (filled + orders[i + 1].seconds / 2 <= end) continue;
    ends.push_back(i + 1);
    next_end();
  }
  if (!orders.empty()) ends.push_back(orders.size());
  return ends;
}

}  // namespace

fs::path orders_file(const fs::path& folder, std::size_t shard) {
  return folder / "orders" / std::to_string(shard);
}

fs::path played_file(const fs::path& folder, std::size_t shard) {
  return folder / "played" / std::to_string(shard);
}

StagePlan write_stage(const fs::path& folder, std::string build, std::string what,
                      std::span<const EstimatedOrder> orders, const ShardSeconds& seconds) {
  fs::remove_all(folder / "orders");  // of a plan that was ended before it was whole
  for (const char* part : {"orders", "played"}) fs::create_directories(folder / part);
  const auto check = [](const fs::path& file, const std::expected<void, std::string>& written) {
    if (!written) throw std::runtime_error(file.string() + ": " + written.error());
  };
  StagePlan plan{std::move(build), std::move(what), {}};
  std::size_t begin = 0;
  for (const std::size_t end : ends_of_shards(orders, seconds)) {
    const auto part = orders.subspan(begin, end - begin);
    ShardRow row{part.size()};
    for (const EstimatedOrder& each : part) {
      row.games += each.order.games;
      row.seconds += each.seconds;
    }
    plan.shards.push_back(row);
    const std::size_t shard = plan.shards.size();
    check(orders_file(folder, shard), write_orders(orders_file(folder, shard), plan, shard, part));
    begin = end;
  }
  check(plan_file(folder), replace_file(plan_file(folder), text_of(plan)));
  return plan;
}

std::expected<StagePlan, Problem> read_plan(const fs::path& folder) {
  const fs::path file = plan_file(folder);
  const auto text = read_file(file, plan_bytes_max);
  if (!text) return problem(file, text.error());
  StagePlan plan;
  const auto read = read_form(*text, plan_form, [&](const Json& at) {
    plan.build = at.at("build");
    plan.what = at.at("what");
    for (const Json& shard : at.at("shards"))
      plan.shards.push_back({shard.at("orders"), shard.at("games"), shard.at("seconds")});
  });
  if (!read) return problem(file, read.error());
  return plan;
}

std::expected<ShardOrders, Problem> read_orders(const fs::path& folder, std::size_t shard) {
  const fs::path file = orders_file(folder, shard);
  ShardOrders orders;
  std::string wrong;
  auto hash = read_sealed(file, [&](const SealedLine& line) {
    if (line.offset > 0) return orders.orders.emplace_back(line.text), void();
    std::size_t is = 0;
    const auto read =
        read_form(line.text, orders_form, [&](const Json& at) { is = at.at("shard"); });
    if (!read) wrong = read.error();
    if (read && is != shard) wrong = fmt::format("it has the orders of shard {}", is);
  });
  if (!hash) return problem(file, hash.error());
  if (!wrong.empty()) return problem(file, wrong);
  orders.hash = *std::move(hash);
  return orders;
}

std::string text_of(const PlayedBy& by) {
  return Json{{"form", played_form},
              {"build", by.build},
              {"shard", by.shard},
              {"orders", by.orders},
              {"machine", by.machine}}
      .dump();
}

std::string text_of(const PlayedLine& line) {
  return fmt::format("{} {} {}", line.order, line.is_whole ? "whole" : "part", line.answer);
}

std::optional<PlayedLine> read_played_line(std::string_view text) {
  PlayedLine line;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, line.order);
  if (error != std::errc{}) return std::nullopt;
  text = {rest, end};
  for (const auto& [word, is_whole] : {std::pair{" whole ", true}, {" part ", false}})
    if (text.starts_with(word)) {
      line.is_whole = is_whole;
      line.answer = text.substr(std::string_view(word).size());
      return line;
    }
  return std::nullopt;
}

PlayedOrders::Key PlayedOrders::key_of(std::string_view order) {
  Digest digest;
  digest.add(order);
  return digest.value();
}

std::expected<std::vector<std::size_t>, Problem> PlayedOrders::add(const fs::path& folder,
                                                                   const StagePlan& plan) {
  std::vector<std::size_t> missing;
  for (std::size_t shard = 1; shard <= plan.shards.size(); ++shard) {
    const auto whole = add_shard(folder, plan, shard);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) missing.push_back(shard);
  }
  return missing;
}

std::expected<bool, Problem> PlayedOrders::add_shard(const fs::path& folder, const StagePlan& plan,
                                                     std::size_t shard) {
  const fs::path file = played_file(folder, shard);
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  const auto orders = read_orders(folder, shard);
  if (!orders) return std::unexpected(orders.error());
  std::string wrong;
  std::vector<Place> places(orders->orders.size(), Place{files_.size(), 0});
  std::vector<bool> whole(places.size());
  const auto hash = read_sealed(file, [&](const SealedLine& line) {
    if (line.offset > 0) {
      const auto played = read_played_line(line.text);
      if (!played || played->order >= places.size()) {
        wrong = "a line of it is of no order";
        return;
      }
      places[played->order].offset = line.offset;
      whole[played->order] = played->is_whole;
      return;
    }
    PlayedBy by;
    const auto read = read_form(line.text, played_form, [&](const Json& at) {
      by = {at.at("build"), at.at("shard"), at.at("orders"), at.at("machine")};
    });
    if (!read)
      wrong = read.error();
    else if (by.build != plan.build)
      wrong = fmt::format(
          "{} has played it with another program ({}; the plan is of {}); remove the "
          "file, and play the shard with the same program",
          by.machine, by.build, plan.build);
    else if (by.shard != shard || by.orders != orders->hash)
      wrong = "it has the games of other orders; remove it, and play the shard again";
  });
  if (!hash) return problem(file, hash.error() + "; remove it, and play the shard again");
  if (!wrong.empty()) return problem(file, wrong);
  files_.push_back(file);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].offset != 0) places_.insert_or_assign(key_of(orders->orders[i]), places[i]);
  return std::ranges::all_of(whole, std::identity());
}

std::optional<PlayedOrders::Place> PlayedOrders::find(std::string_view order) const {
  const auto found = places_.find(key_of(order));
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

play::PlayedGames PlayedOrders::games(const Place& place, const play::GameOrder& order) const {
  const fs::path& file = files_[place.file];
  const auto line = line_at(file, place.offset);
  if (!line) throw std::runtime_error(file.string() + ": " + line.error());
  const auto played = read_played_line(*line);
  if (!played) throw std::runtime_error(file.string() + ": it was changed");
  auto answer = play::read_answer(played->answer);
  if (!answer) throw std::runtime_error(file.string() + ": " + answer.error().text);
  const tournament::BatchResult& result = answer->played.result;
  const bool fits = result.first_game == order.first_game && result.games <= order.games &&
                    result.tallies.size() == order.contestants.size();
  if (!fits || answer->failure || answer->played.misfit)
    throw std::runtime_error(file.string() + ": it has other games than those of its order");
  return std::move(answer->played);
}

}  // namespace hilltop::cluster
