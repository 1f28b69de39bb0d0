#pragma once
#include <algorithm>
#include <concepts>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "play/batch_player.hpp"
#include "play/module_parts.hpp"
#include "play/playable_game.hpp"

namespace hilltop::play {

// The part of a PlayableGame that plays, of the game that a folder's Module presents. `Base`:
// PlayableGame, or a class over it that can do more.
template <class E, std::derived_from<PlayableGame> Base = PlayableGame>
class PlayableGameOf : public Base {
  using R = typename E::Rules;
  static_assert(Game<R> && Notation<typename E::Text, R>);

 public:
  PlayableGameOf(R rules, std::string rules_name)
      : rules_(std::move(rules)), rules_name_(std::move(rules_name)) {}

  const GameInfo& info() const override { return E::info; }
  std::string_view rules_name() const override { return rules_name_; }
  Switches switches() const override { return rules_.switches(); }
  SeatRange seats() const override { return rules_.seats(); }
  std::uint32_t openings() const override {
    if constexpr (HasOpenings<E>)
      return rules_.openings();
    else
      return 0;
  }
  bool processes_last() const override { return HasNumberedWire<E>; }

  bool needs_preparing(std::string_view house_bot) const override {
    return std::ranges::any_of(E::house_bots(), [&](const auto& bot) {
      return bot.name == house_bot && bot.prepare != nullptr;
    });
  }
  void prepare(std::string_view house_bot, int seats, const Progress& progress) const override {
    for (const auto& bot : E::house_bots()) {
      if (bot.name != house_bot || bot.prepare == nullptr) continue;
      auto tables = bot.prepare(rules_, seats, progress);
      std::shared_ptr<const void> dropped;  // after the lock
      const std::scoped_lock lock(prepared_mutex_);
      prepared_.push_back(std::move(tables));
      if (prepared_.size() <= prepared_max) continue;
      dropped = std::move(prepared_.front());
      prepared_.pop_front();
    }
  }

  BatchResult play(const Batch& batch, const Conditions& given,
                   const Observer* observer) const override {
    const Conditions conditions = with_arguments(given);
    const auto nothing = [&](std::uint32_t first_game) {
      return BatchResult::none(first_game, batch.entrants.size());
    };
    BatchResult result = nothing(batch.first_game);
    std::optional<BatchPlayer<E>> player(std::in_place, rules_, hello(conditions), batch,
                                         conditions, observer);
    const auto hand_over = [&] {
      player->add_conditions(result);
      const std::uint32_t next = result.first_game + result.games;
      batch.part(std::exchange(result, nothing(next)));
    };
    const std::uint32_t end = batch.first_game + batch.games;
    auto part_due = Deadline::clock::now() + part_every;
    std::uint32_t failed = 0;  // the last game that had to be played again
    int voided = 0;            // how often it was
    for (std::uint32_t game = batch.first_game;
         game < end && !result.disqualified && !batch.stop.stop_requested();) {
      try {
        game += player->play(game, end, result);
      } catch (const PlayerLost& lost) {
        const std::uint32_t again = batch.memory_lasts() ? batch.first_game : game;
        voided = again == failed ? voided + 1 : 1;
        failed = again;
        // Games that an observer has seen cannot be played again.
        if (voided > replays_max || (observer != nullptr && again < game)) {
          if (player->hands_over_parts()) hand_over();
          throw PlayerLost(lost.what() + std::string("; its game is void"));
        }
        if (conditions.host.voided) conditions.host.voided(lost.what());
        if (batch.memory_lasts()) {
          player.emplace(rules_, hello(conditions), batch, conditions, observer);
          result = nothing(again);
          game = again;
        } else {
          player->void_games();
        }
        continue;
      }
      const bool within_deal = batch.mirrored && game % 2 == 1;
      if (!player->hands_over_parts() || within_deal || game >= end || result.disqualified)
        continue;
      if (batch.games_a_part > 0 ? result.games < batch.games_a_part
                                 : Deadline::clock::now() < part_due)
        continue;
      hand_over();
      part_due = Deadline::clock::now() + part_every;
    }
    player->dismiss();
    player->add_conditions(result);
    return result;
  }

 protected:
  const R& rules() const { return rules_; }

  // Returns the conditions with what the arguments of bots may name of this game.
  Conditions with_arguments(Conditions conditions) const {
    auto& arguments = conditions.arguments;
    if constexpr (HasArguments<E>) arguments = E::arguments(rules_);
    arguments.insert_or_assign("rules", rules_name_);
    for (const auto& [name, value] : rules_.switches())
      if (const auto* flag = std::get_if<bool>(&value))
        arguments.insert_or_assign(name, *flag ? "true" : "false");
      else if (const auto* number = std::get_if<std::int64_t>(&value))
        arguments.insert_or_assign(name, std::to_string(*number));
      else if (const auto* word = std::get_if<std::string>(&value))
        arguments.insert_or_assign(name, *word);
    return conditions;
  }

  // Returns the first line of a conversation (docs/protocol.md). It leaves out lists, such as the
  // dice to come.
  std::string hello(const Conditions& conditions) const {
    std::string line = "hilltop 1 game " + std::string(E::info.name) + " rules " + rules_name_;
    for (const auto& [name, value] : rules_.switches())
      if (const auto* flag = std::get_if<bool>(&value))
        line += ' ' + name + (*flag ? " true" : " false");
      else if (const auto* number = std::get_if<std::int64_t>(&value))
        line += ' ' + name + ' ' + std::to_string(*number);
    if (conditions.time.move_nodes != 0)
      line += " move_nodes " + std::to_string(conditions.time.move_nodes);
    return line;
  }

 private:
  R rules_;
  std::string rules_name_;
  mutable std::mutex prepared_mutex_;
  mutable std::deque<std::shared_ptr<const void>> prepared_;  // the newest last
};

}  // namespace hilltop::play
