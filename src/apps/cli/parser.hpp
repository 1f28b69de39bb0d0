#pragma once
#include <expected>
#include <string>

#include "apps/cli/usage.hpp"
#include "core/problem.hpp"

namespace hilltop::cli {

// What a command line asks for: a command, or a text to print after --help or --version.
struct Parsed {
  std::string command, text;
};

// Reads the command line and fills the targets of the command that it calls.
// Problem: wrong usage; says what is known, and which command says more.
std::expected<Parsed, Problem> parse(const Usage& usage, int argc, char** argv);

// Returns --help of a command; empty: of the program.
std::string help_text(const Usage& usage, const std::string& command = "");

}  // namespace hilltop::cli
