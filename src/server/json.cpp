#include "server/json.hpp"

#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hilltop::server {

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> whole_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

std::string iso_time(std::int64_t seconds_since_1970) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(static_cast<std::time_t>(seconds_since_1970)));
}

std::string written(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json message(const Problem& problem) {
  Json message{{"text", problem.text}};
  if (problem.sentence.empty()) return message;
  message["sentence"] = problem.sentence;
  Json& values = message["values"] = Json::object();
  for (const Problem::Value& value : problem.values) {
    if (const auto* nested = std::get_if<Problem>(&value.value))
      values[value.name] = server::message(*nested);
    else if (const auto* number = std::get_if<std::int64_t>(&value.value))
      values[value.name] = *number;
    else
      values[value.name] = std::get<std::string>(value.value);
  }
  return message;
}

Response error(int status, const Problem& problem) {
  return json_response({{"error", message(problem)}}, status);
}

Response json_response(const Json& document, int status) {
  return {.status = status, .body = written(document)};
}

}  // namespace hilltop::server
