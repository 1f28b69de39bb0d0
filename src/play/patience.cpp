#include "play/patience.hpp"

#include <utility>

namespace hilltop::play {

void Patience::answered(const std::string& bot) {
  const std::scoped_lock lock(mutex_);
  Of& of = bots_[bot];
  of.has_answered = true;
}

void Patience::silent(const std::string& bot, const Fault& fault, std::chrono::nanoseconds lost) {
  News news = News::first_silence;
  std::string text;
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
    if (!of.over.empty()) {
      news = News::forfeits;
      text = of.over + "; its games in this run are forfeited";
    } else if (is_first) {
      text = "gave no answer (" + std::string(name(fault.kind)) + ": " + fault.detail + ')';
    }
  }
  if (tell_ && !text.empty()) tell_(bot, news, text);
}

std::optional<std::string> Patience::is_over(const std::string& bot) const {
  const std::scoped_lock lock(mutex_);
  const auto found = bots_.find(bot);
  if (found == bots_.end() || found->second.over.empty()) return std::nullopt;
  return found->second.over;
}

}  // namespace hilltop::play
