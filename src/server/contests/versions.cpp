#include "server/contests/versions.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "report/changes.hpp"
#include "server/json.hpp"

namespace hilltop::server {

void Versions::put(std::string document) {
  if (number_ != 0 && document == document_) return;
  if (number_ != 0) {
    changes_.push_back(
        {number_, written(report::changes(Json::parse(document_), Json::parse(document)))});
    if (changes_.size() > versions_back_max) changes_.pop_front();
  }
  // A number of an earlier server means nothing here.
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count();
  number_ = std::max(number_ + 1, static_cast<std::uint64_t>(ms));
  document_ = std::move(document);
}

std::string Versions::since(std::uint64_t since) const {
  const std::string begins =
      fmt::format(R"({{"schema":"hilltop/changes/1","version":{},)", number_);
  auto change = std::ranges::find(changes_, since, &Change::from);
  std::string changes;
  for (; change != changes_.end(); ++change) {
    // Each is a list, of which the brackets are left out.
    changes += (changes.empty() ? "" : ",") + change->text.substr(1, change->text.size() - 2);
  }
  if (since == number_ || (!changes.empty() && changes.size() < document_.size()))
    return begins + R"("changes":[)" + changes + "]}";
  return begins + R"("document":)" + document_ + '}';
}

}  // namespace hilltop::server
