#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Reads a view as the line protocol writes it: names, each followed by its value, in a given order.
// After the first mistake every value is empty, 0 or the least, and problem() says what it was.
class ViewReader {
 public:
  explicit ViewReader(std::string_view text) : rest_(text) {}

  // Returns the next value, after `name`, as it stands; `wanted` says what it should be.
  std::string_view value(std::string_view name, const std::string& wanted);
  // Returns the next value, after `name`, which must be one of `allowed`.
  std::string_view word(std::string_view name, const std::vector<std::string_view>& allowed);
  int whole(std::string_view name, int min, int max);
  // Returns a list of at least `count_min` and at most `count_max` numbers with commas; `-` is
  // none.
  std::vector<int> numbers(std::string_view name, int min, int max, int count_min, int count_max);

  // Returns whether the next name is this one.
  bool is_next(std::string_view name) const;

  // Records a mistake that no single value shows.
  void complain(std::string problem);
  // Returns the first mistake, also if something is left of the text; empty if there is none.
  std::string problem() const;

 private:
  std::string_view take();
  void complain_of(std::string_view name, const std::string& wanted, std::string_view given);

  std::string_view rest_;
  std::string problem_;
};

}  // namespace hilltop
