#pragma once
#include <algorithm>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "core/look.hpp"
#include "core/problem.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// What is wrong in a TOML file. Line 0 means that it has no place in the file.
struct TomlError {
  std::uint32_t line;
  std::string what;

  Problem in(const std::string& file) const {
    return {line == 0 ? what : file + ':' + std::to_string(line) + ": " + what};
  }
};

// Parses a TOML file. Nesting too deep for the stack is an error too.
std::expected<toml::table, TomlError> parse_toml(std::string_view text);

// Reads the tables of a TOML file key by key and remembers the errors. A missing key gives
// `otherwise`.
class TomlReader {
 public:
  void complain(const toml::node& at, const std::string& what) {
    complain(at.source().begin.line, what);
  }
  void complain(std::uint32_t line, const std::string& what) { errors_.push_back({line, what}); }
  const std::vector<TomlError>& errors() const { return errors_; }

  const toml::table* table(const toml::table& in, const std::string& key) {
    const toml::node* node = in.get(key);
    if (node != nullptr && !node->is_table()) complain(*node, "[" + key + "] is a table");
    return node == nullptr ? nullptr : node->as_table();
  }

  std::string text(const toml::table& in, const std::string& key, const std::string& otherwise) {
    const toml::node* node = in.get(key);
    if (node == nullptr) return otherwise;
    if (const auto* value = node->as_string()) return value->get();
    complain(*node, key + " is a text, such as \"" + otherwise + "\"");
    return otherwise;
  }

  std::int64_t whole(const toml::table& in, const std::string& key, std::int64_t otherwise,
                     std::int64_t fewest, std::int64_t most) {
    const toml::node* node = in.get(key);
    if (node == nullptr) return otherwise;
    const auto* value = node->as_integer();
    if (value != nullptr && fewest <= value->get() && value->get() <= most) return value->get();
    complain(*node, key + " is a whole number from " + std::to_string(fewest) + " to " +
                        std::to_string(most));
    return otherwise;
  }

  bool flag(const toml::table& in, const std::string& key, bool otherwise) {
    const toml::node* node = in.get(key);
    if (node == nullptr) return otherwise;
    if (const auto* value = node->as_boolean()) return value->get();
    complain(*node, key + " is true or false");
    return otherwise;
  }

  template <class Word>
  Word one_of(const toml::table& in, const std::string& key, Word otherwise,
              const std::map<std::string, Word>& words) {
    const toml::node* node = in.get(key);
    return node == nullptr ? otherwise : word(*node, key, words).value_or(otherwise);
  }

  // Reads one word or a list of words, in their order.
  template <class Word>
  std::vector<Word> some_of(const toml::table& in, const std::string& key,
                            std::vector<Word> otherwise, const std::map<std::string, Word>& words) {
    const toml::node* node = in.get(key);
    if (node == nullptr) return otherwise;
    std::vector<Word> some;
    const auto add = [&](const toml::node& each) {
      if (const auto found = word(each, key, words)) some.push_back(*found);
    };
    if (const auto* list = node->as_array())
      for (const toml::node& each : *list) add(each);
    else
      add(*node);
    return some;
  }

  void only(const toml::table& in, const std::string& where,
            const std::vector<std::string>& known) {
    for (const auto& [key, node] : in)
      if (std::ranges::find(known, std::string(key.str())) == known.end())
        complain(key.source().begin.line, "unknown word '" + std::string(key.str()) + "' in " +
                                              where + suggestion(key.str(), known));
  }

 private:
  template <class Word>
  std::optional<Word> word(const toml::node& node, const std::string& key,
                           const std::map<std::string, Word>& words) {
    std::vector<std::string> known;
    for (const auto& [word, meaning] : words) known.push_back(word);
    const std::string typed = node.value_or(std::string());
    const auto found = std::ranges::find_if(
        words, [&](const auto& each) { return is_same_name(each.first, typed); });
    if (found != words.end()) return found->second;
    complain(node, key + " cannot be '" + typed + "'" + suggestion(typed, known));
    return std::nullopt;
  }

  std::vector<TomlError> errors_;
};

// Reads the table [limits] of a contest or a bot.
Limits read_limits(TomlReader& read, const toml::table& root);

}  // namespace hilltop::runner
