#pragma once
#include <tuple>
#include <typeinfo>

#include "core/game.hpp"

namespace hilltop {

// A bot of this process, ready to be asked. Bots of the types listed are asked directly, so that
// the compiler sees through the question; any other is asked by a virtual call, which costs a short
// game a tenth of its time.
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
  unsigned type_ = sizeof...(Known);  // the place in the list; the end: none of it
};

}  // namespace hilltop
