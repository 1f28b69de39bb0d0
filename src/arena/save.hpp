#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "match/record.hpp"

namespace hilltop::arena {

constexpr std::size_t person_name_most = 24;  // code points
constexpr std::size_t screen_columns = 80;

// Writes the text so that the file holds the old one or the new one, never half of one.
std::expected<void, Problem> save_text(const std::string& text, const std::string& file);
std::expected<void, Problem> save_record(const Record& record, const std::string& file);

std::expected<Record, Problem> load_record(const std::string& file);

// Why somebody cannot be called so; empty: fine.
std::string name_refusal(std::string_view name);

std::string trimmed(std::string_view text);

// One line of text, broken at its spaces to fit the screen.
std::string wrapped(std::string_view line);

// Lines of a text that ends each with a line feed: how many, and the last `count` of them.
std::size_t lines_of(std::string_view text);
std::string_view last_lines(std::string_view text, std::size_t count);

}  // namespace hilltop::arena
