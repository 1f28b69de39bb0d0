#include "report/page/html.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hilltop::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view markup = "<script>\"x\" & 'y'</script>";

TEST(Html, ShowsMarkupAndDoesNotObeyIt) {
  EXPECT_EQ(html(markup), "&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;");
  EXPECT_EQ(bdi("a<b"), "<bdi>a&lt;b</bdi>");
}

TEST(Html, ShowsControlCharactersAndBrokenText) {
  EXPECT_EQ(html("a\x07\x1b[31m\n"), "a\\x07\\x1b[31m\\x0a");
  EXPECT_EQ(html("\xff\xc0\xaf\xed\xa0\x80"), "\\xff\\xc0\\xaf\\xed\\xa0\\x80");
  EXPECT_EQ(html("naïve ♜"), "naïve ♜");
}

TEST(Html, CutsWhatIsEndless) {
  const std::string endless(10 * stranger_bytes_max, 'x');
  EXPECT_EQ(html(endless), std::string(stranger_bytes_max, 'x') + "…");
  EXPECT_EQ(html_lines(endless + "\n<b>\n"), endless + "\n&lt;b&gt;\n");
}

TEST(Html, NamesStayApartInLinks) {
  EXPECT_EQ(fragment("bold-kid:17"), "bold-kid:17");
  EXPECT_EQ(fragment("a b/7%<\xff"), "a%20b%2F7%25%3C%FF");
}

RC_GTEST_PROP(Html, LeavesNoByteThatCouldEndAnything, (const std::string& text)) {
  for (const char byte : html(text))
    RC_ASSERT(std::string("<>\"'\n").find(byte) == std::string::npos);
  for (const char byte : fragment(text)) RC_ASSERT(byte > ' ' && byte < 0x7f && byte != '"');
}

RC_GTEST_PROP(Html, ScriptsCannotEndAndSayTheSame, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("</script>!-x")));
  const Json json{{"text", text}};
  const std::string script = script_text(json);
  RC_ASSERT(script.find('<') == std::string::npos);
  RC_ASSERT(Json::parse(script) == json);
}

}  // namespace
}  // namespace hilltop::report
