#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/progress.hpp"

namespace hilltop {

// An option that one game adds to `hilltop solve`: --dice LIST.
struct SolverOption {
  std::string_view name;   // "dice"
  std::string_view value;  // "LIST"
  std::string_view about;  // one line
};

// The arguments of `hilltop solve` besides the rules.
struct Question {
  std::map<std::string, std::string> options;  // by name; only those given
  int threads = 1;                             // does not affect the answer
  Progress progress = {};
};

// What a solver found, for people and programs: named values and tables. Names are keys in JSON;
// text shows '_' as a space.
struct Solution {
  struct Real {
    double value;
    int decimals;  // in text; JSON has full precision
  };
  using Cell = std::variant<std::string, std::int64_t, Real>;
  struct Table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;  // one cell per column
    std::size_t text_every = 1;           // text shows every n-th row; JSON shows all
  };

  std::vector<std::pair<std::string, Cell>> values;
  std::vector<Table> tables;
};

}  // namespace hilltop
