#pragma once
#include <tuple>
#include <typeinfo>

#include "core/game.hpp"

namespace hilltop {

// A bot of this process. Bots of the types in `Known` are called directly, so that the compiler can
// inline them; any other by a virtual call, which adds a tenth to the time of a short game.
template <Game R, class Known>
class DirectBot;

template <Game R, class... Known>
class DirectBot<R, std::tuple<Known...>> {
 public:
  explicit DirectBot(Bot<R>* bot) : bot_(bot) {
    unsigned at = 0;
    if (bot != nullptr) ((typeid(*bot) == typeid(Known) ? type_ = at++ : at++), ...);
  }

  Move<R> choose(const View<R>& view) const { return choose_as<0, Known...>(view); }

 private:
  template <unsigned at>
  Move<R> choose_as(const View<R>& view) const {
    return bot_->choose(view);
  }
  template <unsigned at, class First, class... Rest>
  Move<R> choose_as(const View<R>& view) const {
    if (type_ == at) return static_cast<First*>(bot_)->First::choose(view);
    return choose_as<at + 1, Rest...>(view);
  }

  Bot<R>* bot_;
  unsigned type_ = sizeof...(Known);  // index in Known; sizeof...(Known) if none
};

}  // namespace hilltop
