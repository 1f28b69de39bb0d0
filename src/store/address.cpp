#include "store/address.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <libpq-fe.h>
#include <memory>
#include <utility>

#include "core/text.hpp"

namespace hilltop::store {
namespace {

constexpr std::string_view after_scheme = "://";

// Parameters of an address that hold a secret.
constexpr std::array<std::string_view, 2> secrets{"password=", "sslpassword="};

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
  void operator()(char* text) const { PQfreemem(text); }
};

}  // namespace

bool is_address(std::string_view name) {
  const std::size_t scheme = name.find(after_scheme);
  return scheme != name.npos && scheme > 0 &&
         std::ranges::all_of(name.substr(0, scheme), [](char each) {
           return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
         });
}

bool is_of_postgresql(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

// A password may contain signs that should have been escaped, so all up to the last @ is taken for
// one, and all up to the next & or the end for the value of a parameter.
std::string shown(std::string_view address) {
  const std::size_t begin = address.find(after_scheme) + after_scheme.size();
  std::string text(address.substr(0, begin));
  std::string_view rest = address.substr(begin);
  const std::size_t at = rest.rfind('@');
  if (const std::size_t colon = rest.find(':'); at != rest.npos && colon < at) {
    text += rest.substr(0, colon);
    rest.remove_prefix(at);
  }
  const std::size_t query = std::min(rest.find('?'), rest.size());
  text += rest.substr(0, query);
  rest.remove_prefix(query);
  char separator = '?';
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view parameter = rest.substr(0, end);
    rest.remove_prefix(end);
    if (std::ranges::any_of(secrets, [&](std::string_view s) { return parameter.starts_with(s); }))
      continue;
    text += std::exchange(separator, '&');
    text += parameter;
  }
  return text;
}

std::expected<void, Problem> check_address(const std::string& address) {
  if (!is_of_postgresql(address))
    return std::unexpected(Problem{
        (is_address(address) ? "'" + address.substr(0, address.find(':')) + "://…' is " : "") +
        "not the address of a database: one is postgresql://USER@HOST/DATABASE"});
  if (const std::string name = shown(address); name != address)
    return std::unexpected(
        Problem{"the address '" + name +
                "' was given with a password, which the list of processes and printed commands "
                "would show: a password belongs into ~/.pgpass, the file that PGPASSFILE names, or "
                "PGPASSWORD (elsewhere : and @ are written %3A and %40)"});
  char* said = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(address.c_str(), &said));
  const std::unique_ptr<char, FreeOptions> message(said);
  if (options) return {};
  return std::unexpected(Problem{"'" + address + "' is not the address of a database (" +
                                 (message ? std::string(trimmed(message.get())) : "no memory") +
                                 "); one is postgresql://USER@HOST/DATABASE"});
}

std::string short_name(const std::string& name) {
  if (!is_address(name)) return std::filesystem::path(name).filename();
  const std::string address = name.substr(0, name.find('?'));
  const std::size_t slash = address.rfind('/');
  return slash > address.find(after_scheme) + 2 ? address.substr(slash + 1) : "postgresql";
}

}  // namespace hilltop::store
