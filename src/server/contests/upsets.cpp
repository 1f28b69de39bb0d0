#include "server/contests/upsets.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "server/json.hpp"

namespace hilltop::server {

FirstRun first_run_of(const report::StoredContest& stored) {
  struct Run {
    std::int64_t began_s;
    std::set<std::string> bots;  // names of those that were as they are now
  };
  std::vector<Run> runs;
  const store::Key key = arena::kept_contest(stored.contest, stored.name, stored.bots).key;
  for (const store::ContestRow& row : stored.store.runs()) {
    if (row.key != key) continue;
    Run run{row.times.began, {}};
    for (const store::BotRow& bot : row.bots)
      if (std::ranges::any_of(stored.bots, [&](const store::BotRow& now) {
            return now.name == bot.name && now.content == bot.content;
          }))
        run.bots.insert(bot.name);
    runs.push_back(std::move(run));
  }
  return [runs = std::move(runs)](const std::string& bot, const std::string& other) {
    std::optional<std::int64_t> first_s;
    for (const Run& run : runs)
      if (run.bots.contains(bot) && run.bots.contains(other))
        first_s = std::min(first_s.value_or(run.began_s), run.began_s);
    return first_s.value_or(0);
  };
}

void Upsets::see(const Json& pairs, std::int64_t now_s,
                 const std::function<FirstRun()>& first_run) {
  FirstRun began_s;
  if (!has_seen_) began_s = first_run();
  for (const Json& pair : pairs) {
    const std::string a = text_in(pair, "a"), b = text_in(pair, "b");
    const auto games = pair["games"].get<std::int64_t>(), a_won = pair["a_won"].get<std::int64_t>(),
               tied = pair["tied"].get<std::int64_t>();
    Pairing& pairing = pairings_[{a, b}];
    if (std::tie(games, a_won, tied) == std::tie(pairing.games, pairing.a_won, pairing.tied))
      continue;
    pairing = {games, a_won, tied, began_s ? began_s(a, b) : now_s};
  }
  has_seen_ = true;
}

namespace {

// Returns the Elo ratings or the leads of a contest's bots, of which a contest has one kind.
std::map<std::string, double> strengths_of(const Json& ratings) {
  std::map<std::string, double> strengths;
  for (const Json& rating : ratings)
    for (const char* kind : {"lead", "elo"})
      if (const auto found = rating.find(kind); found != rating.end() && found->is_number())
        strengths[text_in(rating, "bot")] = found->get<double>();
  return strengths;
}

}  // namespace

Json Upsets::of(const Json& document, std::int64_t now_s,
                const std::function<FirstRun()>& first_run) {
  const Json pairs = document.value("pairs", Json::array());
  see(pairs, now_s, first_run);
  const std::map<std::string, double> strengths = strengths_of(document["ratings"]);
  std::vector<Json> upsets;
  fresh_until_s_ = std::numeric_limits<std::int64_t>::max();
  for (const Json& pair : pairs) {
    const std::string a = text_in(pair, "a"), b = text_in(pair, "b");
    const Pairing& played = pairings_[{a, b}];
    const auto of_a = strengths.find(a), of_b = strengths.find(b);
    if (played.played_s + upset_lasts_s <= now_s || of_a == strengths.end() ||
        of_b == strengths.end())
      continue;
    const std::int64_t b_won = played.games - played.a_won - played.tied;
    const bool a_leads = played.a_won > b_won;
    const double by = a_leads ? of_b->second - of_a->second : of_a->second - of_b->second;
    if (played.a_won == b_won || by <= 0) continue;
    fresh_until_s_ = std::min(fresh_until_s_, played.played_s + upset_lasts_s);
    upsets.push_back({{"winner", a_leads ? a : b},
                      {"loser", a_leads ? b : a},
                      {"by", by},
                      {"games", played.games},
                      {"won", std::max(played.a_won, b_won)},
                      {"tied", played.tied}});
  }
  std::ranges::stable_sort(upsets, std::greater{},
                           [](const Json& upset) { return upset["by"].get<double>(); });
  if (upsets.size() > upsets_max) upsets.resize(upsets_max);
  return upsets;
}

}  // namespace hilltop::server
