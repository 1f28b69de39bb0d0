#include "report/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <span>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

using Player = GamesAnalysis::Player;

constexpr int digits_in_data = 6;

std::string text_of_worth(double number, const WorthInfo& worth, bool is_signed = false) {
  const double shown = worth.is_share ? 100 * number : number;
  const double rounded = std::round(100 * shown) / 100 + 0.0;
  return is_signed ? fmt::format("{:+.2f}", rounded) : decimal(rounded, 2);
}

// Returns numbers with their units.
std::string text_of_worths(std::span<const double> numbers, std::span<const WorthInfo> worths,
                           bool is_signed) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", text_of_worth(numbers[i], worths[i], is_signed),
                    worths[i].is_share ? "%" : worths[i].unit);
  return text;
}

std::string heading_of(const WorthInfo& worth) {
  return worth.is_share ? fmt::format("{} %", worth.name) : std::string(worth.unit);
}

void add_to(LossSum& sum, std::span<const double> losses) {
  ++sum.decisions;
  sum.losses.resize(std::max(sum.losses.size(), losses.size()));
  for (std::size_t i = 0; i < losses.size(); ++i) sum.losses[i] += losses[i];
}

bool gives_up_more(const CostlyDecision& a, const CostlyDecision& b) {
  return a.decision.losses.front() > b.decision.losses.front();
}

// The kinds of a player, the one that gave up most first.
std::vector<std::pair<std::string, LossSum>> by_loss(const Player& player) {
  std::vector<std::pair<std::string, LossSum>> kinds(player.kinds.begin(), player.kinds.end());
  std::ranges::stable_sort(kinds, std::greater(),
                           [](const auto& kind) { return kind.second.losses.front(); });
  return kinds;
}

// Returns whether all that a kind gives up per game is shown as 0.
bool is_nothing(const LossSum& sum, std::int64_t games, std::span<const WorthInfo> worths) {
  for (std::size_t i = 0; i < sum.losses.size(); ++i)
    if (std::stod(text_of_worth(sum.losses[i] / static_cast<double>(games), worths[i])) != 0)
      return false;
  return true;
}

bool has_luck(const GamesAnalysis& games) {
  return std::ranges::any_of(games.players(),
                             [](const auto& player) { return !player.second.luck.empty(); });
}

// Returns what decisions of a kind give up per game by the first worth; 0 if there are none.
double loss_per_game(const Player& player, const std::string& kind) {
  const auto found = player.kinds.find(kind);
  return found == player.kinds.end()
             ? 0
             : found->second.losses.front() / static_cast<double>(player.games);
}

// Returns the change from another version of the player; nullopt if there is none.
std::optional<double> change_of(const std::string& name, const Player& player,
                                const std::string& kind, const GamesAnalysis* before) {
  if (before == nullptr) return std::nullopt;
  const auto found = before->players().find(name);
  if (found == before->players().end()) return std::nullopt;
  return loss_per_game(player, kind) - loss_per_game(found->second, kind);
}

// The seat for which something fell: that of the next decision, else of the last.
Seat seat_of_event(const arena::AnalysedGame& game, const arena::AnalysedEvent& event) {
  for (const arena::AnalysedDecision& decision : game.decisions)
    if (decision.step > event.step) return decision.seat;
  return game.decisions.empty() ? Seat(0) : game.decisions.back().seat;
}

// Calls `decision(d)` and `event(e)` in the order of the game.
template <class Decision, class Event>
void for_each_step(const arena::AnalysedGame& game, Decision&& decision, Event&& event) {
  std::size_t next = 0;
  const auto tell_events_before = [&](std::size_t step) {
    for (; next < game.events.size() && game.events[next].step < step; ++next)
      event(game.events[next]);
  };
  for (const arena::AnalysedDecision& each : game.decisions) {
    tell_events_before(each.step);
    decision(each);
  }
  tell_events_before(static_cast<std::size_t>(-1));
}

}  // namespace

void drop_errors(arena::AnalysedGame& game) {
  constexpr double rounding = 1e-9;
  for (arena::AnalysedDecision& decision : game.decisions) {
    const auto others = std::span(decision.losses).subspan(decision.losses.empty() ? 0 : 1);
    if (others.empty() || std::ranges::any_of(others, [](double loss) { return loss > rounding; }))
      continue;
    decision.losses.front() = 0;
    decision.best.reset();
  }
}

