#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "play/game_service.hpp"

// Orders and answers as lines, by which machines that share nothing else exchange them: a JSON
// document each, with the version of its form. The results of an answer's games follow it as bytes,
// because games of house bots take less time than to write and read them as JSON.
namespace hilltop::play {

constexpr std::string_view order_form = "hilltop.order/1", answer_form = "hilltop.answer/3";

// Equal terms have one text.
std::string write(const GameTerms& terms);

std::string write(const GameOrder& order);
// Problem: the text is not one that write() returns.
std::expected<GameOrder, Problem> read_order(std::string_view text);

// A failure is written as what it says, and read as a std::runtime_error. The document has the
// number of `bytes` and of `traces`; after it come a tab, the bytes, and the traces with their
// lowest byte first. If there are `words`, the bytes are packed (play/packed_results.hpp), and
// `rare` ones follow them. There "\n" is written as "\xffn", and "\xff" as "\xffe".
std::string write(const Answer& answer);
// Problem: the text is not one that write() returns.
std::expected<Answer, Problem> read_answer(std::string_view text);

}  // namespace hilltop::play
