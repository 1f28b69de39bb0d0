#include "arena/catalog_venue.hpp"

#include <set>
#include <stdexcept>
#include <utility>

#include "arena/catalog.hpp"
#include "play/order_text.hpp"

namespace hilltop::arena {

struct CatalogVenue::Place {
  std::unique_ptr<AnyGame> game;
  play::Conditions conditions;
  std::set<std::pair<std::string, int>> prepared;  // house bots, by the number of seats
};

CatalogVenue::CatalogVenue(const play::BotHost& host, std::span<const play::Entrant> bots)
    : host_(host) {
  for (const play::Entrant& bot : bots) bots_.emplace(bot.content.value(), &bot);
}

CatalogVenue::~CatalogVenue() = default;

CatalogVenue::Place& CatalogVenue::place(const play::GameTerms& terms) const {
  std::unique_ptr<Place>& place = places_[write(terms)];
  if (place) return *place;
  const auto game = find_game(terms.game);
  if (!game) throw std::runtime_error(game.error().text);
  auto any_game = (*game)->under(terms.rules, terms.switches);
  if (!any_game) throw std::runtime_error(any_game.error().text);
  auto made = std::make_unique<Place>(*std::move(any_game));
  made->conditions = {terms.faults, terms.time, host_};
  made->conditions.host.sandbox = with(host_.sandbox, terms.limits);
  place = std::move(made);
  return *place;
}

play::Venue::Table CatalogVenue::table(const play::GameOrder& order) const {
  const std::scoped_lock lock(mutex_);
  Place& place = this->place(*order.terms);
  Table table{*place.game, place.conditions, {}, {}};
  for (const play::Contestant& contestant : order.contestants) {
    play::Entrant made{contestant.name, contestant.title, {}};
    if (const auto* house = std::get_if<play::HousePlayer>(&contestant.player)) {
      const auto seats = static_cast<int>(order.contestants.size());
      if (place.prepared.emplace(house->bot, seats).second)
        place.game->prepare(house->bot, seats, [](std::uint64_t, std::uint64_t) {});
      made.player = *house;
    } else {
      const auto& wanted = std::get<play::FolderBot>(contestant.player);
      const auto here = wanted.content ? bots_.find(*wanted.content) : bots_.end();
      if (here == bots_.end())
        throw std::runtime_error("the bot " + contestant.name +
                                 " of this order is not on this machine, or was changed");
      made.player = here->second->player;
      made.content = wanted.content;
      std::get<runner::Manifest>(made.player).parameters = wanted.parameters;
    }
    table.own.push_back(std::move(made));
    table.entrants.push_back(&table.own.back());
  }
  return table;
}

}  // namespace hilltop::arena
