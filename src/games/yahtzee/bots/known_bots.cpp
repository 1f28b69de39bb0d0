#include "games/yahtzee/bots/known_bots.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "games/yahtzee/bots/dummy.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/in_order.hpp"

namespace hilltop::yahtzee {
namespace {

template <class B>
void choice_of(const View& view, const BotTurns::TellChoice& tell) {
  B bot;
  tell(1, bot.choose(view));
}

void choices_of_dummy(const View& view, const BotTurns::TellChoice& tell) {
  const Dummy::Allowed allowed = Dummy::allowed(view);
  for (std::uint32_t i = 0; i < allowed.count; ++i)
    tell(1. / allowed.count, Score{allowed.boxes[i]});
}

struct Known {
  std::string_view name;
  void (*choices)(const View& view, const BotTurns::TellChoice& tell);
};

// The bots that look at nothing but their dice, the rolls left and their open boxes.
constexpr Known bots_known[] = {
    {"greedy", choice_of<Greedy>},
    {"in-order", choice_of<InOrder>},
    {"dummy", choices_of_dummy},
};

}  // namespace

const KnownBot* known_bot(std::string_view name, const Options& options) {
  const auto* const found = std::ranges::find(bots_known, name, &Known::name);
  if (found == std::end(bots_known)) return nullptr;
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::size_t>, std::unique_ptr<const KnownBot>> made;
  const std::scoped_lock lock(mutex);
  auto& slot = made[{std::string(name), number_of(options)}];
  if (!slot) slot = std::make_unique<const KnownBot>(options, found->choices);
  return slot.get();
}

}  // namespace hilltop::yahtzee
