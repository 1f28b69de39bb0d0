#include "core/printed_command.hpp"

#include <gtest/gtest.h>

namespace hilltop {
namespace {

TEST(PrintedCommand, IsForAShell) {
  EXPECT_EQ(PrintedCommand("hilltop", "help").text(), "hilltop help");
  EXPECT_EQ(PrintedCommand("./hill top", "run")
                .option("--fresh")
                .argument("my contest.toml")
                .option("--bots", "it's")
                .text(),
            "'./hill top' run 'my contest.toml' --fresh --bots 'it'\\''s'");
  EXPECT_EQ(PrintedCommand("hilltop", "new").argument("").argument("a=b").argument("=b").text(),
            "hilltop new '' a=b '=b'");
}

// What begins with '-' is no option.
TEST(PrintedCommand, KeepsArgumentsApartFromOptions) {
  EXPECT_EQ(PrintedCommand("hilltop", "run").argument("-x.toml").option("--store", "-y").text(),
            "hilltop run --store=-y -- -x.toml");
}

}  // namespace
}  // namespace hilltop
