#pragma once
#include <string>
#include <vector>

#include "runner/manifest.hpp"

namespace hilltop::bench {

// One line of a conversation with one of two bots: what is written to it, and whether it answers.
struct Line {
  std::size_t bot;
  std::string text;  // with its line feed
  bool answered;
};

// A conditions as bare as can be: two bots on two pipes each, blocking reads, no protocol, no
// limits.
class BarePipes {
 public:
  explicit BarePipes(const std::vector<runner::Manifest>& bots);
  ~BarePipes();
  BarePipes(const BarePipes&) = delete;
  BarePipes& operator=(const BarePipes&) = delete;

  // Says the lines again, and reads to the line feed where an answer comes.
  void say(const std::vector<Line>& lines);

 private:
  struct Bot {
    int pid, input, output;
  };
  std::vector<Bot> bots_;
};

}  // namespace hilltop::bench
