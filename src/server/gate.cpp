#include "server/gate.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t shown_host_bytes_max = 80;

bool is_same_origin(const Request& request) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (request.origin.starts_with(scheme) && request.origin.substr(scheme.size()) == request.host)
      return true;
  return false;
}

}  // namespace

bool Gate::is_ours(std::string_view host) const {
  const std::size_t port = host.rfind(':');
  std::string name(host.ends_with(']') ? host : host.substr(0, port));
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name == "localhost" || name.starts_with('[')) return true;
  if (!name.empty() &&
      std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; }))
    return true;
  return std::ranges::find(names_, name) != names_.end();
}

std::optional<Response> Gate::misdirected(const Request& request) const {
  if (!is_ours(request.host))
    return error(421, worded("this server is not called '{name}'; --name NAME lets it be",
                             {{"name", printable(request.host, shown_host_bytes_max)}}));
  // A page of another site may read nothing (there is no header that lets it), and writes nothing.
  if ((request.method != Method::get || request.upgrades) && !request.origin.empty() &&
      !is_same_origin(request))
    return error(403, "that page is of another site");
  return std::nullopt;
}

std::expected<Token, Response> Gate::token(Who who, const Request& request) const {
  if (!hosts_)
    return std::unexpected(
        error(404, "this server hosts no contest: hilltop serve CONTEST --bots DIR"));
  const auto known = request.bearer.empty() ? std::nullopt : store_.token(hash_of(request.bearer));
  if (!known) return std::unexpected(error(401, "a token of the host or of an author is needed"));
  if (who == Who::host && !known->is_host)
    return std::unexpected(error(403, "only the host may do that"));
  return *known;
}

}  // namespace hilltop::server
