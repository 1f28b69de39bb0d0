#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::server {

// What is refused because it was about another position.
constexpr const char* moved_on = "the game has moved on since";

// Differs for any two positions that a room was in.
struct RoomPosition {
  std::size_t steps = 0;
  std::int64_t undone = -1, game = -1;
  // The text by which clients tell positions apart.
  std::string text() const;
  friend bool operator==(const RoomPosition&, const RoomPosition&) = default;
};

// Questions for advice about a room's position, which is made once for all that wait for it.
class AdviceDesk {
 public:
  using Advice = std::expected<std::string, Problem>;
  struct Question {
    std::weak_ptr<void> guest;  // with whom the question ends; a guest asks once per position
    std::string address;        // for which the advice is made
    RoomPosition position;
    std::function<void(const Advice&)> answer;
  };

  // Answers with the newest advice if it is about this position. Else keeps the question, and
  // returns whether the caller is to make an advice now: one is made at a time.
  bool ask(Question question);

  // Answers the questions about the position `of` an advice that was made. Refuses those about
  // others than the one that is `now`, and returns the address for which an advice about that is to
  // be made; nullopt if no client waits.
  std::optional<std::string> take(const RoomPosition& of, const RoomPosition& now,
                                  const Advice& advice);

 private:
  bool is_making_ = false;
  std::vector<Question> waiting_;
  std::string newest_;
  RoomPosition newest_of_;
};

}  // namespace hilltop::server