Json number_of_worth(double number) {
  const double scale = std::pow(10, digits_in_data);
  return std::round(number * scale) / scale + 0.0;
}

void GamesAnalysis::keep(CostlyDecision decision) {
  if (costly_max_ == 0 || !(decision.decision.losses.front() > 0)) return;
  if (costly_.size() == costly_max_ && !gives_up_more(decision, costly_.back())) return;
  const auto place = std::ranges::upper_bound(costly_, decision, gives_up_more);
  costly_.insert(place, std::move(decision));
  if (costly_.size() > costly_max_) costly_.pop_back();
}

void GamesAnalysis::add(const GameOfPlayers& game) {
  ++games_;
  std::vector<Player*> by_seat;
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    const bool counts = of_.empty() || game.players[seat] == of_;
    by_seat.push_back(counts ? &players_[game.players[seat]] : nullptr);
    if (!counts) continue;
    Player& player = *by_seat.back();
    ++player.games;
    player.by_game.emplace_back(0, 0);
    player.luck.resize(game.game.luck.size());
    for (std::size_t worth = 0; worth < player.luck.size(); ++worth) {
      const SeatLuck& luck = game.game.luck[worth][seat];
      player.luck[worth].push_back({luck.result(), luck.luck});
    }
  }
  for (const arena::AnalysedDecision& decision : game.game.decisions) {
    const auto seat = static_cast<std::size_t>(index(decision.seat));
    Player* const player = by_seat[seat];
    if (player == nullptr || decision.is_forced) continue;
    add_to(player->all, decision.losses);
    add_to(player->kinds[decision.kind], decision.losses);
    ++player->by_game.back().first;
    player->by_game.back().second += decision.losses.front();
    keep({game.name, game.players[seat], decision});
  }
}

std::optional<rating::Estimate> loss_per_decision(const Player& player) {
  if (player.all.decisions < decisions_told) return std::nullopt;
  const auto decisions = static_cast<double>(player.all.decisions);
  const double mean = player.all.losses.front() / decisions;
  std::vector<rating::LuckyResult> trials;  // of a ratio: how far each game is from its mean
  const auto games = static_cast<double>(player.by_game.size());
  for (const auto& [count, loss] : player.by_game)
    trials.push_back({(loss - mean * static_cast<double>(count)) * games / decisions, 0});
  rating::Estimate estimate = rating::adjusted_results(trials).plain;
  estimate.range = {mean + estimate.range.low - estimate.mean,
                    mean + estimate.range.high - estimate.mean};
  estimate.mean = mean;
  return estimate;
}

TextTable table_of_players(const GamesAnalysis& games) {
  const WorthInfo& first = games.worths().front();
  std::vector<std::string> heading{"player", "games", "decisions",
                                   fmt::format("lost per decision, {}", heading_of(first)),
                                   "± 95 %"};
  for (const WorthInfo& worth : games.worths())
    heading.push_back(fmt::format("per game, {}", heading_of(worth)));
  if (has_luck(games))
    for (const WorthInfo& worth : games.worths())
      heading.push_back(fmt::format("luck, {}", heading_of(worth)));
  TextTable table(std::move(heading));
  for (const auto& [name, player] : games.players()) {
    std::vector<std::string> row{name, grouped(player.games), grouped(player.all.decisions)};
    const auto loss = loss_per_decision(player);
    row.push_back(loss ? text_of_worth(loss->mean, first) : "");
    row.push_back(loss && player.games > 1
                      ? text_of_worth((loss->range.high - loss->range.low) / 2, first)
                      : "");
    const auto count = static_cast<double>(player.games);
    for (std::size_t i = 0; i < games.worths().size(); ++i)
      row.push_back(i < player.all.losses.size()
                        ? text_of_worth(player.all.losses[i] / count, games.worths()[i])
                        : "");
    for (std::size_t i = 0; i < player.luck.size(); ++i) {
      double luck = 0;
      for (const rating::LuckyResult& game : player.luck[i]) luck += game.luck / count;
      row.push_back(text_of_worth(luck, games.worths()[i], true));
    }
    table.add(std::move(row));
  }
  return table;
}

