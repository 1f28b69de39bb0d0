#include "report/page/html.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "core/json.hpp"

namespace hilltop::report::html_test {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

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
}

RC_GTEST_PROP(Html, LeavesNoByteThatCouldEndAnything, (const std::string& text)) {
  for (const char byte : html(text))
    RC_ASSERT(std::string("<>\"'\n").find(byte) == std::string::npos);
}

RC_GTEST_PROP(Html, ScriptsCannotEndAndSayTheSame, ()) {
  const auto text =
      *rc::gen::apply([](const std::vector<std::string>& parts) { return joined(parts); },
                      rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                          "</script>", "<!--", "<", "x", "\u2028", "\u2029", "\\", "\"")));
  const Json json{{"text", text}};
  const std::string script = script_text(json);
  for (const std::string_view end : {"<", "\u2028", "\u2029"})
    RC_ASSERT(script.find(end) == std::string::npos);
  RC_ASSERT(Json::parse(script) == json);
}

}  // namespace
}  // namespace hilltop::report::html_test
