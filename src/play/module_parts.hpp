#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/advice.hpp"
#include "core/analysis.hpp"
#include "core/fault.hpp"
#include "core/game.hpp"
#include "core/game_file.hpp"
#include "core/setting.hpp"
#include "match/text.hpp"

namespace hilltop::play {

// The optional parts of a game's Module.
template <class E>
concept HasWire = requires { typename E::Wire; };
template <class E>
concept HasNumberedWire = HasWire<E> && NumberedWire<typename E::Wire, typename E::Rules>;
template <class E>
concept ReadsViews = HasWire<E> && requires(const typename E::Rules& rules, std::string_view text) {
  {
    E::Wire::read(rules, text)
  } -> std::same_as<std::expected<typename E::Rules::State, std::string>>;
};
template <class E>
concept HasScreen = requires { typename E::Screen; };
template <class E>
concept HasScene = requires { typename E::Scene; };
template <class E>
concept HasSolver = requires { typename E::Solver; };
template <class E>
concept HasAdvice = requires(const typename E::Rules::View& view) {
  { E::advise(view) } -> std::same_as<Advice<typename E::Rules>>;
};
template <class E>
concept HasAnalysis = GameAnalysis<typename E::Analysis, typename E::Rules>;
template <class E>
concept HasLuck = HasAnalysis<E> && LuckAnalysis<typename E::Analysis, typename E::Rules>;
template <class E>
concept HasInlinedBots = requires { typename E::InlinedBots; };

// Values for the arguments of bots that no switch has.
template <class E>
concept HasArguments = requires(const typename E::Rules& rules) {
  { E::arguments(rules) } -> std::same_as<std::map<std::string, std::string>>;
};

template <class E>
concept HasSwitchFiles = requires {
  { std::span<const SwitchFile>(E::switch_files) };
};

// A game in which bots without randomness repeat whole games: its Trace hashes what is played, so
// that a repeated game can be told from a new one.
template <class E>
concept HasTrace = requires(typename E::Trace& trace, const typename E::Rules::Move& move) {
  { trace.value() } -> std::same_as<std::uint64_t>;
  trace.played(move);
};

template <class E>
concept HasOpenings = requires(const typename E::Rules& rules) {
  { rules.openings() } -> std::same_as<std::uint32_t>;
};

template <class E>
concept HasFormats = requires {
  { E::formats() } -> std::convertible_to<std::span<const FileFormat<typename E::Rules>>>;
};

// The Trace of a game, as a Session's observer; does nothing for a game without one.
template <class E>
struct TraceObserver {
  explicit TraceObserver(const typename E::Rules::State&) {}
  void played(Seat, const typename E::Rules::Move&) {}
  void forfeits(Seat, const Fault&) {}
};
template <HasTrace E>
struct TraceObserver<E> {
  explicit TraceObserver(const typename E::Rules::State& start) : trace(start) {}
  void played(Seat, const typename E::Rules::Move& move) { trace.played(move); }
  void forfeits(Seat, const Fault&) {}

  typename E::Trace trace;
};

// The parameter of a house bot that a limit of nodes sets.
inline constexpr std::string_view nodes_parameter = "nodes";

// Makes a house bot with the given settings; `move_nodes`, if not 0, sets its parameter `nodes`
// unless a setting does. Throws std::logic_error if the game has none of this name.
template <class E>
std::unique_ptr<Bot<typename E::Rules>> make_house_bot(std::string_view name,
                                                       std::span<const Setting> settings = {},
                                                       std::int64_t move_nodes = 0) {
  for (const auto& bot : E::house_bots()) {
    if (bot.name != name) continue;
    if (bot.make_with == nullptr) return bot.make();
    std::vector<int> values;
    for (const BotParameter& parameter : bot.parameters) {
      const auto set = std::ranges::find(settings, parameter.name, &Setting::name);
      if (set != settings.end())
        values.push_back(set->value);
      else if (parameter.name == nodes_parameter && move_nodes != 0)
        values.push_back(
            static_cast<int>(std::clamp<std::int64_t>(move_nodes, parameter.min, parameter.max)));
      else
        values.push_back(parameter.usual);
    }
    return bot.make_with(values);
  }
  throw std::logic_error("no such house bot: " + std::string(name));
}

// The types of the bots that the hot path asks without a virtual call.
template <class E>
struct InlinedBots {
  using type = std::tuple<>;
};
template <HasInlinedBots E>
struct InlinedBots<E> {
  using type = typename E::InlinedBots;
};

}  // namespace hilltop::play
