#include "server/hosting/host_sandbox.hpp"

#include <algorithm>
#include <array>
#include <future>
#include <nlohmann/json.hpp>
#include <string>

#include "core/text.hpp"
#include "server/hosting/child.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

// Layers of the sandbox without which no stranger's bot is built or run.
constexpr std::array<const char*, 3> layers_needed{"L0", "L1", "L2"};

constexpr std::size_t doctor_line_bytes_max = 1000;

// Returns why `hilltop doctor` does not find all layers active that are needed; with an empty text
// if it does.
Problem why_unguarded() {
  std::promise<Child::Ended> promise;
  Child doctor({"doctor", "--format", "json"},
               [&](const Child::Ended& ended) { promise.set_value(ended); });
  const Child::Ended ended = promise.get_future().get();
  const Json found = Json::parse(ended.out, nullptr, false);
  if (!found.is_object() || !found.contains("layers"))
    return {std::string(trimmed(printable_lines(doctor.errors(), doctor_line_bytes_max)))};
  std::string missing;
  for (const char* layer : layers_needed) {
    const auto is_active = [&](const Json& each) {
      return text_in(each, "name") == layer && each.value("active", false);
    };
    if (std::ranges::none_of(found["layers"], is_active))
      missing += (missing.empty() ? "" : ", ") + std::string(layer);
  }
  if (missing.empty()) return {};
  return worded("{layers} is missing; `hilltop doctor` says how to get it", {{"layers", missing}});
}

}  // namespace

std::optional<Problem> HostSandbox::missing(bool anew) {
  const std::scoped_lock lock(mutex_);
  if (!missing_ || (anew && !missing_->text.empty())) missing_ = why_unguarded();
  if (missing_->text.empty()) return std::nullopt;
  return worded("this machine cannot keep strangers' bots in a sandbox: {why}",
                {{"why", *missing_}});
}

}  // namespace hilltop::server
