#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hilltop::server {

// What a chat or a search shows of a link: plain texts, in English.
struct Preview {
  std::string title, about;
};

// Returns the preview of a page's address, decoded and without the base; nullopt if it is that of
// the arena. Looks nothing up but games: an address of a stranger tells nothing of what is behind.
std::optional<Preview> preview_of(std::string_view path);

// Returns the shell's HTML with this preview in the place of its own.
std::string with_preview(std::string html, const Preview& preview);

}  // namespace hilltop::server
