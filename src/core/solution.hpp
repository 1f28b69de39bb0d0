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

// An option of `hilltop solve`, of one game: --dice LIST.
struct SolverOption {
  std::string_view name;   // "dice"
  std::string_view value;  // "LIST"
  std::string_view about;  // one line
};

// What `hilltop solve` was asked, beside the rules.
struct Question {
  std::map<std::string, std::string> options;  // by name: those that were typed
  int threads = 1;                             // never changes an answer
  Progress progress = {};
};

// What a solver found, for people and for programs: values by name, and tables of them. Names are
// those of JSON; as text a '_' is a space.
struct Solution {
  struct Real {
    double value;
    int decimals;  // as text; JSON has all of them
  };
  using Cell = std::variant<std::string, std::int64_t, Real>;
  struct Table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;  // a cell a column
    std::size_t text_every = 1;           // of long tables text has each n-th row; JSON has all
  };

  std::vector<std::pair<std::string, Cell>> values;
  std::vector<Table> tables;
};

}  // namespace hilltop
