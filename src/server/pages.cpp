#include "server/pages.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/digest.hpp"
#include "server/gzip.hpp"
#include "server/preview.hpp"

namespace hilltop::server {
namespace {

constexpr std::string_view shell = "/index.html";

// Addresses that the shell shows. A game, a room and the like are steps below them.
constexpr std::array<std::string_view, 9> shown{
    "/play", "/rules", "/room", "/daily", "/puzzles", "/numbers", "/contests", "/host", "/about"};

std::string_view type_of(std::string_view path) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Pair, 8> types{{{".html", "text/html; charset=utf-8"},
                                              {".js", "text/javascript; charset=utf-8"},
                                              {".css", "text/css; charset=utf-8"},
                                              {".svg", "image/svg+xml"},
                                              {".json", "application/json"},
                                              {".png", "image/png"},
                                              {".ico", "image/x-icon"},
                                              {".txt", "text/plain; charset=utf-8"}}};
  for (const auto& [ending, type] : types)
    if (path.ends_with(ending)) return type;
  throw std::logic_error("a page's file of unknown type: " + std::string(path));
}

// Returns the shell, whose files are named from its own place, with their whole addresses: it is
// shown at addresses of any depth.
std::string based(std::string_view html, std::string_view base) {
  constexpr std::string_view here = "=\"./";
  std::string whole;
  while (true) {
    const std::size_t at = std::min(html.find(here), html.size());
    whole += html.substr(0, at);
    if (at == html.size()) return whole;
    whole.append("=\"").append(base).append("/");
    html.remove_prefix(at + here.size());
  }
}

}  // namespace

Pages::File Pages::file_of(std::string_view path, std::string bytes) {
  Digest digest;
  digest.add(bytes);
  std::string compressed = gzipped(bytes, Compression::most);
  return {type_of(path), std::move(bytes), std::move(compressed),
          '"' + digest.hex().substr(0, 32) + '"', path.starts_with("/assets/")};
}

Pages::Pages(std::string_view base, bool over_tls)
    : scheme_(over_tls ? "https://" : "http://"), base_(base) {
  for (const BuiltFile& file : built_files())
    files_.emplace(file.path, file_of(file.path, file.path == shell ? based(file.bytes, base)
                                                                    : std::string(file.bytes)));
}

Response Pages::answer(const Request& request) const {
  auto found = files_.find(request.path);
  if (found == files_.end()) {
    const auto holds = [&](std::string_view address) {
      return request.path == address || (request.path.starts_with(address) &&
                                         request.path.substr(address.size()).starts_with('/'));
    };
    if (request.path == "/" || std::ranges::any_of(shown, holds)) found = files_.find(shell);
  }
  const bool is_missing = found == files_.end();
  if (is_missing) {
    if (!request.accepts_html) return error(404, "there is nothing at this address");
    found = files_.find(shell);
  }
  const auto preview = !is_missing && found->first == shell
                           ? preview_of(request.path, request.encoded_path)
                           : std::nullopt;
  const std::optional<File> previewed =
      preview ? std::optional(file_of(shell, with_preview(found->second.plain, *preview,
                                                          scheme_ + request.host + base_)))
              : std::nullopt;
  const File& file = previewed ? *previewed : found->second;
  Response response{.status = is_missing ? 404 : 200, .type = std::string(file.type)};
  response.headers = {
      {"ETag", file.tag},
      {"Vary", "Accept-Encoding"},
      {"Cache-Control", file.lasts ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (!is_missing && request.if_none_match.find(file.tag) != std::string::npos) {
    response.status = 304;
  } else if (request.accepts_gzip) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = file.compressed;
  } else {
    response.body = file.plain;
  }
  return response;
}

}  // namespace hilltop::server
