#pragma once
#include <memory>
#include <vector>

#include "arena/cut.hpp"
#include "arena/result_cache.hpp"
#include "play/in_order.hpp"

namespace hilltop::arena {

// The batches of fixtures as units of play_in_order(), whose games are recalled before and stored
// after: a player of games needs no store.
class BatchPieces {
 public:
  // `cache`: stores the games; null: nothing does. All outlive this object. `records`: whether all
  // games come with their records. `stores_parts`: as in RunOptions.
  BatchPieces(const Contest& contest, ResultCache* cache, bool records = false,
              bool stores_parts = true)
      : contest_(contest),
        cache_(cache),
        records_(records),
        stores_parts_(stores_parts),
        terms_(play::terms_of(*contest.any_game, contest.conditions)) {}

  // Returns the recalled games of a batch, and orders for the others.
  std::vector<play::Piece> pieces(const FixtureBatch& batch) const;
  // Stores games of a batch that have come, without those of a fixture that cannot be resumed in
  // the middle unless they are all. Drops records that nobody asked for.
  void keep(const FixtureBatch& batch, tournament::BatchResult& games) const;

 private:
  bool is_stored(const FixtureBatch& batch, const tournament::BatchResult& games) const;

  const Contest& contest_;
  ResultCache* cache_;
  bool records_, stores_parts_;
  std::shared_ptr<const play::GameTerms> terms_;
};

}  // namespace hilltop::arena
