#include "cluster/played_elsewhere.hpp"

#include <utility>

#include "play/order_text.hpp"

namespace hilltop::cluster {

void PlayedElsewhere::start(play::OrderId id, play::GameOrder order) {
  if (const auto place = played_.find(write(order))) {
    known_.push_back({id, std::move(order), *place});
    return;
  }
  without_games_.push_back({id, play::none_of(order), true});
  missing_.push_back(std::move(order));
}

play::Answer PlayedElsewhere::next() {
  if (known_.empty()) {
    play::Answer answer = std::move(without_games_.front());
    without_games_.pop_front();
    return answer;
  }
  const Known known = std::move(known_.front());
  known_.pop_front();
  return {known.id, played_.games(known.place, known.order), true};
}

}  // namespace hilltop::cluster
