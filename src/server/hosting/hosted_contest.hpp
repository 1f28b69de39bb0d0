#pragma once
#include <expected>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::server {

// What a server knows of the contest that it looks after.
struct HostedContest {
  std::string game, rules;
  std::vector<std::string> limits;      // of its bots, as arguments of a check
  std::vector<std::string> house_bots;  // that its file names: the bots of the folder play alone
};

// Reads a contest, by a name or a file as `hilltop run` takes it. Problem: there is none, or its
// game has no bots in folders.
std::expected<HostedContest, Problem> read_hosted_contest(const std::string& contest);

}  // namespace hilltop::server
