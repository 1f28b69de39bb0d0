#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "arena/any_game.hpp"

namespace hilltop::cli {

// Sets up the conditions for bots' processes: the warden, the modes of --sandbox and --stderr, and
// messages on stderr about void games and from bots.
std::expected<void, Problem> guard_bots(play::Conditions& conditions, const GuardArguments& guard);

// Shows only the first lines of the standard error of each bot whose `meta` asks for it, which may
// crash in every game of a contest. For a --stderr that was given everything stays.
void show_first_lines_only(play::BotHost& host);

// Prints on stderr one line about the sandbox around processes, if an entrant is one. Throws if the
// mode requires a layer that the machine lacks.
void say_sandbox(const play::Conditions& conditions, std::span<const play::Entrant> entrants);

// Limits what the bots of a command with --jobs may cost by silence, and prints on stderr the first
// one of each bot, the end of patience, and that the machine is overloaded. `is_stored`: --again
// plays such games again.
void limit_patience(play::Conditions& conditions, bool is_stored);

// Prints on stderr what a secret seed is committed to; nothing of a number.
void say_commitment(const play::Seed& seed);

// Builds the entrants that have a build command. Returns false if one of them failed, which was
// said on stderr.
bool build_all(const play::Conditions& conditions, std::span<const play::Entrant> entrants);

}  // namespace hilltop::cli
