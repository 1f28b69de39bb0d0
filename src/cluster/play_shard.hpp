#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "core/problem.hpp"
#include "play/venue.hpp"

namespace hilltop::cluster {

struct ShardTask {
  std::filesystem::path folder;  // of the stage
  std::size_t shard;             // from 1
  std::string build;             // of this program
  std::string machine;           // its name, for people
  int jobs = 1;                  // threads
  std::stop_token stop = {};     // when requested, ends with the current games and keeps them
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = {};  // games; may be null
};

struct ShardReport {
  std::uint64_t games = 0;   // of the shard
  std::uint64_t before = 0;  // of them were played by an earlier call
  std::uint64_t played = 0;  // by this call
  bool is_whole = false;
};

// Plays what is missing of a shard, and puts its games into the stage, where they are seen at once
// or not at all. May be called again, and by several machines at once: the last one's file stays,
// and has the same games. Problem: the stage or the shard is not there, is damaged, or is of
// another program. Throws failures of the machine, after the games before them were kept, and
// std::runtime_error if they cannot be.
std::expected<ShardReport, Problem> play_shard(const ShardTask& task, const play::Venue& venue);

}  // namespace hilltop::cluster
