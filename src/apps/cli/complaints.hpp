#pragma once
#include <optional>
#include <string>

#include "apps/cli/usage.hpp"
#include "core/problem.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

// What is wrong with a command line, in our words: CLI11 says what it could not parse, and these
// say what is allowed and which command says more.
namespace hilltop::cli {

// The group of options that no help lists: former names of options.
constexpr const char* hidden_group = "";

Problem unknown_command(const Usage& usage, const std::string& typed);

// Turns an error of CLI11 into a message of ours.
Problem complaint(const CLI::App& app, const CLI::ParseError& error);

// CLI11 takes any word for the value of the option before it. Returns what is wrong if that word is
// an option too.
std::optional<Problem> complaint_of_values(const CLI::App& app);

}  // namespace hilltop::cli
