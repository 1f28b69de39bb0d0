#include "core/switches.hpp"

#include <algorithm>

namespace hilltop {

std::optional<std::string> typed_switch(std::string_view name, const SwitchValue& value) {
  const std::string begin = std::string(name) + '=';
  if (const auto* const on = std::get_if<bool>(&value)) return begin + (*on ? "true" : "false");
  if (const auto* const number = std::get_if<std::int64_t>(&value))
    return begin + std::to_string(*number);
  if (const auto* const word = std::get_if<std::string>(&value)) return begin + *word;
  return std::nullopt;
}

namespace {

std::string span_of(int fewest, int most) {
  return "a whole number from " + std::to_string(fewest) + " to " + std::to_string(most);
}

}  // namespace

const SwitchValue* SwitchReader::find(std::string_view name) {
  known_.emplace_back(name);
  const auto found = switches_.find(known_.back());
  return found == switches_.end() ? nullptr : &found->second;
}

void SwitchReader::complain(std::string_view name, std::string what) {
  if (!first_)
    first_ = worded("switch '{name}' takes {what}",
                    {{"name", std::string(name)}, {"what", Problem{std::move(what)}}});
}

bool SwitchReader::flag(std::string_view name, bool otherwise) {
  const SwitchValue* value = find(name);
  if (value == nullptr) return otherwise;
  if (const bool* on = std::get_if<bool>(value)) return *on;
  complain(name, "true or false");
  return otherwise;
}

int SwitchReader::whole(std::string_view name, int otherwise, int fewest, int most) {
  const SwitchValue* value = find(name);
  if (value == nullptr) return otherwise;
  const auto* number = std::get_if<std::int64_t>(value);
  if (number != nullptr && fewest <= *number && *number <= most) return static_cast<int>(*number);
  complain(name, span_of(fewest, most));
  return otherwise;
}

std::string SwitchReader::word(std::string_view name, std::string_view otherwise,
                               std::span<const std::string> allowed) {
  const SwitchValue* value = find(name);
  if (value == nullptr) return std::string(otherwise);
  const auto* text = std::get_if<std::string>(value);
  if (text != nullptr && std::ranges::find(allowed, *text) != allowed.end()) return *text;
  std::string choices;
  for (const std::string& word : allowed)
    choices += (choices.empty() ? "\"" : " or \"") + word + "\"";
  complain(name, choices);
  return std::string(otherwise);
}

std::vector<int> SwitchReader::numbers(std::string_view name, int fewest, int most) {
  const SwitchValue* value = find(name);
  if (value == nullptr) return {};
  std::vector<int> out;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(value))
    for (const std::int64_t number : *list)
      if (fewest <= number && number <= most) out.push_back(static_cast<int>(number));
  const auto* list = std::get_if<std::vector<std::int64_t>>(value);
  if (list == nullptr || out.size() != list->size())
    complain(name, "a list of numbers, each " + span_of(fewest, most));
  return out;
}

std::optional<Problem> SwitchReader::problem() const {
  if (first_) return first_;
  for (const auto& [name, value] : switches_)
    if (std::ranges::find(known_, name) == known_.end())
      return worded("unknown switch '{name}'{nearest}",
                    {{"name", name}, {"nearest", suggestion(name, known_)}});
  return std::nullopt;
}

}  // namespace hilltop
