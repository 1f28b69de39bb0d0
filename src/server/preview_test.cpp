#include "server/preview.hpp"

#include <gtest/gtest.h>

#include "server/pages.hpp"

namespace hilltop::server::preview_test {
namespace {

struct Case {
  std::string path, title;  // empty: that of the arena
};

TEST(Preview, SaysWhatAnAddressShows) {
  for (const auto& [path, title] : std::vector<Case>{
           {"/", ""},
           {"/host", ""},
           {"/play", ""},
           {"/play/yahtzee", "Play Yahtzee"},
           {"/play/chess", ""},
           {"/rules/gomoku", "The rules of Gomoku"},
           {"/room/abc", "A game at Hilltop"},
           {"/daily", "Game of the day"},
           {"/daily/yahtzee/2026-11-28", "Game of the day"},
           {"/contests", "Contests"},
           {"/contests/", "Contests"},
           {"/contests/friday", "friday"},
           {"/contests/friday/games/a/b/1", "friday"},
           {"/contests/friday/bots/kid", "kid in friday"},
       }) {
    const auto preview = preview_of(path, path);
    EXPECT_EQ(preview ? preview->title : "", title) << path;
  }
}

TEST(Preview, OfAContestHasThePictureOfItsRanking) {
  const Pages pages("/arena", /*over_tls=*/true);
  Request request;
  request.path = "/contests/a b\"/games/x-y:1";
  request.encoded_path = "/contests/a%20b\"/games/x-y:1";
  request.host = "example.org";
  EXPECT_NE(pages.answer(request).body.find(
                "<meta property=\"og:image\" "
                "content=\"https://example.org/arena/api/contests/a%20b&quot;/picture\" />"),
            std::string::npos);
  request.path = request.encoded_path = "/rules/pig";
  EXPECT_EQ(pages.answer(request).body.find("og:image"), std::string::npos);
}

// The shell is that of the pages, so that its tags are found.
TEST(Preview, StandsInThePageAndCanHoldNoMarkup) {
  const Pages pages;
  Request request;
  request.path = "/contests/\"><script>alert(1)</script>";
  const std::string page = pages.answer(request).body;
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("og:title\" content=\"&quot;&gt;&lt;script&gt;alert(1)"), std::string::npos)
      << page;
  request.path = "/rules/pig";
  const std::string rules = pages.answer(request).body;
  for (const char* part : {"<title>The rules of Pig – Hilltop</title>",
                           "og:title\" content=\"The rules of Pig – Hilltop\"",
                           "og:description\" content=\"Pig in a minute, with pictures.\"",
                           "name=\"description\" content=\"Pig in a minute, with pictures.\""})
    EXPECT_NE(rules.find(part), std::string::npos) << part << '\n' << rules;
}

TEST(Preview, HasATagOfItsOwn) {
  const Pages pages;
  Request request;
  request.path = "/rules/pig";
  const Response first = pages.answer(request);
  const auto tag = [](const Response& response) {
    for (const auto& [name, value] : response.headers)
      if (name == "ETag") return value;
    return std::string();
  };
  request.path = "/rules/gomoku";
  EXPECT_NE(tag(pages.answer(request)), tag(first));
  request.if_none_match = tag(first);
  EXPECT_EQ(pages.answer(request).status, 200);
  request.path = "/rules/pig";
  EXPECT_EQ(pages.answer(request).status, 304);
}

}  // namespace
}  // namespace hilltop::server::preview_test
