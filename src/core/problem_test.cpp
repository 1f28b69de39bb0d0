#include "core/problem.hpp"

#include <gtest/gtest.h>

namespace hilltop::problem_test {
namespace {

TEST(Problem, IsWordedWithItsValues) {
  const Problem why = worded("is {count} bytes", {{"count", std::int64_t{1200}}});
  const Problem problem = worded("'{name}' {why}: {other}", {{"name", "{why}"}, {"why", why}});
  EXPECT_EQ(problem.text, "'{why}' is 1200 bytes: {other}");
  EXPECT_EQ(problem.sentence, "'{name}' {why}: {other}");
  ASSERT_EQ(problem.values.size(), 2U);
  EXPECT_EQ(std::get<Problem>(problem.values[1].value).sentence, "is {count} bytes");
}

}  // namespace
}  // namespace hilltop::problem_test
