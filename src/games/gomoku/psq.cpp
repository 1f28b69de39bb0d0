#include "games/gomoku/psq.hpp"

#include "core/text.hpp"
#include "games/gomoku/stones.hpp"

namespace hilltop::gomoku {
namespace {

// Piskvork's level of an engine with a minute per move; all engines in Gomocup's files have it.
constexpr int engine_level = 11;

constexpr std::size_t name_bytes_max = 1024;

constexpr std::string_view head_begins = "Piskvorky ";  // of a game; in a file of many, the next

// Returns a line that Piskvork cannot take for a stone, and nobody for the head of a game.
std::string name_line(std::string_view said) {
  const std::string name = printable(said, name_bytes_max);
  const bool is_other = name.starts_with('-') || name.starts_with('+') ||
                        (!name.empty() && '0' <= name.front() && name.front() <= '9') ||
                        name.starts_with(head_begins);
  return (is_other ? "bot " : "") + name + '\n';
}

}  // namespace

std::expected<std::string, Problem> write_psq(const PlayedGame<Rules>& game) {
  const Stones all = stones_of(game);
  const std::string size = std::to_string(game.rules.variant().size),
                    level = std::to_string(engine_level);
  std::string psq =
      std::string(head_begins) + size + 'x' + size + ", " + level + ':' + level + ", 0\n";
  Colour next = Colour::black;
  for (const Stone& stone : all.stones) {
    if (stone.colour != next)
      return std::unexpected(
          Problem{"a file of Piskvork cannot hold this game: there the colours take turns, and "
                  "here one laid two stones in a row: Black moved first after an opening that "
                  "ended with black, or passed under renju; sgf can hold it"});
    const auto ms = std::chrono::round<std::chrono::milliseconds>(stone.took);
    psq += std::to_string(stone.point.x + 1) + ',' + std::to_string(stone.point.y + 1) + ',' +
           std::to_string(ms.count()) + '\n';
    next = other(next);
  }
  for (const Seat seat : {all.black, opponent(all.black)})
    psq += name_line(game.names[static_cast<std::size_t>(index(seat))]);
  return psq + (all.left ? "-1\n" : "0\n");
}

}  // namespace hilltop::gomoku
