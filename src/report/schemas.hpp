#pragma once
#include <string_view>

// The value of `schema`, the first key of every JSON document: the document's name, and the version
// of its keys, which is raised when one is renamed, removed or changes its meaning. docs/schema/
// describes them (docs/decisions/0033-games-as-data.md).
namespace hilltop::report::schema {

inline constexpr std::string_view analyse = "hilltop/analyse/1";
inline constexpr std::string_view ask = "hilltop/ask/1";
inline constexpr std::string_view check = "hilltop/check/1";
inline constexpr std::string_view compare = "hilltop/compare/2";
inline constexpr std::string_view doctor = "hilltop/doctor/1";
inline constexpr std::string_view game = "hilltop/game/1";  // a line of report --games
inline constexpr std::string_view log = "hilltop/log/1";    // run --log; its events "begin" have it
inline constexpr std::string_view play = "hilltop/play/1";
inline constexpr std::string_view ranking = "hilltop/ranking/1";  // run
inline constexpr std::string_view replay = "hilltop/replay/1";
inline constexpr std::string_view report = "hilltop/report/1";  // report --json
inline constexpr std::string_view runs = "hilltop/runs/1";      // show --list
inline constexpr std::string_view sample = "hilltop/sample/1";  // a line of report --samples
inline constexpr std::string_view shard = "hilltop/shard/1";    // shard run
inline constexpr std::string_view show = "hilltop/show/1";
inline constexpr std::string_view since = "hilltop/since/1";  // show --since
inline constexpr std::string_view slurm = "hilltop/slurm/1";  // slurm status
inline constexpr std::string_view solve = "hilltop/solve/1";
inline constexpr std::string_view tune = "hilltop/tune/1";
inline constexpr std::string_view worker = "hilltop/worker/1";  // a line of worker

}  // namespace hilltop::report::schema
