#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "runner/folder.hpp"
#include "runner/manifest.hpp"
#include "server/hosting/archive.hpp"
#include "server/hosting/hosting.hpp"
#include "server/json.hpp"

// What a host and its authors see of the contest.
namespace hilltop::server {

namespace fs = std::filesystem;

Json Hosting::bot_json(const std::string& folder, const HostedBot* row) const {
  const bool plays = fs::exists(place(folder, true)), is_held = fs::exists(place(folder, false));
  Json versions = Json::array();
  std::string title;
  if (row != nullptr) {
    for (const BotVersion& version : row->versions)
      versions.push_back(
          {{"number", version.number},
           {"uploaded", version.uploaded > 0 ? Json(iso_time(version.uploaded)) : Json(nullptr)},
           {"title", version.title},
           {"passed", version.passed ? Json(*version.passed) : Json(nullptr)}});
    if (!row->versions.empty()) title = row->versions.front().title;
  } else if (const auto manifest = runner::read_manifest(place(folder, plays))) {
    title = manifest->name;
  }
  const auto number = [&](bool is_there, int known) {
    return is_there && row != nullptr ? Json(known) : Json(nullptr);
  };
  return {{"name", folder},
          {"title", std::move(title)},
          {"author", row == nullptr ? "" : row->author},
          {"plays", plays},
          {"held", is_held},
          {"playing_version", number(plays, row == nullptr ? 0 : row->plays)},
          {"held_version", number(is_held, row == nullptr ? 0 : row->held)},
          {"check", checks_.contains(folder) ? Json("running")
                    : is_checked(folder)     ? Json("waiting")
                                             : Json(nullptr)},
          {"versions", std::move(versions)}};
}

Json Hosting::state(const Token& who) {
  bury();
  const auto why_unguarded = sandbox_.missing(/*anew=*/false);
  const std::scoped_lock lock(mutex_);
  const std::vector<HostedBot> uploaded = store_.bots();
  std::set<std::string> folders;
  for (const bool enabled : {true, false}) {
    std::error_code failed;
    for (const auto& folder : fs::directory_iterator(place("", enabled), failed))
      if (const std::string name = folder.path().filename().string();
          !name.starts_with('.') && folder.is_directory(failed))
        folders.insert(name);
  }
  Json bots = Json::array();
  for (const std::string& folder : folders) {
    const auto row = std::ranges::find(uploaded, folder, &HostedBot::name);
    const bool is_known = row != uploaded.end();
    if (who.is_host || (is_known && row->author == who.author))
      bots.push_back(bot_json(folder, is_known ? &*row : nullptr));
  }
  const auto starts = store_.start(contest());
  Json state{
      {"schema", "hilltop/host/1"},
      {"contest", contest()},
      {"game", contest_.game},
      {"rules", contest_.rules},
      {"house_bots", contest_.house_bots},
      {"is_host", who.is_host},
      {"author", who.author},
      {"running", run_ != nullptr},
      {"stopping", run_ != nullptr && stopping_},
      {"starts", starts ? Json(*starts) : Json(nullptr)},
      {"last_status", last_run_ && last_run_->status ? Json(*last_run_->status) : Json(nullptr)},
      {"cut_off", last_run_ && !last_run_->status},
      {"unguarded", why_unguarded ? Json(why_unguarded->text) : Json(nullptr)},
      {"unguarded_message", why_unguarded ? message(*why_unguarded) : Json(nullptr)},
      {"archive_bytes_max", archive_bytes_max},
      {"bots", std::move(bots)}};
  if (who.is_host) state["authors"] = store_.authors();
  return state;
}

}  // namespace hilltop::server
