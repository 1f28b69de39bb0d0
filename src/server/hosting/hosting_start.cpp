#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "runner/manifest.hpp"
#include "server/hosting/hosting.hpp"
#include "server/refused.hpp"

// A contest before it begins: when that is, and which bots play.
namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

// The exit code of a run that could not begin.
constexpr int exit_not_begun = 1;

std::int64_t seconds_now() { return static_cast<std::int64_t>(std::time(nullptr)); }

}  // namespace

std::expected<void, Problem> Hosting::set_start(std::optional<std::int64_t> at) {
  constexpr std::int64_t day_s = 24 * 60 * 60;
  const std::int64_t now = seconds_now();
  if (at && (*at < now || *at > now + start_days_max * day_s))
    return refused(worded("the start is from now on and within {days} days",
                          {{"days", std::int64_t{start_days_max}}}));
  {
    const std::scoped_lock lock(mutex_);
    if (at && run_) return refused("the contest is being played");
    store_.put_start(contest(), at);
  }
  start_clock_->set(at ? std::optional(StartClock::Time(std::chrono::seconds(*at))) : std::nullopt);
  return {};
}

void Hosting::begin_in_time() {
  logged("start_failed", [&] {
    store_.put_start(contest(), std::nullopt);
    const auto begun = run(/*reveals=*/false);
    if (begun) return;
    log_.write("start_failed", {{"contest", hosted_.contest}, {"text", begun.error().text}});
    const std::scoped_lock lock(mutex_);
    if (run_) return;  // the host was first
    last_run_ = RunRow{begun.error().text + '\n', exit_not_begun};
    store_.put_run(contest(), *last_run_);
  });
}

Json Hosting::entries() {
  const std::scoped_lock lock(mutex_);
  const std::vector<HostedBot> uploaded = store_.bots();
  std::vector<std::string> folders;
  std::error_code failed;
  for (const auto& folder : fs::directory_iterator(place("", true), failed))
    if (const std::string name = folder.path().filename().string();
        !name.starts_with('.') && folder.is_directory(failed))
      folders.push_back(name);
  std::ranges::sort(folders);
  Json entries = Json::array();
  for (const std::string& folder : folders) {
    const auto row = std::ranges::find(uploaded, folder, &HostedBot::name);
    std::string title, author;
    if (row != uploaded.end()) {
      author = row->author;
      const auto plays = std::ranges::find(row->versions, row->plays, &BotVersion::number);
      if (plays != row->versions.end()) title = plays->title;
    } else if (const auto manifest = runner::read_manifest(place(folder, true))) {
      title = manifest->name;
    }
    entries.push_back({{"bot", folder}, {"title", title}, {"author", author}});
  }
  const auto starts = store_.start(contest());
  return {{"schema", "hilltop/entries/1"},
          {"hosted", true},
          {"starts", starts ? Json(*starts) : Json(nullptr)},
          {"now", seconds_now()},
          {"running", run_ != nullptr},
          {"entries", std::move(entries)}};
}

}  // namespace hilltop::server
