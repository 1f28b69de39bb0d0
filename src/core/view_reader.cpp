#include "core/view_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace hilltop {
namespace {

constexpr std::size_t shown_bytes_max = 60;

std::string range(int min, int max) { return std::to_string(min) + " to " + std::to_string(max); }

}  // namespace

std::string_view ViewReader::take() {
  const std::string_view word = rest_.substr(0, rest_.find(' '));
  rest_.remove_prefix(std::min(word.size() + 1, rest_.size()));
  return word;
}

bool ViewReader::is_next(std::string_view name) const {
  return rest_.substr(0, rest_.find(' ')) == name;
}

std::string_view ViewReader::value(std::string_view name, const std::string& wanted) {
  if (!problem_.empty()) return {};
  if (const std::string_view found = take(); found != name) {
    complain("expected '" + std::string(name) + "', not '" + printable(found, shown_bytes_max) +
             "'");
    return {};
  }
  const std::string_view value = take();
  if (value.empty()) complain_of(name, wanted, "nothing");
  return value;
}

void ViewReader::complain_of(std::string_view name, const std::string& wanted,
                             std::string_view given) {
  complain(std::string(name) + " is " + wanted + ", not " + printable(given, shown_bytes_max));
}

void ViewReader::complain(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
}

std::string_view ViewReader::word(std::string_view name,
                                  const std::vector<std::string_view>& allowed) {
  std::string wanted = "one of";
  for (const std::string_view each : allowed) (wanted += ' ') += each;
  const std::string_view given = value(name, wanted);
  if (problem_.empty() && std::ranges::find(allowed, given) == allowed.end())
    complain_of(name, wanted, given);
  return problem_.empty() ? given : std::string_view();
}

int ViewReader::whole(std::string_view name, int min, int max) {
  const std::string wanted = "a whole number from " + range(min, max);
  const std::string_view given = value(name, wanted);
  const auto number = number_in<int>(given);
  if (problem_.empty() && (!number || *number < min || *number > max))
    complain_of(name, wanted, given);
  return problem_.empty() ? *number : min;
}

std::vector<int> ViewReader::numbers(std::string_view name, int min, int max, int count_min,
                                     int count_max) {
  const std::string wanted = range(count_min, count_max) + " whole numbers from " +
                             range(min, max) + " with commas between them" +
                             (count_min == 0 ? ", or -" : "");
  std::string_view given = value(name, wanted);
  const std::string_view all = given;
  std::vector<int> numbers;
  while (problem_.empty() && !given.empty() && all != "-") {
    const std::string_view one = given.substr(0, given.find(','));
    const auto number = number_in<int>(one);
    if (!number || *number < min || *number > max || one.size() + 1 == given.size())
      complain_of(name, wanted, all);
    else
      numbers.push_back(*number);
    given.remove_prefix(std::min(one.size() + 1, given.size()));
  }
  const auto count = static_cast<int>(numbers.size());
  if (problem_.empty() && (count < count_min || count > count_max)) complain_of(name, wanted, all);
  return problem_.empty() ? numbers : std::vector<int>();
}

std::string ViewReader::problem() const {
  if (!problem_.empty() || rest_.empty()) return problem_;
  return "nothing is expected after it, not '" + printable(rest_, shown_bytes_max) + "'";
}

}  // namespace hilltop
