#pragma once
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "core/advice.hpp"
#include "core/game.hpp"
#include "core/game_file.hpp"
#include "match/text.hpp"

namespace hilltop::arena {

// The optional parts of a game's Module.
template <class E>
concept HasWire = requires {
  typename E::Wire;
};
template <class E>
concept HasNumberedWire = HasWire<E> && NumberedWire<typename E::Wire, typename E::Rules>;
template <class E>
concept HasScreen = requires {
  typename E::Screen;
};
template <class E>
concept HasSolver = requires {
  typename E::Solver;
};
template <class E>
concept HasAdvice = requires(const typename E::Rules::View& view) {
  { E::advise(view) } -> std::same_as<Advice<typename E::Rules>>;
};
template <class E>
concept HasInlinedBots = requires {
  typename E::InlinedBots;
};

template <class E>
concept HasSwitchFiles = requires {
  {std::span<const SwitchFile>(E::switch_files)};
};

template <class E>
concept HasFormats = requires {
  { E::formats() } -> std::convertible_to<std::span<const FileFormat<typename E::Rules>>>;
};

// Makes a house bot. Throws std::logic_error if the game has none of this name.
template <class E>
std::unique_ptr<Bot<typename E::Rules>> make_house_bot(std::string_view name) {
  for (const auto& bot : E::house_bots())
    if (bot.name == name) return bot.make();
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

}  // namespace hilltop::arena
