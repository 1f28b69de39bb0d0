// Laws of every format, tested by random play.
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

#include "tournament/formats.hpp"
#include "tournament/scripted.hpp"

namespace hilltop::tournament::laws_test {
namespace {

constexpr int bots_max = 9;

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// Returns games whose scores take `kinds` values; with one kind all games are tied.
Scripted any_games() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto kinds = *rc::gen::element<std::uint64_t>(1, 2, 3, 100);
  return {[=](EntryId entry, std::uint32_t game) {
            return static_cast<int>(mixed(seed ^ static_cast<std::uint64_t>(entry) << 40 ^ game) %
                                    kinds);
          },
          {}};
}

Plan any_plan(Format format, int bots) {
  Plan plan{.format = format, .seats_fewest = 2};
  const FormatTraits& traits = traits_of(format);
  plan.mirrored = !traits.one_game_for_all && *rc::gen::arbitrary<bool>();
  plan.games = plan.mirrored ? 2 : *rc::gen::inRange(1u, 4u);
  plan.sum_decides_sets = *rc::gen::arbitrary<bool>();
  plan.by_unit = *rc::gen::arbitrary<bool>();
  plan.sets_to_win = *rc::gen::inRange(1, 4);
  plan.points = {2, 1, 0};
  plan.tie_breaks = *rc::gen::elementOf(
      std::vector<std::vector<TieBreak>>{{}, {TieBreak::won, TieBreak::sum}, {TieBreak::earlier}});
  plan.swiss_rounds = *rc::gen::inRange(0, 2 * bots_max);
  if (!traits.tie_breaks.empty())
    plan.tie_breaks.insert(plan.tie_breaks.begin(), traits.tie_breaks[0]);
  if (traits.has_play_offs) plan.tie_breaks.push_back(TieBreak::play_off);
  if (bots > 0) plan.champion = *rc::gen::inRange(0, bots);
  for (EntryId entry = 0; entry < bots; ++entry)
    if (*rc::gen::arbitrary<bool>()) plan.challengers.push_back(entry);
  return plan;
}

// A tournament with its fixtures by round.
struct Played {
  Plan plan;
  int bots;
  std::vector<std::vector<Fixture>> rounds;
  Concluded concluded;
};

Played any_tournament(Format format) {
  const int bots = *rc::gen::inRange(0, bots_max + 1);
  Played played{any_plan(format, bots), bots, {}, {}};
  Scripted arena = any_games();
  played.concluded = conclude(played.plan, field_of(bots), [&](const std::vector<Fixture>& round) {
    played.rounds.push_back(round);
    return arena(round);
  });
  return played;
}

// Returns the formats of which a condition holds.
std::vector<Format> formats_where(bool (*holds)(const FormatTraits&)) {
  std::vector<Format> kept;
  for (const FormatTraits& format : formats())
    if (holds(format)) kept.push_back(format.format);
  return kept;
}

Played any_tournament() {
  return any_tournament(
      *rc::gen::elementOf(formats_where([](const FormatTraits&) { return true; })));
}

RC_GTEST_PROP(Laws, EachHasOnePlace, ()) {
  const Played played = any_tournament();
  const Ranks ranked = ranks(played.concluded, played.plan);
  std::set<EntryId> seen;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    RC_ASSERT(seen.insert(ranked[i].first).second);
    const bool shared = i > 0 && ranked[i].second == ranked[i - 1].second;
    RC_ASSERT(shared || ranked[i].second == static_cast<int>(i) + 1);
    RC_ASSERT(!(shared && !played.concluded.standings.places.empty()));
  }
  RC_ASSERT(seen.size() == static_cast<std::size_t>(played.bots));
}

RC_GTEST_PROP(Laws, NobodyPlaysItself, ()) {
  for (const auto& round : any_tournament().rounds)
    for (const Fixture& fixture : round)
      RC_ASSERT(std::ranges::is_sorted(fixture.entries, std::ranges::less_equal()));
}

RC_GTEST_PROP(Laws, NoGameIsPlayedTwice, ()) {
  const Played played = any_tournament();
  std::map<std::vector<EntryId>, std::set<std::uint32_t>> games;
  for (const auto& round : played.rounds)
    for (const Fixture& fixture : round)
      for (std::uint32_t g = 0; g < fixture.games; ++g)
        RC_ASSERT(games[fixture.entries].insert(fixture.first_game + g).second);
}

