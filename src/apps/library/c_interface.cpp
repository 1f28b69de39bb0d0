#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "apps/library/description.hpp"
#include "apps/library/settings.hpp"
#include "hilltop/games.h"

using hilltop::lockstep::LockstepArray;
using hilltop::lockstep::LockstepGames;

struct hilltop_games {
  explicit hilltop_games(std::unique_ptr<LockstepGames> made)
      : games(std::move(made)), arrays(games->arrays()) {}

  std::unique_ptr<LockstepGames> games;
  std::vector<LockstepArray> arrays;
  std::string text;  // the one that was returned last
  std::string error = "";
  std::ptrdiff_t error_index = -1;

  std::size_t count() const { return games->settings().games; }
  void* array(std::string_view name) const {
    const auto found = std::ranges::find(arrays, name, &LockstepArray::name);
    return found == arrays.end() ? nullptr : found->data;
  }
  void fail(std::string why, std::ptrdiff_t index = -1) {
    error = std::move(why);
    error_index = index;
  }
  // Returns the text of the game with this index, or null.
  template <class Tell>
  const char* tell(std::size_t index, const char* missing, const Tell& tell_of) {
    if (index >= count()) {
      fail("there are games 0 to " + std::to_string(count() - 1) + ", not " +
           std::to_string(index));
      return nullptr;
    }
    auto told = tell_of();
    if (!told) {
      fail(missing, static_cast<std::ptrdiff_t>(index));
      return nullptr;
    }
    text = *std::move(told);
    return text.c_str();
  }
};

namespace {

constexpr int succeeded = 0, failed = -1;

void write(std::string_view text, char* to, std::size_t bytes) {
  if (to == nullptr || bytes == 0) return;
  const std::size_t length = std::min(text.size(), bytes - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

// Calls a function that may throw; what it threw is the handle's error. Returns `otherwise` then.
template <class Result, class Call>
Result guarded(hilltop_games* games, Result otherwise, const Call& call) noexcept {
  try {
    return call();
  } catch (const std::exception& thrown) {
    try {
      games->fail(thrown.what());
    } catch (...) {  // no memory for the text
    }
  } catch (...) {}
  return otherwise;
}

}  // namespace

int hilltop_games_interface(void) { return HILLTOP_GAMES_INTERFACE; }

const char* hilltop_games_catalog(void) {
  static const std::string text = hilltop::library::catalog_json();
  return text.c_str();
}

hilltop_games* hilltop_games_create(const char* settings, char* error, size_t error_bytes) {
  try {
    auto read = hilltop::library::read_settings(settings == nullptr ? "" : settings);
    if (!read) {
      write(read.error().text, error, error_bytes);
      return nullptr;
    }
    auto made = read->game->make(std::move(read->settings));
    if (made) return new hilltop_games(*std::move(made));
    write(made.error().text, error, error_bytes);
  } catch (const std::bad_alloc&) {
    write("not enough memory for these games", error, error_bytes);
  } catch (const std::exception& thrown) {
    write(thrown.what(), error, error_bytes);
  } catch (...) {
    write("the games could not begin", error, error_bytes);
  }
  return nullptr;
}

hilltop_games* hilltop_games_clone(const hilltop_games* games) {
  try {
    return new hilltop_games(games->games->clone());
  } catch (...) {
    return nullptr;
  }
}

void hilltop_games_free(hilltop_games* games) { delete games; }

const char* hilltop_games_describe(hilltop_games* games) {
  return guarded<const char*>(games, nullptr, [&] {
    games->text = hilltop::library::description_json(*games->games);
    return games->text.c_str();
  });
}

void* hilltop_games_array(hilltop_games* games, const char* name) {
  return name == nullptr ? nullptr : games->array(name);
}

int hilltop_games_step(hilltop_games* games, const int32_t* actions) {
  return guarded(games, failed, [&] {
    if (actions == nullptr) actions = static_cast<const std::int32_t*>(games->array("action"));
    const auto stepped = games->games->step({actions, games->count()});
    if (stepped) return succeeded;
    const auto index = static_cast<std::ptrdiff_t>(stepped.error().index);
    games->fail("game " + std::to_string(index) + ": " + stepped.error().why, index);
    return failed;
  });
}

int hilltop_games_reset(hilltop_games* games, const uint8_t* marked) {
  return guarded(games, failed, [&] {
    games->games->reset({marked, marked == nullptr ? 0 : games->count()});
    return succeeded;
  });
}

int hilltop_games_seed(hilltop_games* games, uint64_t seed) {
  return guarded(games, failed, [&] {
    games->games->reseed(seed);
    return succeeded;
  });
}

const char* hilltop_games_record(hilltop_games* games, size_t index, int before) {
  return guarded<const char*>(games, nullptr, [&]() -> const char* {
    if (games->games->settings().explicit_chance) {
      games->fail(
          "a record has a key from which all chance follows, and here it was chosen: keep "
          "the actions and outcomes yourself");
      return nullptr;
    }
    return games->tell(index, "no game was over before this one in its place", [&] {
      return before == 0 ? std::optional(games->games->record(index))
                         : games->games->last_record(index);
    });
  });
}

const char* hilltop_games_prompt(hilltop_games* games, size_t index) {
  return guarded<const char*>(games, nullptr, [&] {
    return games->tell(index, "nobody is asked now: the game is over, or an outcome is awaited",
                       [&] { return games->games->prompt(index); });
  });
}

const char* hilltop_games_error(const hilltop_games* games) { return games->error.c_str(); }

ptrdiff_t hilltop_games_error_index(const hilltop_games* games) { return games->error_index; }
