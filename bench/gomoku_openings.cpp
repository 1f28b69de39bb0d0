// Makes the books of balanced openings, src/games/gomoku/openings/*.txt: draws positions by a seed,
// and keeps those that the engine values as even for both colours. The same arguments and the same
// engine give the same file:
//
//   gomoku-openings koth 100 >src/games/gomoku/openings/koth.txt
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

#include "games/gomoku/engine/book.hpp"
#include "games/gomoku/openings_file.hpp"

namespace {

using namespace hilltop::gomoku;

constexpr std::uint32_t drawn_max = 1'000'000;

std::string words(const OpeningStones& opening) {
  std::string text;
  for (const Point point : opening) text += (text.empty() ? "" : " ") + coordinate(point);
  return text;
}

// Returns false if fewer openings than wanted are even.
bool print_book(const char* name, const BookTerms& terms, std::uint32_t wanted) {
  const bool black = terms.first_to_move == FirstToMove::black;
  fmt::print(
      "# {} openings for the rules {}, under which {} moves first.\n"
      "# Made by: gomoku-openings {} {} {} {} {}\n"
      "# Drawn with the seed {}; kept if the engine, with {} nodes, is within {} points of even\n"
      "# for the colour that moves first, and again for the other after the best stone.\n"
      "# Behind each: the number of the draw and both scores, to the colour that moves first.\n",
      wanted, name,
      black ? "black" : "black after an even number of stones, and white after an odd one,", name,
      wanted, terms.seed, terms.nodes, terms.even_max, terms.seed, terms.nodes, terms.even_max);
  Search<15> search;
  Openings book;
  for (std::uint32_t number = 0; number < drawn_max && book.size() < wanted; ++number) {
    const OpeningStones opening = drawn_opening(terms.seed, number);
    const auto scores = even_scores(search, opening, terms);
    if (!scores) continue;
    Openings longer = book;
    bool is_new = true;
    for (const Point point : opening) is_new = is_new && longer.add(point).empty();
    if (!is_new || !longer.end(fmt::format("draw {}", number)).empty()) continue;
    book = longer;
    fmt::print("{:<24}# {} {:+} {:+}\n", words(opening), number, scores->first, scores->second);
    std::fflush(stdout);
  }
  return book.size() == wanted;
}

// Reads a whole number of at least 1; leaves `to` alone if there is none.
template <class Number>
bool read(int count, char** words, int which, Number& to) {
  if (which >= count) return true;
  const char* const end = words[which] + std::strlen(words[which]);
  const auto [stop, error] = std::from_chars(words[which], end, to);
  return error == std::errc() && stop == end && to >= 1;
}

}  // namespace

int main(int count, char** arguments) {
  BookTerms terms;
  std::uint32_t wanted = 100;
  const std::string_view name = count > 1 ? arguments[1] : "";
  if (count > 6 || (name != "koth" && name != "swap2") || !read(count, arguments, 2, wanted) ||
      !read(count, arguments, 3, terms.seed) || !read(count, arguments, 4, terms.nodes) ||
      !read(count, arguments, 5, terms.even_max) || wanted > openings_max) {
    std::fputs("gomoku-openings koth|swap2 [OPENINGS [SEED [NODES [POINTS]]]]\n", stderr);
    return 2;
  }
  if (name == "swap2") terms.first_to_move = FirstToMove::balance;
  return print_book(arguments[1], terms, wanted) ? EXIT_SUCCESS : EXIT_FAILURE;
}
