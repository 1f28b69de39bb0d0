#include "server/contests/page_document.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/json.hpp"

namespace hilltop::server {
namespace {

Json packed_pairs(const Json& pairs, const Json& bots) {
  std::map<std::string, std::size_t> place;
  for (const Json& bot : bots) place.emplace(text_in(bot, "bot"), place.size());
  const std::size_t count = bots.size();
  std::vector<std::int64_t> games(count * (count - 1) / 2), a_won(games.size()), tied(games.size());
  for (const Json& pair : pairs) {
    const auto a = place.find(text_in(pair, "a")), b = place.find(text_in(pair, "b"));
    if (a == place.end() || b == place.end() || a == b) continue;
    const auto [low, high] = std::minmax(a->second, b->second);
    const std::size_t at = low * (2 * count - low - 1) / 2 + (high - low - 1);
    games[at] += pair["games"].get<std::int64_t>();
    a_won[at] += pair[a->second == low ? "a_won" : "b_won"].get<std::int64_t>();
    tied[at] += pair["tied"].get<std::int64_t>();
  }
  return {{"games", games}, {"a_won", a_won}, {"tied", tied}};
}

Json race_of_the_best(const Json& race, const Json& standings) {
  std::vector<std::size_t> places;
  Json bots = Json::array(), points = Json::array();
  for (const Json& line : standings) {
    if (places.size() == raced_max) break;
    const auto found = std::ranges::find(race["bots"], line["bot"]);
    if (found == race["bots"].end()) continue;
    places.push_back(static_cast<std::size_t>(found - race["bots"].begin()));
    bots.push_back(line["bot"]);
  }
  for (const Json& moment : race["points"]) {
    Json had = Json::array();
    for (const std::size_t place : places) had.push_back(moment["points"][place]);
    points.push_back({{"games", moment["games"]}, {"points", std::move(had)}});
  }
  return {{"unit", race["unit"]}, {"bots", std::move(bots)}, {"points", std::move(points)}};
}

}  // namespace

Json page_document(const Json& document) {
  Json page = document;
  page["schema"] = "hilltop/contest-page/1";
  if (const auto pairs = document.find("pairs"); pairs != document.end())
    page["pairs"] = packed_pairs(*pairs, document["bots"]);
  page["race"] = race_of_the_best(document["race"], document["standings"]);
  return page;
}

}  // namespace hilltop::server
