#include "fuzz/fuzz.hpp"
#include "play/order_text.hpp"

namespace hilltop::fuzz {
namespace {

// What is read is written, and read again, as the same.
template <class Read>
void read_twice(std::string_view input, Read&& read) {
  const auto first = read(input);
  if (!first) return demand(!first.error().text.empty(), "a problem without a word");
  const std::string text = write(*first);
  const auto again = read(text);
  demand(again.has_value(), again ? "" : "what is written is not read: " + again.error().text);
  demand(write(*again) == text, "what was read is not what is written");
}

}  // namespace

// A line that another machine sends: games to play, or what was played.
void order(std::string_view input) {
  read_twice(input, play::read_order);
  read_twice(input, play::read_answer);
}

}  // namespace hilltop::fuzz
