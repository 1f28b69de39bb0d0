#include "games/gomoku/engine/book.hpp"

#include <gtest/gtest.h>
#include <sstream>

#include "core/build_for_test.hpp"
#include "games/gomoku/openings_books.hpp"
#include "games/gomoku/openings_file.hpp"

namespace hilltop::gomoku::book_test {
namespace {

// A line of a book: the stones, the number of the draw, and the scores.
struct Line {
  OpeningStones stones;
  std::uint32_t number;
  int first, second;
};

std::vector<Line> lines_of(const SwitchFile::BuiltIn& book) {
  const auto value = read_openings(book.text, std::string(book.name), {book.name, {}}).value();
  const auto& numbers = std::get<std::vector<std::int64_t>>(value);
  const Openings openings =
      Openings::of({std::vector<int>(numbers.begin(), numbers.end())}).value();
  std::vector<Line> lines;
  std::istringstream text{std::string(book.text)};
  for (std::string line; std::getline(text, line);) {
    const std::size_t remark = line.find('#');
    if (remark == 0 || remark == line.npos) continue;
    Line read{openings.all()[lines.size()], 0, 0, 0};
    std::istringstream(line.substr(remark + 1)) >> read.number >> read.first >> read.second;
    lines.push_back(read);
  }
  EXPECT_EQ(lines.size(), openings.size()) << book.name;
  return lines;
}

TEST(OpeningsBook, IsMadeAgainLineByLine) {
  constexpr std::size_t apart = sanitized ? 99 : 33;
  for (const SwitchFile::BuiltIn& book : openings_books) {
    BookTerms terms;
    if (book.name == "swap2") terms.first_to_move = FirstToMove::balance;
    const std::vector<Line> lines = lines_of(book);
    ASSERT_EQ(lines.size(), 100u);
    for (const Line& line : lines) {
      EXPECT_EQ(drawn_opening(terms.seed, line.number), line.stones) << book.name;
      EXPECT_LE(std::max(std::abs(line.first), std::abs(line.second)), terms.even_max);
    }
    // A later engine may differ a little from the one that made the book.
    terms.even_max *= 3;
    Search<15> search;
    for (std::size_t i = 0; i < lines.size(); i += apart)
      EXPECT_TRUE(even_scores(search, lines[i].stones, terms))
          << book.name << ", draw " << lines[i].number
          << ": make the books again (bench/gomoku_openings.cpp)";
  }
}

TEST(OpeningsBook, RefusesWhatIsNotEven) {
  Search<15> search;
  const BookTerms terms{.nodes = 5000};
  const OpeningStones won{{3, 3}, {9, 9}, {4, 3}, {9, 8}, {5, 3}, {9, 7}, {6, 3}, {1, 1}, {7, 3}};
  EXPECT_FALSE(even_scores(search, won, terms));
  // Three in a row with the first move, against stones in the corners.
  const OpeningStones ahead{{6, 7}, {0, 0}, {7, 7}, {14, 14}, {8, 7}, {0, 14}};
  EXPECT_FALSE(even_scores(search, ahead, terms));
}

}  // namespace
}  // namespace hilltop::gomoku::book_test
