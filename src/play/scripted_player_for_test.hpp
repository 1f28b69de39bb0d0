#pragma once
#include <algorithm>
#include <chrono>
#include <deque>
#include <expected>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "play/outside_player.hpp"

namespace hilltop::play {

// What happened in all conversations of a player.
struct Heard {
  int starts = 0, pauses = 0, finishes = 0;
  std::vector<std::string> arguments;
  std::vector<std::string> lines;
  std::vector<std::pair<std::string, std::string>> resting;  // hello and ready
};

// A player outside the program that is a script, with a clock of its own: no process, no waiting.
class Scripted final : public OutsidePlayer {
 public:
  // Called with each line to the player.
  using Script = std::function<void(Scripted& self, std::string_view line)>;

  Scripted(Script script, Heard& heard) : script_(std::move(script)), heard_(heard) {}

  std::expected<void, Fault> start(const std::vector<std::string>& arguments) override {
    ++heard_.starts;
    heard_.arguments.insert(heard_.arguments.end(), arguments.begin(), arguments.end());
    begins_ = true;
    answers_.clear();
    fault_.reset();
    return {};
  }
  void tell(std::string_view line) override { untold_.emplace_back(line); }
  std::expected<std::string, Fault> hear(Deadline by) override {
    for (const std::string& line : std::exchange(untold_, {})) {
      heard_.lines.push_back(line);
      reacted_ = false;
      script_(*this, line);
      begins_ = false;
    }
    if (fault_) return std::unexpected(*fault_);
    if (answers_.empty() || now_ + answers_.front().takes > by) {
      now_ = by;
      fault_ = Fault{FaultKind::timeout, "nothing was said"};
      return std::unexpected(*fault_);
    }
    const Answer answer = answers_.front();
    answers_.pop_front();
    now_ += answer.takes;
    return answer.line;
  }
  Deadline now() const override { return now_; }
  void farewell(std::string_view line) override {
    std::ranges::move(std::exchange(untold_, {}), std::back_inserter(heard_.lines));
    heard_.lines.emplace_back(line);
  }
  void finish(Deadline) override { ++heard_.finishes; }
  void drop() override { untold_.clear(); }
  void pause() override { ++heard_.pauses; }
  bool rest(std::string_view hello, std::string_view ready) override {
    (void)std::exchange(untold_, {});
    heard_.resting.emplace_back(hello, ready);
    return true;
  }
  std::optional<std::string> resume(std::string_view hello) override {
    if (heard_.resting.empty() || heard_.resting.back().first != hello) return std::nullopt;
    std::string ready = std::move(heard_.resting.back().second);
    heard_.resting.pop_back();
    return ready;
  }

  void say(std::string line, std::chrono::milliseconds takes = std::chrono::milliseconds(1)) {
    answers_.push_back({std::move(line), takes});
    reacted_ = true;
  }
  void crash() {
    fault_ = Fault{FaultKind::crashed, "exited with status 3"};
    reacted_ = true;
  }
  // Return whether the line is the first of a conversation, and whether the script has reacted.
  bool begins() const { return begins_; }
  bool has_reacted() const { return reacted_; }

 private:
  struct Answer {
    std::string line;
    std::chrono::milliseconds takes;
  };
  Script script_;
  Heard& heard_;
  Deadline now_{};
  std::vector<std::string> untold_;
  std::deque<Answer> answers_;
  std::optional<Fault> fault_;
  bool begins_ = false, reacted_ = false;
};

}  // namespace hilltop::play
