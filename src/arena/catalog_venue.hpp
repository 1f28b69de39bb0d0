#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arena/any_game.hpp"
#include "play/venue.hpp"

namespace hilltop::arena {

// A venue for orders of any game of the catalog, whose bots in folders are known by their content.
class CatalogVenue final : public play::Venue {
 public:
  // `host`: how bots run here; orders set their limits. `bots`: in folders, each with its content.
  // Both outlive this object.
  CatalogVenue(const play::BotHost& host, std::span<const play::Entrant> bots);
  ~CatalogVenue() override;

  Table table(const play::GameOrder& order) const override;

 private:
  // A game on some terms.
  struct Place;
  Place& place(const play::GameTerms& terms) const;

  const play::BotHost& host_;
  std::map<runner::ContentHash, const play::Entrant*> bots_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::unique_ptr<Place>> places_;  // by the terms as text
};

}  // namespace hilltop::arena
