#pragma once
#include <cstddef>
#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/commands.hpp"
#include "core/text.hpp"

namespace hilltop::cli {

// A verb of a command, such as `plan` of `hilltop shard`.
template <class Arguments>
struct Verb {
  std::string_view name, words;  // and the arguments that follow it
  std::size_t count;             // of them
  Outcome (*act)(const Arguments&);
};

// Calls the verb that `typed` names. `check(arguments)`: a Problem if an option is not the verb's.
// Problem: there is no such verb, or other arguments follow it.
template <class Arguments, class Check>
Outcome act(std::string_view command, std::span<const Verb<Arguments>> verbs,
            const ShardArguments& typed, const Arguments& arguments, Check&& check) {
  std::vector<std::string> known;
  for (const Verb<Arguments>& verb : verbs) {
    known.emplace_back(verb.name);
    if (verb.name != typed.verb) continue;
    if (const auto ok = check(arguments); !ok) return std::unexpected(ok.error());
    if (typed.words.size() == verb.count) return verb.act(arguments);
    return std::unexpected(Problem{
        fmt::format("`{} {}` has {}: {}", command, verb.name,
                    counted(static_cast<std::int64_t>(verb.count), "argument"), verb.words)});
  }
  return std::unexpected(Problem{
      fmt::format("{} has no verb '{}'{}", command, typed.verb, suggestion(typed.verb, known))});
}

}  // namespace hilltop::cli
