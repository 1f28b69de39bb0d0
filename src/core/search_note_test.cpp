#include "core/search_note.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hilltop::search_note_test {
namespace {

TEST(SearchNotes, RoundTrip) {
  const std::pair<SearchNote, std::string> table[] = {
      {{"+34", 12, 104823}, "eval +34 depth 12 nodes 104823"},
      {{"-1.25", {}, {}}, "eval -1.25"},
      {{"+M7", {}, 3}, "eval +M7 nodes 3"},
      {{"", 4'294'967'295, {}}, "depth 4294967295"},
      {{"", 0, 18'446'744'073'709'551'615u}, "depth 0 nodes 18446744073709551615"},
      {{"52.5%", {}, {}}, "eval 52.5%"},
  };
  for (const auto& [note, text] : table) {
    EXPECT_EQ(write(note), text);
    EXPECT_EQ(read_search_note(text), note) << text;
  }
}

TEST(SearchNotes, AnyOtherTextIsNone) {
  for (const char* const text : {"",
                                 "eval",
                                 "eval ",
                                 "eval  3",
                                 " eval 3",
                                 "eval 3 ",
                                 "eval 3  depth 4",
                                 "depth 4 eval 3",
                                 "eval 3 depth",
                                 "eval 3 depth x",
                                 "depth 04",
                                 "depth -1",
                                 "depth 4294967296",
                                 "depth 1.5",
                                 "nodes 12K",
                                 "nodes 18446744073709551616",
                                 "eval 3 nodes 4 depth 5",
                                 "eval 3 4",
                                 "eval 12345678901234567",
                                 "eval a,b",
                                 "eval (3,4)",
                                 "evals 3",
                                 "score 3",
                                 "12.345 ms"})
    EXPECT_FALSE(read_search_note(text)) << text;
}

RC_GTEST_PROP(SearchNotes, AnyBytesAreOnlyText, (const std::string& text)) {
  if (const auto note = read_search_note(text)) RC_ASSERT(write(*note) == text);
}

}  // namespace
}  // namespace hilltop::search_note_test
