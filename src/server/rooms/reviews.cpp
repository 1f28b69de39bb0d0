#include "server/rooms/reviews.hpp"

#include <nlohmann/json.hpp>

#include "arena/catalog.hpp"
#include "report/review.hpp"
#include "server/json.hpp"

namespace hilltop::server {

std::expected<std::string, Problem> Reviews::of(const Record& record) {
  constexpr std::uint64_t always = 0;  // a finished game stays as it is
  const std::string key = write(record);
  if (auto made = made_.find(key, always)) return *std::move(made);
  const auto game = arena::find_game(record.game);
  if (!game) return std::unexpected(game.error());
  const auto any_game = (*game)->under(record.rules, record.switches);
  if (!any_game) return std::unexpected(any_game.error());
  const auto review = report::reviewed(**any_game, record);
  if (!review) return std::unexpected(review.error());
  std::string text = written(report::json_of(*review, **any_game));
  made_.put(key, always, text);
  return text;
}

}  // namespace hilltop::server