TextTable table_of_kinds(const GamesAnalysis& games, const GamesAnalysis* before) {
  std::vector<std::string> heading{"player", "kind of decision", "decisions"};
  for (const WorthInfo& worth : games.worths())
    heading.push_back(fmt::format("lost per game, {}", heading_of(worth)));
  if (before != nullptr) heading.emplace_back("since the last version");
  TextTable table(std::move(heading));
  for (const auto& [name, player] : games.players())
    for (const auto& [kind, sum] : by_loss(player)) {
      if (is_nothing(sum, player.games, games.worths())) continue;
      std::vector<std::string> row{name, kind, grouped(sum.decisions)};
      for (std::size_t i = 0; i < games.worths().size(); ++i)
        row.push_back(i < sum.losses.size()
                          ? text_of_worth(sum.losses[i] / static_cast<double>(player.games),
                                          games.worths()[i])
                          : "");
      if (before != nullptr) {
        const auto change = change_of(name, player, kind, before);
        row.push_back(change ? text_of_worth(*change, games.worths().front(), true) : "");
      }
      table.add(std::move(row));
    }
  return table;
}

std::string cost_text(std::span<const double> losses, std::span<const WorthInfo> worths) {
  return text_of_worths(losses, worths, /*is_signed=*/false);
}

std::string luck_text(std::span<const double> luck, std::span<const WorthInfo> worths) {
  return text_of_worths(luck, worths, /*is_signed=*/true);
}

Json json_by_worth(std::span<const double> numbers, std::span<const WorthInfo> worths) {
  Json object = Json::object();
  for (std::size_t i = 0; i < numbers.size(); ++i)
    object[worths[i].name] = number_of_worth(numbers[i]);
  return object;
}

namespace {

// Adds a column per worth, such as lost_win.
void add_columns(std::vector<std::string>& columns, std::string_view before,
                 std::span<const WorthInfo> worths) {
  for (const WorthInfo& worth : worths) columns.push_back(fmt::format("{}_{}", before, worth.name));
}

void add_cells(std::vector<Json>& cells, std::span<const double> numbers, double divisor,
               std::size_t columns) {
  for (std::size_t i = 0; i < columns; ++i)
    cells.push_back(i < numbers.size() ? number_of_worth(numbers[i] / divisor) : Json());
}

}  // namespace

List player_list(const GamesAnalysis& games) {
  std::vector<std::string> columns{"player",
                                   "games",
                                   "decisions",
                                   "lost_per_decision",
                                   "lost_per_decision_low",
                                   "lost_per_decision_high"};
  add_columns(columns, "lost", games.worths());
  add_columns(columns, "luck", games.worths());
  List list = List::with_columns("players", std::move(columns));
  for (const auto& [name, player] : games.players()) {
    std::vector<Json> row{name, player.games, player.all.decisions};
    const auto loss = loss_per_decision(player);
    row.push_back(loss ? number_of_worth(loss->mean) : Json());
    for (const bool is_high : {false, true})
      row.push_back(loss && player.games > 1
                        ? number_of_worth(is_high ? loss->range.high : loss->range.low)
                        : Json());
    const auto count = static_cast<double>(player.games);
    add_cells(row, player.all.losses, count, games.worths().size());
    std::vector<double> luck;
    for (const auto& of_worth : player.luck) {
      luck.push_back(0);
      for (const rating::LuckyResult& game : of_worth) luck.back() += game.luck;
    }
    add_cells(row, luck, count, games.worths().size());
    list.add(std::move(row));
  }
  return list;
}

List kind_list(const GamesAnalysis& games, const GamesAnalysis* before) {
  std::vector<std::string> columns{"player", "kind", "decisions"};
  add_columns(columns, "lost", games.worths());
  columns.emplace_back("change");
  List list = List::with_columns("kinds", std::move(columns));
  for (const auto& [name, player] : games.players())
    for (const auto& [kind, sum] : by_loss(player)) {
      std::vector<Json> row{name, kind, sum.decisions};
      add_cells(row, sum.losses, static_cast<double>(player.games), games.worths().size());
      const auto change = change_of(name, player, kind, before);
      row.push_back(change ? number_of_worth(*change) : Json());
      list.add(std::move(row));
    }
  return list;
}

