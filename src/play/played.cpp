#include "play/played.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hilltop::play {

void AnswerTimes::add(const AnswerTimes& more) {
  first.add(more.first);
  later.add(more.later);
  for (const Slow& answer : more.slowest) keep_slowest(slowest, answer);
}

void PlayedGames::add(PlayedGames later) {
  result.add(std::move(later.result));
  log += later.log;
  std::ranges::move(later.reports, std::back_inserter(reports));
  answers.resize(std::max(answers.size(), later.answers.size()));
  if (!misfit) misfit = std::move(later.misfit);
  for (std::size_t i = 0; i < later.answers.size(); ++i) answers[i].add(later.answers[i]);
}

}  // namespace hilltop::play
