#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hilltop::server {

// Figures about the server for Prometheus (docs/http.md). Safe from any thread.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Counts an answer. `route`: the pattern, or "page".
  void answered(std::string_view route, int status, std::chrono::nanoseconds took);
  // Counts a move of a person, with the time until its effect was shown to everybody.
  void moved(std::chrono::nanoseconds took);

  // Figures of the moment.
  struct Now {
    double connections = 0, rooms = 0;
  };
  // Returns everything in Prometheus' text format.
  std::string text(const Now& now);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hilltop::server
