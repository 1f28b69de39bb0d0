#include "server/played/judged.hpp"

#include "arena/catalog.hpp"
#include "report/review.hpp"

namespace hilltop::server {

std::optional<Judged> judged(const std::string& text, std::size_t seat) {
  const auto record = read_record(text, "the game");
  if (!record) return std::nullopt;
  const auto game = arena::find_game(record->game);
  if (!game) return std::nullopt;
  const auto any_game = (*game)->under(record->rules, record->switches);
  if (!any_game) return std::nullopt;
  const auto review = report::reviewed(**any_game, *record);
  if (!review || seat >= review->seats.size()) return std::nullopt;
  const report::SeatReview& of = review->seats[seat];
  return Judged{static_cast<int>(of.decisions), of.lost.back()};
}

}  // namespace hilltop::server
