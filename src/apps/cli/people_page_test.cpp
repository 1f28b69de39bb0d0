#include "apps/cli/people_page.hpp"

#include <gtest/gtest.h>

namespace hilltop::cli::people_page_test {
namespace {

Drawing rows_of(const std::string& what, int rows) {
  std::string text;
  for (int row = 0; row < rows; ++row) text += what + std::to_string(row) + '\n';
  return Drawing::of(text);
}

const Seat ann{0}, bob{1};
const std::vector<arena::News> news{
    {std::nullopt, "begins\n"}, {bob, "Bob 1\n"}, {ann, "Ann 1\n"}, {bob, "Bob 2\nBob 3\n"}};

TEST(Page, HasTheNewsBelowASmallTable) {
  const Page page{.title = "Title",
                  .table = {rows_of("table ", 3)},
                  .news = news,
                  .seat = ann,
                  .question = "What?"};
  EXPECT_EQ(text_of(laid_out(page, 80, 24)),
            "Title\n\ntable 0\ntable 1\ntable 2\n\nbegins\nBob 1\nAnn 1\nBob 2\nBob 3\n\nWhat?\n");
}

TEST(Page, HasTheNewestNewsNextToATallTable) {
  const Page page{.title = "Title",
                  .table = {rows_of("table ", 20), rows_of("aside ", 15)},
                  .news = news,
                  .seat = ann,
                  .question = "What?"};
  const Drawing drawn = laid_out(page, 80, 24);
  EXPECT_EQ(drawn.rows(), 23);
  const std::string text = text_of(drawn);
  EXPECT_TRUE(text.starts_with("Title\ntable 0    aside 0\n")) << text;
  EXPECT_NE(text.find("table 16   Bob 1\ntable 17   Ann 1\ntable 18   Bob 2\ntable 19   Bob 3\n"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\n\nWhat?\n"));
}

TEST(Page, ShowsWhatIsOlderThanOnesLastStepFaint) {
  const Drawing drawn =
      laid_out({.table = {rows_of("t", 1)}, .news = news, .seat = ann, .question = "?"}, 80, 24);
  const auto ink_of = [&](const std::string& wanted) {
    for (const Drawing::Line& line : drawn.lines())
      if (!line.empty() && line[0].text == wanted) return line[0].ink;
    return Ink::alert;
  };
  EXPECT_EQ(ink_of("Bob 1"), Ink::faint);
  EXPECT_EQ(ink_of("Ann 1"), Ink::plain);
  EXPECT_EQ(ink_of("Bob 3"), Ink::plain);
}

TEST(Page, KeepsTheScreenWhateverIsSaid) {
  for (const int complaints : {0, 1, 2, 3}) {
    std::string complaint;
    for (int i = 0; i < complaints; ++i) complaint += "no\n";
    const Page page{.title = "Title",
                    .table = {rows_of("table ", 20), rows_of("aside ", 5)},
                    .news = news,
                    .complaint = complaint,
                    .question = "What?"};
    EXPECT_LE(laid_out(page, 80, 24).rows(), complaints < 3 ? 23 : 24) << complaints;
  }
}

TEST(Page, IsReplacedByAnExplanation) {
  const Page page{.title = "Title",
                  .table = {rows_of("table ", 3)},
                  .explained = "  roll  rolls\n",
                  .question = "What?"};
  EXPECT_EQ(text_of(laid_out(page, 80, 24)), "Title\n\n  roll  rolls\n\nWhat?\n");
}

}  // namespace
}  // namespace hilltop::cli::people_page_test
