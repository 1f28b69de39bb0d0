#include "server/http.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/hex.hpp"
#include "core/text.hpp"
#include "server/limits.hpp"

namespace hilltop::server {

Responder::~Responder() {
  if (send_) send_(error(500, our_error));
}

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char letter = text[i];
    if (letter == '%') {
      std::string digits(text.substr(i + 1, 2));
      std::ranges::transform(digits, digits.begin(), [](char c) {
        return 'A' <= c && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
      });
      const auto byte = from_hex(digits);
      if (!byte || byte->size() != 1) return std::nullopt;
      letter = static_cast<char>(byte->front());
      i += 2;
    } else if (letter == '+' && plus_is_space) {
      letter = ' ';
    }
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') return std::nullopt;
    decoded += letter;
  }
  if (!unprintable(decoded).empty()) return std::nullopt;
  return decoded;
}

bool read_target(std::string_view target, Request& request) {
  if (target.empty() || target.front() != '/' || target.size() > target_bytes_max) return false;
  const std::size_t question = std::min(target.find('?'), target.size());
  auto path = percent_decoded(target.substr(0, question), false);
  if (!path) return false;
  for (std::size_t from = 0; from < path->size();) {
    const std::size_t end = std::min(path->find('/', from), path->size());
    const std::string_view step = std::string_view(*path).substr(from, end - from);
    if (step == "." || step == ".." || step.find('\\') != std::string_view::npos) return false;
    from = end + 1;
  }
  request.path = *std::move(path);
  request.encoded_path = target.substr(0, question);
  std::string_view rest = question < target.size() ? target.substr(question + 1) : "";
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = percent_decoded(pair.substr(0, equals), true);
    auto value = percent_decoded(equals < pair.size() ? pair.substr(equals + 1) : "", true);
    if (!name || !value) return false;
    request.query.insert_or_assign(*std::move(name), *std::move(value));
  }
  return true;
}

std::string base_refusal(std::string_view base) {
  constexpr std::string_view rule =
      "it is a path such as /hilltop: a slash before each step, and none at its end; a step has "
      "letters, digits, '-', '_' and '.'";
  const auto allowed = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (!base.starts_with('/')) return std::string(rule);
  for (std::string_view rest = base; !rest.empty();) {
    const std::string_view step = rest.substr(1, rest.substr(1).find('/'));
    if (step.empty() || step == "." || step == ".." || !std::ranges::all_of(step, allowed))
      return std::string(rule);
    rest.remove_prefix(1 + step.size());
  }
  return {};
}

void leave_base(std::string_view base, Request& request) {
  if (base.empty() || !request.encoded_path.starts_with(base)) return;
  if (request.encoded_path.size() > base.size() && request.encoded_path[base.size()] != '/') return;
  for (std::string* path : {&request.path, &request.encoded_path}) {
    path->erase(0, base.size());
    if (path->empty()) *path = "/";
  }
}

std::string_view cookie(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    const std::string_view pair = trimmed(cookies.substr(0, end));
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
      return pair.substr(name.size() + 1);
  }
  return {};
}

Response error(int status, std::string_view text) {
  nlohmann::json body{{"error", {{"text", text}}}};
  return {.status = status,
          .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

}  // namespace hilltop::server
