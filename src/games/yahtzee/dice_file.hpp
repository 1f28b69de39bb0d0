#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "core/switches.hpp"

namespace hilltop::yahtzee {

constexpr std::size_t dice_max = 100'000;
constexpr std::size_t dice_bytes_max = 1 << 20;

// The switch `dice` from the text of a file: numbers from 1 to 6 in order, with white space between
// them. `file` names it in messages.
std::expected<SwitchValue, Problem> read_dice(std::string_view text, const std::string& file,
                                              const SwitchFile::Context&);

}  // namespace hilltop::yahtzee
