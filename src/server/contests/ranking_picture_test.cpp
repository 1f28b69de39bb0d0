#include "server/contests/ranking_picture.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hilltop::server::ranking_picture_test {
namespace {

Json contest_of(const std::vector<std::string>& bots) {
  Json standings = Json::array();
  for (const std::string& bot : bots)
    standings.push_back({{"rank", standings.size() + 1}, {"bot", bot}, {"points", 70}});
  return {{"title", "Friday & friends"},
          {"game", "gomoku"},
          {"rules", "koth"},
          {"standings", std::move(standings)}};
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(RankingPicture, HasTheBestAndNoMarkupOfNames) {
  const std::string svg = ranking_svg(
      contest_of({"<script>", "b\"'&", "碁石", "हिल", "e", "f", "g", "h", "the ninth"}));
  EXPECT_EQ(svg.find("<script>"), svg.npos);
  EXPECT_NE(svg.find("&lt;script&gt;"), svg.npos);
  EXPECT_NE(svg.find("Friday &amp; friends"), svg.npos);
  EXPECT_NE(svg.find("碁石"), svg.npos);
  EXPECT_EQ(svg.find("the ninth"), svg.npos);
  EXPECT_EQ(count(svg, "text-anchor=\"end\">70<"), pictured_max);
  const std::string cut = ranking_svg(contest_of({std::string(200, 'x')}));
  EXPECT_EQ(cut.find(std::string(40, 'x')), cut.npos);
  EXPECT_EQ(count(ranking_svg(contest_of({})), "<text"), 3u) << "before the first game";
}

TEST(RankingPicture, IsDrawnAsPng) {
  if (std::system("command -v rsvg-convert >/dev/null") != 0)
    GTEST_SKIP() << "rsvg-convert is not installed";
  const auto png = png_of(ranking_svg(contest_of({"<a>", "b & c", "碁石", "हिल\x01"})));
  ASSERT_TRUE(png) << png.error().text;
  // The width and the height of a PNG are its bytes 16 to 23.
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>((*png)[i]);
    return value;
  };
  EXPECT_EQ(number(16), picture_width);
  EXPECT_EQ(number(20), picture_height);
  EXPECT_EQ(png_of("no SVG").error().text, "the picture could not be drawn");
}

}  // namespace
}  // namespace hilltop::server::ranking_picture_test