List costly_list(const GamesAnalysis& games) {
  std::vector<std::string> columns{"game", "step", "player", "kind", "done", "best"};
  add_columns(columns, "lost", games.worths());
  List list = List::with_columns("costly", std::move(columns));
  for (const auto& [game, player, decision] : games.costly()) {
    std::vector<Json> row{game,          decision.step, player,
                          decision.kind, decision.done, or_null(decision.best)};
    add_cells(row, decision.losses, 1, games.worths().size());
    list.add(std::move(row));
  }
  return list;
}

TextTable table_of_steps(const GameOfPlayers& game, std::span<const WorthInfo> worths) {
  const arena::AnalysedGame& analysed = game.game;
  std::vector<std::string> heading{"step", "player", "what", "best"};
  for (const WorthInfo& worth : worths)
    heading.push_back(fmt::format("cost, {}", heading_of(worth)));
  const std::size_t columns_of_luck = analysed.luck.size();
  for (const WorthInfo& worth : worths.first(columns_of_luck))
    heading.push_back(fmt::format("luck, {}", heading_of(worth)));
  if (!analysed.curve.empty()) heading.push_back(game.players.front() + " wins, %");
  TextTable table(std::move(heading));
  const auto name_of = [&](Seat seat) {
    return game.players[static_cast<std::size_t>(index(seat))];
  };
  for_each_step(
      analysed,
      [&](const arena::AnalysedDecision& decision) {
        std::vector<std::string> row{grouped(static_cast<std::int64_t>(decision.step)),
                                     name_of(decision.seat), decision.done,
                                     decision.best.value_or("")};
        for (std::size_t i = 0; i < worths.size(); ++i)
          row.push_back(i < decision.losses.size() && !decision.is_forced
                            ? text_of_worth(decision.losses[i], worths[i])
                            : "");
        row.resize(row.size() + columns_of_luck);
        if (!analysed.curve.empty())
          row.push_back(text_of_worth(analysed.curve[decision.step].front(), worths.front()));
        table.add(std::move(row));
      },
      [&](const arena::AnalysedEvent& event) {
        const Seat seat = seat_of_event(analysed, event);
        std::vector<std::string> row{"", name_of(seat), event.fell, ""};
        row.resize(row.size() + worths.size());
        for (std::size_t i = 0; i < worths.size(); ++i)
          row.push_back(
              text_of_worth(event.luck[i][static_cast<std::size_t>(index(seat))], worths[i], true));
        if (!analysed.curve.empty()) row.emplace_back();
        table.add(std::move(row));
      });
  return table;
}

List step_list(const GameOfPlayers& game, std::span<const WorthInfo> worths) {
  List list = List::with_columns(
      "steps", {"step", "player", "fell", "done", "best", "kind", "forced", "lost", "luck", "win"});
  const auto win = [&](std::size_t step) {
    Json by_seat = Json::array();
    if (step < game.game.curve.size())
      for (const double chance : game.game.curve[step]) by_seat.push_back(number_of_worth(chance));
    return by_seat;
  };
  for_each_step(
      game.game,
      [&](const arena::AnalysedDecision& decision) {
        list.add({decision.step, game.players[static_cast<std::size_t>(index(decision.seat))],
                  Json(), decision.done, or_null(decision.best), decision.kind, decision.is_forced,
                  json_by_worth(decision.losses, worths), Json(), win(decision.step)});
      },
      [&](const arena::AnalysedEvent& event) {
        Json luck = Json::object();
        for (std::size_t i = 0; i < worths.size(); ++i) {
          Json& by_seat = luck[worths[i].name] = Json::array();
          for (const double each : event.luck[i]) by_seat.push_back(number_of_worth(each));
        }
        const Seat seat = seat_of_event(game.game, event);
        list.add({event.step, game.players[static_cast<std::size_t>(index(seat))], event.fell,
                  Json(), Json(), Json(), Json(), Json(), std::move(luck), Json()});
      });
  return list;
}

}  // namespace hilltop::report
