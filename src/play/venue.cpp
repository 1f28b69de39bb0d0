#include "play/venue.hpp"

#include <algorithm>
#include <stdexcept>

namespace hilltop::play {

HomeVenue::HomeVenue(const PlayableGame& game, const Conditions& conditions,
                     std::span<const Entrant> entrants)
    : game_(game), conditions_(conditions), entrants_(entrants) {
  for (const Entrant& entrant : entrants)
    if (entrant.is_process()) bots_.emplace(entrant.name, &entrant);
}

Venue::Table HomeVenue::table(const GameOrder& order) const {
  Table table{game_, conditions_, {}, {}};
  for (const Contestant& contestant : order.contestants) {
    Entrant made{contestant.name, contestant.title, {}};
    if (const auto* house = std::get_if<HousePlayer>(&contestant.player)) {
      made.player = *house;
    } else if (const auto known = bots_.find(contestant.name); known != bots_.end()) {
      table.entrants.push_back(known->second);
      continue;
    } else {
      const auto& wanted = std::get<FolderBot>(contestant.player);
      const auto is_wanted = [&](const Entrant& entrant) {
        const auto* bot = std::get_if<runner::Manifest>(&entrant.player);
        return bot != nullptr && bot->name == wanted.bot;
      };
      const auto here = std::ranges::find_if(entrants_, is_wanted);
      if (here == entrants_.end())
        throw std::runtime_error("the bot " + contestant.name + " is not on this machine");
      made.player = here->player;
      made.content = here->content;
      std::get<runner::Manifest>(made.player).parameters = wanted.parameters;
    }
    table.own.push_back(std::move(made));
    table.entrants.push_back(&table.own.back());
  }
  return table;
}

}  // namespace hilltop::play
