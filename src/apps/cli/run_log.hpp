#pragma once
#include <cstdio>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "arena/run.hpp"

namespace hilltop::cli {

// What happens in a run, a line of JSON an event (docs/output.md). A log that cannot be written any
// more says so once, and the run goes on.
class RunLog {
 public:
  // Lines are added to the file. nullopt: nothing is logged. A Problem: it cannot be written.
  static std::expected<RunLog, Problem> open(const std::optional<std::string>& file);

  // `store`: where results are kept; empty: nowhere.
  void begin(const arena::Contest& contest, const std::string& name, int jobs,
             const std::string& store);
  // What the run is to tell of; the log must outlive it.
  arena::RunEvents events(const arena::Contest& contest);
  void end(const arena::ContestReport& report, double seconds);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const std::string& line);

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string name_;
};

}  // namespace hilltop::cli
