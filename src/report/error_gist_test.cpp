#include "report/error_gist.hpp"

#include <gtest/gtest.h>

namespace hilltop::report::error_gist_test {
namespace {

struct Said {
  const char* error_output;
  const char* gist;
};

// What the interpreters and libraries of Debian 12 print.
constexpr Said said[] = {
    {"", ""},
    {"\n \n", ""},
    {"first\nlast \r\n\n", "last"},
    {"/usr/bin/env: 'python3\\r': No such file or directory\n"
     "/usr/bin/env: use -[v]S to pass options in shebang lines\n",
     "/usr/bin/env: 'python3\\r': No such file or directory"},
    {"Traceback (most recent call last):\n"
     "  File \"/bots/s09/bot.py\", line 14, in <module>\n"
     "    hilltop.run(Mine())\n"
     "  File \"/bots/s09/hilltop.py\", line 210, in run\n"
     "    answer = bot.choose(view)\n"
     "  File \"/bots/s09/bot.py\", line 8, in choose\n"
     "    return view.total\n"
     "           ^^^^^^^^^^\n"
     "AttributeError: 'View' object has no attribute 'total'\n",
     "AttributeError: 'View' object has no attribute 'total' (bot.py:8)"},
    {"  File \"/bots/s09/bot.py\", line 3\n    def choose(self view):\n"
     "               ^^^^^^^^^\nSyntaxError: invalid syntax. Perhaps you forgot a comma?\n",
     "SyntaxError: invalid syntax. Perhaps you forgot a comma? (bot.py:3)"},
    {"Traceback (most recent call last):\n  File \"/b/bot.py\", line 2, in <module>\n    x()\n"
     "KeyboardInterrupt\n",
     "KeyboardInterrupt (bot.py:2)"},
    {"Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 5 out of bounds for "
     "length 3\n"
     "\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n"
     "\tat Bot.choose(Bot.java:12)\n\tat hilltop.Hilltop.run(Hilltop.java:55)\n",
     "java.lang.IndexOutOfBoundsException: Index 5 out of bounds for length 3 (Bot.java:12)"},
    {"Exception in thread \"main\" java.lang.RuntimeException: bad\n\tat Bot.main(Bot.java:3)\n"
     "Caused by: java.io.IOException: no file\n\t... 1 more\n",
     "java.io.IOException: no file (Bot.java:3)"},
    {"hilltop: the bot threw java.lang.IllegalStateException: no idea\n"
     "    at Bot.choose(Bot.java:13)\n    at hilltop.Conversation.obey(Conversation.java:57)\n"
     "    at Bot.main(Bot.java:9)\n",
     "java.lang.IllegalStateException: no idea (Bot.java:13)"},
    {"  File \"/home/me/hilltop/bots/one/bot.py\", line 8, in choose\n    return view.total\n"
     "  File \"/home/me/hilltop/bots/one/hilltop.py\", line 9, in see\n    raise ValueError\n"
     "ValueError\n",
     "ValueError (bot.py:8)"},
    {"file:///bots/me/bot.mjs:8\n  return view.total.x;\n                    ^\n\n"
     "TypeError: Cannot read properties of undefined (reading 'x')\n"
     "    at Mine.choose (file:///bots/me/bot.mjs:8:21)\n"
     "    at node:internal/process/task_queues:95:5\n\nNode.js v18.19.0\n",
     "TypeError: Cannot read properties of undefined (reading 'x') (bot.mjs:8)"},
    {"terminate called after throwing an instance of 'std::out_of_range'\n"
     "  what():  vector::_M_range_check: __n (which is 9) >= this->size() (which is 3)\n",
     "std::out_of_range: vector::_M_range_check: __n (which is 9) >= this->size() (which is 3)"},
    {"bot: bot.cpp:12: int main(): Assertion `x > 0' failed.\n",
     "bot: bot.cpp:12: int main(): Assertion `x > 0' failed."},
    {"panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\n"
     "main.choose(...)\n\t/bots/me/bot.go:8\nmain.main()\n\t/bots/me/bot.go:20 +0x1d\n"
     "exit status 2\n",
     "panic: runtime error: index out of range [5] with length 3 (bot.go:8)"},
    {"thread 'main' panicked at 'index out of bounds', bot.rs:8:5\n"
     "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
     "panicked: index out of bounds (bot.rs:8)"},
    {"thread 'main' panicked at bot.rs:8:5:\nindex out of bounds\n"
     "note: run with `RUST_BACKTRACE=1`\n",
     "panicked: index out of bounds (bot.rs:8)"},
    {"bot.rb:8:in `choose': undefined method `total' for nil:NilClass (NoMethodError)\n"
     "\tfrom bot.rb:20:in `<main>'\n",
     "bot.rb:8:in `choose': undefined method `total' for nil:NilClass (NoMethodError)"},
    {"\nUnhandled Exception:\nSystem.NullReferenceException: Object reference not set\n"
     "  at Bot.Choose () [0x00001] in bot.cs:8 \n",
     "System.NullReferenceException: Object reference not set (bot.cs:8)"},
    {"\x1b[31mValueError: \x01\n", "\\x1b[31mValueError: \\x01"},
};

TEST(ErrorGist, IsTheMessageAndItsPlace) {
  for (const auto& [error_output, gist] : said) EXPECT_EQ(error_gist(error_output), gist);
}

TEST(ErrorGist, OfALongLineIsShort) {
  EXPECT_LT(error_gist("ValueError: " + std::string(4000, 'x')).size(), 200U);
}

}  // namespace
}  // namespace hilltop::report::error_gist_test
