#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "match/record.hpp"

namespace hilltop {

// Replays every record in `folder` (*.game) under its own rules and luck, checks that it ends with
// the points it says, and that it is written back to the letter. `under(rules, switches)` makes the
// rules; `expect(bool, what)` is the test framework's. The answer is the number of games.
template <Game R, class T, class Under, class Expect>
int check_golden(const std::filesystem::path& folder, Under&& under, Expect&& expect) {
  int games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".game") continue;
    ++games;
    const std::string file = entry.path().filename().string();
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const auto record = read_record(text.str(), file);
    expect(record.has_value(), record ? file : record.error().text);
    if (!record) continue;
    const auto rules = under(record->rules, record->switches);
    expect(rules.has_value(), rules ? file : file + ": " + rules.error().text);
    if (!rules) continue;
    Match<R> match(*rules, static_cast<int>(record->sitters.size()), record->chance());
    const auto replayed = replay<R, T>(match, *record);
    expect(replayed.has_value(), replayed ? file : file + ": " + replayed.error().text);
    expect(!match.turn(), file + ": the game is over");
    const Points points = match.points();
    expect(std::ranges::equal(points, record->points),
           file + ": the points are those of the record");
    expect(read_record(write(*record), file) == *record, file + ": survives writing");
  }
  return games;
}

}  // namespace hilltop
