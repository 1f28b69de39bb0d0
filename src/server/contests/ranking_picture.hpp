#pragma once
#include <expected>
#include <string>

#include "core/json.hpp"
#include "core/problem.hpp"

namespace hilltop::server {

// What a chat shows beside a link to a contest: 1200 by 630 pixels, as most chats want it.
constexpr int picture_width = 1200, picture_height = 630;

// How many of the best bots are in the picture.
constexpr std::size_t pictured_max = 8;

// Returns a contest's ranking, of its document (docs/schema/show.json), as SVG. Names cannot be
// markup.
std::string ranking_svg(const Json& document);

// Returns an SVG as PNG, which the program rsvg-convert makes with the fonts of this machine.
// Problem: it is not installed, or failed. Throws std::system_error on failures of the machine.
std::expected<std::string, Problem> png_of(const std::string& svg);

}  // namespace hilltop::server
