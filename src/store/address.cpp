#include "store/address.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace hilltop::store {
namespace {

constexpr std::string_view after_scheme = "://";

// Parameters of an address that hold a secret.
constexpr std::array<std::string_view, 2> secrets{"password=", "sslpassword="};

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

std::string short_name(const std::string& name) {
  if (!is_address(name)) return std::filesystem::path(name).filename();
  const std::string address = name.substr(0, name.find('?'));
  const std::size_t slash = address.rfind('/');
  return slash > address.find(after_scheme) + 2 ? address.substr(slash + 1) : "postgresql";
}

}  // namespace hilltop::store
