#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "match/record.hpp"
#include "match/text.hpp"

namespace hilltop {

inline std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// Returns whether tests write what they compare: points that records lack, logs, scenes.
inline bool writes_golden() { return std::getenv("HILLTOP_WRITE_GOLDEN") != nullptr; }

// Replays every record in `folder` (*.game) under its own rules and randomness; checks that it ends
// with the recorded points and that writing it gives the same text. `under(rules, switches)` makes
// the rules; `expect(bool, what)` is the test framework's. `writes`: a record of a game that is
// over and lacks its points gets them. Returns the number of games.
template <Game R, class T, class Under, class Expect>
int check_golden(const std::filesystem::path& folder, Under&& under, Expect&& expect,
                 bool writes = writes_golden()) {
  int games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".game") continue;
    ++games;
    const std::string file = entry.path().filename().string();
    auto record = read_record(content(entry.path()), file);
    expect(record.has_value(), record ? file : record.error().text);
    if (!record) continue;
    const auto rules = under(record->rules, record->switches);
    expect(rules.has_value(), rules ? file : file + ": " + rules.error().text);
    if (!rules) continue;
    Session<R> session(*rules, static_cast<int>(record->players.size()), record->chance());
    const auto replayed = replay<R, T>(session, *record);
    expect(replayed.has_value(), replayed ? file : file + ": " + replayed.error().text);
    expect(!session.pending(), file + ": the game is over");
    const Points points = session.points();
    if (writes && record->points.empty() && !session.pending()) {
      record->points.assign(points.begin(), points.end());
      std::ofstream(entry.path(), std::ios::binary) << write(*record);
    }
    expect(
        std::ranges::equal(points, record->points),
        file + ": the points are those of the record; HILLTOP_WRITE_GOLDEN=1 writes missing ones");
    expect(read_record(write(*record), file) == *record, file + ": survives writing");
  }
  return games;
}

// Writes the log of every game in `folder` again and checks that it equals the log beside the
// record (*.log). `writes`: writes it instead. Returns the number of games.
template <Game R, class T, GameLog<R> L, class Under, class Expect>
int check_golden_logs(const std::filesystem::path& folder, Under&& under, Expect&& expect,
                      bool writes = writes_golden()) {
  int games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".game") continue;
    ++games;
    const std::string file = entry.path().filename().string();
    const Record record = read_record(content(entry.path()), file).value();
    const R rules = under(record.rules, record.switches).value();
    L log(rules, names_of(record), record.chance());
    std::string told = log.opening();
    for (const Record::Step& step : record.steps) {
      const auto seat = Seat(static_cast<std::uint8_t>(step.seat));
      told += step.move ? log.played(seat, T::read(*step.move).value())
                        : log.retired(seat, "no answer in time");
    }
    told += log.closing();
    auto path = entry.path();
    path.replace_extension(".log");
    if (writes) std::ofstream(path, std::ios::binary) << told;
    expect(told == content(path), file + " is told otherwise than in " + path.filename().string() +
                                      " (HILLTOP_WRITE_GOLDEN=1 writes it):\n" + told);
  }
  return games;
}

}  // namespace hilltop
