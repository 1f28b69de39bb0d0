#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "match/scene.hpp"
#include "play/module_parts.hpp"

namespace hilltop::arena {

// The scenes and events of one game under way. If the game has none, the functions that return them
// throw std::logic_error.
template <class E>
class Scenery {
  using R = typename E::Rules;

 public:
  Scenery(const R&, int /*seats*/, const Chance&) {}
  void played(Seat, const Move<R>&) {}
  void retired(Seat) {}
  Json scene(const Session<R>&, std::optional<Seat>, Moment,
             const std::vector<std::string>&) const {
    throw std::logic_error("the game has no scenes");
  }
  const Json& events() const { throw std::logic_error("the game has no events"); }
  const Json& last_events() const { return events(); }
};

template <play::HasScene E>
class Scenery<E> {
  using R = typename E::Rules;
  using S = typename E::Scene;
  static_assert(hilltop::Scene<S, R>);

 public:
  Scenery(const R& rules, int seats, const Chance& chance) : teller_(rules, seats, chance) {
    add(teller_.opening());
  }

  void played(Seat seat, const Move<R>& move) { add(teller_.played(seat, move)); }
  void retired(Seat seat) { add(teller_.retired(seat)); }

  Json scene(const Session<R>& session, std::optional<Seat> onlooker, Moment moment,
             const std::vector<std::string>& names) const {
    return scene_of<S>(E::info.name, session, teller_, onlooker, moment, names);
  }
  // Return the events of all steps, and of the last one. Step 0 is the opening.
  const Json& events() const { return events_; }
  const Json& last_events() const { return last_; }

 private:
  void add(const Json& events) {
    last_ = Json::array();
    for (const Json& event : events) {
      Json numbered{{"step", steps_}};
      numbered.update(event);
      last_.push_back(numbered);
      events_.push_back(std::move(numbered));
    }
    ++steps_;
  }

  typename S::Teller teller_;
  int steps_ = 0;
  Json events_ = Json::array(), last_ = Json::array();
};

}  // namespace hilltop::arena
