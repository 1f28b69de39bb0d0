#include "arena/patience.hpp"

#include <algorithm>
#include <utility>

namespace hilltop::arena {

void Patience::answered(const std::string& bot) {
  const std::scoped_lock lock(mutex_);
  Of& of = bots_[bot];
  of.has_answered = true;
}

void Patience::silent(const std::string& bot, const Fault& fault, std::chrono::nanoseconds lost) {
  std::string news;
  {
    const std::scoped_lock lock(mutex_);
    Of& of = bots_[bot];
    if (!of.over.empty()) return;
    const bool is_first = !of.has_answered && of.silent_starts == 0;
    of.lost += lost;
    if (!of.has_answered && ++of.silent_starts >= silent_starts_max)
      of.over = "gave no answer in " + std::to_string(silent_starts_max) + " starts";
    else if (of.lost >= lost_max_)
      of.over = "let " +
                std::to_string(std::chrono::duration_cast<std::chrono::seconds>(of.lost).count()) +
                " s pass without an answer";
    if (!of.over.empty())
      news = of.over + "; its games in this run are forfeited";
    else if (is_first)
      news = "gave no answer (" + std::string(name(fault.kind)) + ": " + fault.detail + ')';
  }
  if (tell_ && !news.empty()) tell_(bot, news);
}

std::optional<std::string> Patience::is_over(const std::string& bot) const {
  const std::scoped_lock lock(mutex_);
  const auto found = bots_.find(bot);
  if (found == bots_.end() || found->second.over.empty()) return std::nullopt;
  return found->second.over;
}

std::chrono::nanoseconds Patience::left(const std::string& bot) const {
  const std::scoped_lock lock(mutex_);
  const auto found = bots_.find(bot);
  const auto lost = found == bots_.end() ? std::chrono::nanoseconds(0) : found->second.lost;
  return std::max(lost_max_ - lost, std::chrono::nanoseconds(0));
}

}  // namespace hilltop::arena
