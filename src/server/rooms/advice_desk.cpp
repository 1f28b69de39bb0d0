#include "server/rooms/advice_desk.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hilltop::server {

std::string RoomPosition::text() const { return fmt::format("{}.{}.{}", game, undone, steps); }

bool AdviceDesk::ask(Question question) {
  if (newest_of_ == question.position) {
    question.answer(newest_);
    return false;
  }
  const bool waits = std::ranges::any_of(waiting_, [&](const Question& each) {
    return each.guest.lock() == question.guest.lock() && each.position == question.position;
  });
  if (!waits) waiting_.push_back(std::move(question));
  return !std::exchange(is_making_, true);
}

std::optional<std::string> AdviceDesk::take(const RoomPosition& of, const RoomPosition& now,
                                            const Advice& advice) {
  is_making_ = false;
  if (advice) {
    newest_ = *advice;
    newest_of_ = of;
  }
  std::vector<Question> later;
  for (Question& each : std::exchange(waiting_, {})) {
    if (each.guest.expired()) continue;
    if (each.position == of)
      each.answer(advice);
    else if (each.position == now)
      later.push_back(std::move(each));
    else
      each.answer(std::unexpected(Problem{moved_on}));
  }
  waiting_ = std::move(later);
  if (waiting_.empty()) return std::nullopt;
  is_making_ = true;
  return waiting_.front().address;
}

}  // namespace hilltop::server
