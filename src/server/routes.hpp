#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.hpp"
#include "server/people_store.hpp"

namespace hilltop::server {

// A request on its way, with what the braces of its route's pattern matched.
struct Exchange {
  Request request;
  std::vector<std::string> matched = {};
  Responder reply;
  Token who = {};  // of a route that is not for anyone
};

// Which clients may ask: anyone, or one with the token of an author or of the host.
enum class Who { anyone, author, host };

// How long the answer takes: `at_once` runs on the listener's thread, `a_while` on a worker, and
// `longer` in the background, where it delays nobody's move.
enum class Takes { at_once, a_while, longer };

// Everything that can be asked of the server, once. docs/http.md and the OpenAPI file are held
// against it.
struct Route {
  Method method;
  std::string_view pattern;  // "/api/rooms/{room}/record"
  Who who;
  Takes takes;
  std::size_t body_bytes_max;
  std::string_view about;  // one sentence
  std::function<void(Exchange)> handle;
};

std::string_view name(Method method);
std::string_view name(Who who);

// Returns what the braces of a pattern match in an encoded path, each one step of it, decoded.
// nullopt if the path is another.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path);

}  // namespace hilltop::server
