#pragma once
#include <optional>
#include <span>
#include <string>

#include "arena/game_session.hpp"
#include "core/drawing.hpp"

namespace hilltop::cli {

// What people see above a prompt.
struct Page {
  std::string title = {};  // left out if there is no room for it
  DrawnTable table = {};
  std::span<const arena::News> news = {};
  std::optional<Seat> seat = {};  // that reads the news
  std::string advice = {};        // lines in the place of the news
  std::string explained = {};     // lines in the place of everything above; empty: none
  std::string complaint = {};     // lines about what was typed
  std::string message = {};       // other lines of one moment
  std::string question = {};
};

// Lays the page out on at most `rows` rows, if its table allows that: the newest news that fit
// stand next to the table or below it, and what is older than the seat's last step is faint.
Drawing laid_out(const Page& page, int columns, int rows);

}  // namespace hilltop::cli
