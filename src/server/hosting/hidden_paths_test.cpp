#include "server/hosting/hidden_paths.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hilltop::server::hidden_paths_test {
namespace {

const HiddenPaths paths({{"/home/ann/bots", "bots"},
                         {"/home/ann", "~"},
                         {"/home/ann/bots/.withdrawn/kid/", "kid"},
                         {".withdrawn/kid", "kid"},
                         {".", "?"},
                         {"/", "?"},
                         {"/tmp", "tmp"}});

TEST(HiddenPaths, AreNotInATextWhereverTheyWereCut) {
  for (const auto& [text, hidden] : std::initializer_list<std::pair<std::string, std::string>>{
           {"", ""},
           {"nothing", "nothing"},
           {"/home/ann/bots/.withdrawn/kid/bot.py:8", "kid/bot.py:8"},
           {"in /home/ann/bots/.withdrawn,\n", "in bots/.withdrawn,\n"},
           {"/home/ann/.pyenv:/usr/bin:/tmp/x", "~/.pyenv:/usr/bin:tmp/x"},
           {"a/home/ann/bots/home/ann/bots", "abotsbots"},
           // cut at the end of a line, or where an ellipsis says so,
           {"was /home/ann/bo\n/home/a\nin /home/ann\n", "was \n\nin ~\n"},
           {"/home/ann/bots/.withdrawn/ki…", "…"},
           {"x /home/an… y /home/ann/bots/.with…", "x … y …"},
           // and at the beginning of a line,
           {"nn/bots/.withdrawn/kid/bot.py", "bot.py"},
           {"a\nbots/.withdrawn/kid/bot.py", "a\nbot.py"},
           {"ithdrawn/kid/\n/home/ann/bots/.withdrawn/kid\n", "\nkid\n"},
           // but what says nothing stays.
           {"a/b /home\n1/", "a/b /home\n1/"}})
    EXPECT_EQ(paths.hide(text), hidden) << text;
}

TEST(HiddenPaths, AreInNoTextOfADocument) {
  const Json document{{"log", "/home/ann/bots/x"}, {"list", {"/home/ann", 7, nullptr}}};
  EXPECT_EQ(paths.hide_in(document), (Json{{"log", "bots/x"}, {"list", {"~", 7, nullptr}}}));
}

}  // namespace
}  // namespace hilltop::server::hidden_paths_test
