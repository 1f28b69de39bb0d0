#include "apps/cli/queued.hpp"

#include <array>
#include <fmt/format.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/run_folder.hpp"
#include "apps/cli/terminal.hpp"
#include "cluster/packed_folder.hpp"
#include "core/hex.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "store/address.hpp"

namespace hilltop::cli {
namespace {

constexpr double batch_seconds_max = 24 * 60 * 60, batch_seconds_of_queue_min = 0.001;
constexpr std::uint64_t lease_seconds_max = 24 * 60 * 60;
constexpr double percent_max = 100;

// Returns the bots as they travel, by content. Problem: one cannot.
std::expected<std::map<std::string, std::string>, Problem> packed_bots(
    std::span<const play::Entrant> bots, bool files_stay) {
  std::map<std::string, std::string> packed;
  for (const play::Entrant& entrant : bots) {
    const auto* const bot = std::get_if<runner::Manifest>(&entrant.player);
    if (bot == nullptr) continue;
    if (files_stay && bot->state == runner::StateScope::folder)
      return std::unexpected(Problem{fmt::format(
          "{} may keep files from game to game (state = \"folder\"), so its games are played in "
          "one place; state = \"none\" in its bot.toml lets workers play it",
          entrant.name)});
    auto folder = cluster::pack_folder(bot->folder, entrant.content.value());
    if (!folder) return std::unexpected(folder.error());
    packed.emplace(to_hex(entrant.content.value()), *std::move(folder));
  }
  return packed;
}

}  // namespace

std::expected<std::optional<cluster::QueueTerms>, Problem> queue_terms(
    const QueueArguments& arguments) {
  if (!arguments.workers) {
    for (const auto& [option, typed] : {std::pair{"--recheck", &arguments.recheck},
                                        {"--batch", &arguments.batch},
                                        {"--lease", &arguments.lease}})
      if (*typed) return std::unexpected(Problem{fmt::format("{} needs --workers", option)});
    return std::nullopt;
  }
  cluster::QueueTerms terms{
      .address = *arguments.workers,
      .build = build_of_program(),
      .worker = PrintedCommand(called_program(), "worker").argument(*arguments.workers).text()};
  if (const auto ok = store::check_address(terms.address); !ok)
    return std::unexpected(Problem{"--workers: " + ok.error().text});
  std::optional<std::string> percent = arguments.recheck;
  if (percent && percent->ends_with('%')) percent->pop_back();
  const auto recheck = real("--recheck", percent, 0, 0, percent_max);
  if (!recheck) return std::unexpected(recheck.error());
  terms.recheck = *recheck / percent_max;
  const auto batch = real("--batch", arguments.batch, terms.batch_seconds,
                          batch_seconds_of_queue_min, batch_seconds_max);
  if (!batch) return std::unexpected(batch.error());
  terms.batch_seconds = *batch;
  const auto lease = whole("--lease", arguments.lease,
                           static_cast<std::uint64_t>(terms.lease.count()), 1, lease_seconds_max);
  if (!lease) return std::unexpected(lease.error());
  terms.lease = std::chrono::seconds(*lease);
  return terms;
}

std::expected<std::unique_ptr<cluster::WorkerQueue>, Problem> enter_queue(
    cluster::QueueTerms terms, std::string what, std::span<const play::Entrant> bots,
    bool files_stay, const play::Venue& judge, std::stop_token stop) {
  auto packed = packed_bots(bots, files_stay);
  if (!packed) return std::unexpected(packed.error());
  terms.bots = *std::move(packed);
  terms.what = std::move(what);
  terms.stop = std::move(stop);
  terms.say = [](std::string_view sentence) { say("hilltop: {}\n", sentence); };
  const std::string place = cluster::place_of_database(terms.address);
  try {
    return std::make_unique<cluster::WorkerQueue>(std::move(terms), judge);
  } catch (const cluster::DatabaseUnreachable& error) {
    return std::unexpected(Problem{fmt::format("--workers: {}: {}", place, error.what())});
  } catch (const cluster::DatabaseRefused& error) {
    return std::unexpected(Problem{fmt::format("--workers: {}: {}", place, error.what())});
  }
}

void say_account(const cluster::WorkerQueue& queue) {
  const auto& [games, twice, voided] = queue.account();
  say("recheck: {} of {} played by two machines, {} void and played again\n",
      grouped(static_cast<std::int64_t>(twice)), counted(static_cast<std::int64_t>(games), "game"),
      grouped(static_cast<std::int64_t>(voided)));
}

}  // namespace hilltop::cli
