#include "core/problem.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hilltop {
namespace {

constexpr std::size_t known_listed_max = 24;

// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// Returns a value as English text.
std::string shown(const Problem::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.value)) return std::to_string(*number);
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  return std::get<Problem>(value.value).text;
}

}  // namespace

Problem worded(std::string sentence, std::vector<Problem::Value> values) {
  std::string text;
  for (std::string_view rest = sentence; !rest.empty();) {
    const auto of = std::ranges::find_if(values, [&](const Problem::Value& value) {
      return rest.starts_with('{' + value.name + '}');
    });
    text += of == values.end() ? std::string(1, rest.front()) : shown(*of);
    rest.remove_prefix(of == values.end() ? 1 : of->name.size() + 2);
  }
  return {std::move(text), std::move(sentence), std::move(values)};
}

std::string_view nearest(std::string_view typed, std::span<const std::string> known) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
  for (const std::string& word : known) {
    const bool begun = typed.size() >= 2 && word.starts_with(typed);
    if (const std::size_t d = begun ? 1 : distance(typed, word); d < best_distance) {
      best = word;
      best_distance = d;
    }
  }
  return best;
}

std::string suggestion(std::string_view typed, std::span<const std::string> known) {
  std::string text;
  if (const std::string_view meant = nearest(typed, known); !meant.empty())
    text.append("did you mean '").append(meant).append("'? ");
  text += "known:";
  for (std::size_t i = 0; i < std::min(known.size(), known_listed_max); ++i)
    text.append(i == 0 ? " " : ", ").append(known[i]);
  if (known.size() > known_listed_max) text += ", …";
  if (known.empty()) text += " none";
  return " (" + text + ")";
}

}  // namespace hilltop