RC_GTEST_PROP(Laws, AMirroredDealIsNotCutByAFixture, ()) {
  const Played played = any_tournament();
  for (const auto& round : played.rounds)
    for (const Fixture& fixture : round) {
      RC_ASSERT(fixture.mirrored == played.plan.mirrored);
      RC_ASSERT(!fixture.mirrored || (fixture.first_game % 2 == 0 && fixture.games % 2 == 0));
    }
}

RC_GTEST_PROP(Laws, NobodyPlaysTwiceInARoundOfMeetings, ()) {
  const Played played = any_tournament(
      *rc::gen::elementOf(formats_where([](const FormatTraits& of) { return !of.round.empty(); })));
  for (const auto& round : played.rounds) {
    std::set<EntryId> sit;
    for (const Fixture& fixture : round)
      for (const EntryId entry : fixture.entries) RC_ASSERT(sit.insert(entry).second);
  }
}

RC_GTEST_PROP(Laws, AGauntletIsEachChallengerAgainstEachOther, ()) {
  const Played played = any_tournament(Format::gauntlet);
  const auto& challengers = played.plan.challengers;
  std::size_t meetings = 0;
  for (const auto& round : played.rounds)
    for (const Fixture& fixture : round) {
      ++meetings;
      RC_ASSERT(std::ranges::count_if(fixture.entries, [&](EntryId entry) {
                  return std::ranges::count(challengers, entry) == 1;
                }) == 1);
    }
  RC_ASSERT(meetings ==
            challengers.size() * (static_cast<std::size_t>(played.bots) - challengers.size()));
}

// How often two contestants of a Swiss tournament have met; with itself: byes.
using Met = std::map<std::pair<EntryId, EntryId>, int>;

// Tries all pairings (one contestant has a bye if their number is odd). Returns whether there is
// one in which each pair has met, and the bye was given, at most `before` times.
bool can_be_paired(std::vector<EntryId> left, const Met& met, int before) {
  if (left.empty()) return true;
  const EntryId a = left.front();
  const bool odd = left.size() % 2 != 0;
  for (const EntryId b : left) {
    if (a == b && !odd) continue;
    const auto times = met.find({a, b});
    if (times != met.end() && times->second > before) continue;
    std::vector<EntryId> rest;
    for (const EntryId entry : left)
      if (entry != a && entry != b) rest.push_back(entry);
    if (can_be_paired(rest, met, before)) return true;
  }
  return false;
}

RC_GTEST_PROP(Laws, SwissMeetingsRepeatOnlyIfUnavoidable, ()) {
  const Played played = any_tournament(Format::swiss);
  Met met;
  for (const Round& round : played.concluded.standings.rounds) {
    int most = 0;
    std::vector<std::pair<EntryId, EntryId>> pairs;
    for (const Meeting& meeting : round.meetings) pairs.emplace_back(meeting.a, meeting.b);
    if (round.bye) pairs.emplace_back(*round.bye, *round.bye);
    for (const auto& pair : pairs) most = std::max(most, met[pair]);
    RC_ASSERT(most == 0 || !can_be_paired(played.concluded.field, met, most - 1));
    std::set<EntryId> sit;
    for (const auto& [a, b] : pairs) {
      sit.insert({a, b});
      met[{a, b}] = ++met[{b, a}];
    }
    RC_ASSERT(sit.size() == played.concluded.field.size());
  }
}

RC_GTEST_PROP(Laws, InASwissTournamentTheOneThatOpenedLessOpens, ()) {
  std::map<EntryId, int> balance;
  for (const auto& round : any_tournament(Format::swiss).rounds)
    for (const Fixture& fixture : round) {
      const EntryId opens = *fixture.opens;
      const EntryId other = fixture.entries[fixture.entries[0] == opens ? 1 : 0];
      RC_ASSERT(std::ranges::count(fixture.entries, opens) == 1);
      RC_ASSERT(balance[opens] <= balance[other]);
      ++balance[opens];
      --balance[other];
    }
}

}  // namespace
}  // namespace hilltop::tournament::laws_test
