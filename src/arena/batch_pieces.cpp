#include "arena/batch_pieces.hpp"

#include "arena/batch_of.hpp"

namespace hilltop::arena {

std::vector<play::Piece> BatchPieces::pieces(const FixtureBatch& batch) const {
  play::GameOrder order = order_of(contest_, terms_, batch.fixture);
  order.first_game = batch.first_game;
  order.games = batch.games;
  order.records = records_ || (cache_ != nullptr && !cache_->deterministic(batch.fixture));
  return play::pieces_of(std::move(order), batch.recalled);
}

bool BatchPieces::is_stored(const FixtureBatch& batch, const tournament::BatchResult& games) const {
  if (cache_ == nullptr) return false;
  if (!stores_parts_ && cache_->deterministic(batch.fixture)) return false;
  const bool is_whole = games.games == batch.games || games.disqualified;
  return is_whole || !is_played_as_one(contest_, batch.fixture);
}

void BatchPieces::keep(const FixtureBatch& batch, tournament::BatchResult& games) const {
  if (is_stored(batch, games)) cache_->keep(batch.fixture, games);
  if (!records_) games.records.clear();
}

}  // namespace hilltop::arena
