#pragma once
#include <string>
#include <vector>

#include "runner/manifest.hpp"

namespace hilltop::bench {

// A line of a conversation with one of two bots: the text that is written, and whether the bot
// answers it.
struct Line {
  std::size_t bot;
  std::string text;  // with its line feed
  bool answered;
};

// The simplest host for two bots: two pipes each, blocking reads, no protocol and no limits.
class BarePipes {
 public:
  explicit BarePipes(const std::vector<runner::Manifest>& bots);
  ~BarePipes();
  BarePipes(const BarePipes&) = delete;
  BarePipes& operator=(const BarePipes&) = delete;

  // Writes the lines and reads to the line feed where an answer is expected.
  void say(const std::vector<Line>& lines);

 private:
  struct Bot {
    int pid, input, output;
  };
  std::vector<Bot> bots_;
};

}  // namespace hilltop::bench
