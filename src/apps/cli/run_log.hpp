#pragma once
#include <cstdio>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "arena/run.hpp"

namespace hilltop::cli {

// The log of a run, one line of JSON per event (docs/output.md). After a failure to write, says so
// once, and the run goes on without a log.
class RunLog {
 public:
  // Opens the log, to append to `file`. nullopt: logs nothing. Problem: the file cannot be written.
  static std::expected<RunLog, Problem> open(const std::optional<std::string>& file);

  // Logs the start of a run. `store`: the store of the results; empty if there is none.
  void begin(const arena::Contest& contest, const std::string& name, int jobs,
             const std::string& store);
  // Returns callbacks that log the run's events. The log must outlive them.
  arena::RunEvents events(const arena::Contest& contest);
  void end(const arena::Contest& contest, const arena::ContestReport& report, double seconds);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const std::string& line);

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string name_;
};

}  // namespace hilltop::cli
