#include "server/http.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "server/limits.hpp"
#include "server/rate.hpp"
#include "server/routes.hpp"

namespace hilltop::server::http_test {
namespace {

struct Target {
  std::string_view target, path;
};

TEST(Target, IsReadAsAPathAndAQuery) {
  for (const auto& [target, path] : {Target{"/", "/"},
                                     {"/play/yahtzee", "/play/yahtzee"},
                                     {"/a%20b?x=1", "/a b"},
                                     {"/contests/d%C3%A9j%C3%A0", "/contests/déjà"},
                                     {"/a+b", "/a+b"}}) {
    Request request;
    EXPECT_TRUE(read_target(target, request)) << target;
    EXPECT_EQ(request.path, path);
  }
  Request request;
  ASSERT_TRUE(read_target("/x?name=a+b&empty=&flag&twice=1&twice=2", request));
  EXPECT_EQ(request.query, (std::map<std::string, std::string>{
                               {"name", "a b"}, {"empty", ""}, {"flag", ""}, {"twice", "2"}}));
}

TEST(Base, IsTakenFromTheFrontOfAPathOnce) {
  for (const auto& [target, path] : {Target{"/a/b/play", "/play"},
                                     {"/a/b", "/"},
                                     {"/a/b/", "/"},
                                     {"/a/b/a/b/c", "/a/b/c"},
                                     {"/a/bc", "/a/bc"},
                                     {"/play", "/play"}}) {
    Request request;
    ASSERT_TRUE(read_target(target, request));
    leave_base("/a/b", request);
    EXPECT_EQ(request.path, path);
    EXPECT_EQ(request.encoded_path, path);
  }
}

TEST(Base, IsAPathOfPlainSteps) {
  for (const std::string_view base : {"/a", "/a/b.c/d-e_f", "/.well"})
    EXPECT_EQ(base_refusal(base), "") << base;
  for (const std::string_view base :
       {"", "/", "a", "/a/", "//a", "/a/../b", "/.", "/a b", "/a?", "/%41", "/ä"})
    EXPECT_NE(base_refusal(base), "") << base;
}

TEST(Target, IsRefusedIfItIsMalformedOrStepsUp) {
  for (const std::string_view target : {"",
                                        "x",
                                        "http://else.where/",
                                        "/..",
                                        "/../etc/passwd",
                                        "/a/../b",
                                        "/a/./b",
                                        "/%2e%2e/b",
                                        "/a%2f..%2fb",
                                        "/a\\b/../c",
                                        "/a%5cb",
                                        "/%",
                                        "/%4",
                                        "/%zz",
                                        "/%00",
                                        "/a%0Ab",
                                        "/a\x7f",
                                        "/%ff",
                                        "/x?a=%",
                                        "/x?a=%00"}) {
    Request request;
    EXPECT_FALSE(read_target(target, request)) << target;
  }
  Request request;
  EXPECT_FALSE(read_target(std::string(target_bytes_max + 1, '/'), request));
}

RC_GTEST_PROP(Target, IsReadWhateverItIs, (const std::string& text)) {
  Request request;
  if (!read_target(text, request)) return;
  RC_ASSERT(request.path.starts_with('/'));
  RC_ASSERT(request.path.find("/../") == std::string::npos);
}

TEST(Cookie, IsFoundByItsName) {
  EXPECT_EQ(cookie("a=1; b=2;c=3", "a"), "1");
  EXPECT_EQ(cookie("a=1; b=2;c=3", "b"), "2");
  EXPECT_EQ(cookie("a=1; b=2;c=3", "c"), "3");
  EXPECT_EQ(cookie("xa=1", "a"), "");
  EXPECT_EQ(cookie("a", "a"), "");
  EXPECT_EQ(cookie("", "a"), "");
  EXPECT_EQ(cookie(";;a=;", "a"), "");
}

TEST(Pattern, MatchesStepByStep) {
  const auto matched = match("/api/rooms/{room}/record", "/api/rooms/abc/record");
  ASSERT_TRUE(matched);
  EXPECT_EQ(*matched, std::vector<std::string>{"abc"});
  for (const std::string_view path :
       {"/api/rooms/abc", "/api/rooms//record", "/api/rooms/abc/record/", "/api/rooms/a/b/record",
        "api/rooms/abc/record", ""})
    EXPECT_FALSE(match("/api/rooms/{room}/record", path)) << path;
  EXPECT_EQ(match("/api/rooms/{room}/record", "/api/rooms/a%2Fb%20c/record"),
            std::vector<std::string>{"a/b c"});
  EXPECT_TRUE(match("/healthz", "/healthz"));
}

TEST(Responder, AnswersAlsoIfItsHandlerForgets) {
  int status = 0;
  {
    const Responder reply([&](const Response& response) { status = response.status; });
  }
  EXPECT_EQ(status, 500);
  int answers = 0;
  {
    Responder reply([&](const Response&) { ++answers; });
    Responder moved(std::move(reply));
    moved({});
  }
  EXPECT_EQ(answers, 1);
}

TEST(Error, IsValidJsonWhateverItQuotes) {
  const auto body = nlohmann::json::parse(error(400, "\"\xff\n").body);
  EXPECT_TRUE(body["error"]["text"].is_string());
}

TEST(Bucket, GivesABurstAndThenARate) {
  const SteadyClock::time_point begin{};
  Bucket bucket(3, 2, begin);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(begin));
  EXPECT_FALSE(bucket.take(begin));
  EXPECT_TRUE(bucket.take(begin + std::chrono::milliseconds(500)));
  EXPECT_FALSE(bucket.take(begin + std::chrono::milliseconds(500)));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(begin + std::chrono::hours(1)));
  EXPECT_FALSE(bucket.take(begin + std::chrono::hours(1)));
}

TEST(Buckets, ForgetWhoWasIdleLongest) {
  Buckets buckets(1, 0, 2);
  const SteadyClock::time_point begin{};
  EXPECT_TRUE(buckets.take("a", begin));
  EXPECT_TRUE(buckets.take("b", begin + std::chrono::seconds(1)));
  EXPECT_FALSE(buckets.take("a", begin + std::chrono::seconds(2)));
  EXPECT_TRUE(buckets.take("c", begin + std::chrono::seconds(3)));  // b is forgotten
  EXPECT_EQ(buckets.size(), 2U);
  EXPECT_FALSE(buckets.take("a", begin + std::chrono::seconds(4)));
  EXPECT_TRUE(buckets.take("b", begin + std::chrono::seconds(5)));
}

}  // namespace
}  // namespace hilltop::server::http_test
