#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hilltop::server {

// What a chat or a search shows of a link: plain texts, in English.
struct Preview {
  std::string title, about;
  std::string picture = {};  // an address without the base, as links are written; empty: none
};

// Returns the preview of a page's address without the base, decoded and as sent; nullopt if it is
// that of the arena. Looks nothing up but games: an address of a stranger tells nothing of what is
// behind.
std::optional<Preview> preview_of(std::string_view path, std::string_view encoded_path);

// Returns the shell's HTML with this preview in the place of its own.
// `site`: what stands before the picture's address, as chats want it whole: "http://host/base".
std::string with_preview(std::string html, const Preview& preview, std::string_view site);

}  // namespace hilltop::server
