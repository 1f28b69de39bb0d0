#include "games/yahtzee/solver/champion_tables.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <expected>
#include <fstream>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "core/fnv.hpp"
#include "core/problem.hpp"
#include "core/user_folder.hpp"

namespace hilltop::yahtzee {
namespace {

namespace fs = std::filesystem;

constexpr std::ptrdiff_t held_max = 4;  // tables that a process keeps, besides those in use
constexpr std::string_view extension = ".champion";

// Leads at which games are decided: 192 points are three standard deviations of a total. At large
// tables the start is farther behind the winning total.
LeadWindow window_of(int seats, Effort effort) {
  const int most = effort == Effort::quick ? 128 : 192;
  const int lowest = seats <= 8 ? -most : -most - 128;
  return {lowest, most - lowest};
}

std::size_t win_tables(Effort effort) { return effort == Effort::quick ? 1 : 2; }

// Returns the progress of the work before the tables: a small part, in which nothing is done but it
// can be ended. The reference must outlive it.
Progress before_tables(const Progress& progress, std::size_t tables) {
  if (!progress) return {};
  return [&progress, tables](std::uint64_t, std::uint64_t) { progress(0, tables * box_sets_max); };
}

// Precedes the numbers; differs for another format, game or table. A change to what the tables are
// made of must raise the number in `magic`; a test enforces that.
struct Heading {
  std::array<char, 16> magic{'h', 'i', 'l', 'l', 't', 'o', 'p', ' ',
                             'c', 'h', 'a', 'm', 'p', ' ', ' ', '2'};
  std::uint32_t joker = 0, joker_after_zero = 0, yahtzee_bonus = 0, seats = 0, quick = 0;
  std::uint32_t order_of_bytes = 1;
  std::uint64_t worths = 0, bytes = 0, hash = 0;
  friend bool operator==(const Heading&, const Heading&) = default;
};

Heading heading_of(const Options& options, int seats, Effort effort,
                   const Progress& progress = {}) {
  Heading heading;
  heading.joker = static_cast<std::uint32_t>(options.joker);
  heading.joker_after_zero = options.joker_after_zero;
  heading.yahtzee_bonus = options.yahtzee_bonus;
  heading.seats = static_cast<std::uint32_t>(seats);
  heading.quick = effort == Effort::quick;
  heading.worths = worth_table(options, before_tables(progress, win_tables(effort))).hash();
  return heading;
}

std::string file_name(const Heading& heading) {
  std::string name = "yahtzee-";
  for (const std::uint32_t number :
       {heading.joker, heading.joker_after_zero, heading.yahtzee_bonus})
    name += std::to_string(number);
  name += '-' + std::to_string(heading.seats) + (heading.quick ? "-quick" : "");
  return name.append(extension);
}

std::uint64_t bytes_of(ChampionTables& tables) {
  std::uint64_t bytes = 0;
  for (const std::span<std::byte> part : tables.parts()) bytes += part.size();
  return bytes;
}

// Reads tables from a file. False if it does not exist. Problem: it exists but cannot be used.
std::expected<bool, Problem> read(const fs::path& file, Heading heading, ChampionTables& tables) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return false;
  heading.bytes = bytes_of(tables);
  Heading found;
  in.read(reinterpret_cast<char*>(&found), sizeof found);
  heading.hash = found.hash;
  if (!in || found != heading)
    return std::unexpected(Problem{file.string() + " is not of this version"});
  for (const std::span<std::byte> part : tables.parts())
    in.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size()));
  if (!in || in.peek() != std::ifstream::traits_type::eof() || tables.hash() != found.hash)
    return std::unexpected(Problem{file.string() + " is damaged"});
  std::error_code unwritable;
  fs::last_write_time(file, fs::file_time_type::clock::now(), unwritable);
  return true;
}

// Writes the file atomically, under a temporary name first.
std::optional<Problem> write(const fs::path& file, Heading heading, ChampionTables& tables) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  fs::path unfinished = file;
  unfinished.replace_extension(std::to_string(getpid()) + std::string(extension));
  heading.bytes = bytes_of(tables);
  heading.hash = tables.hash();
  std::ofstream out(unfinished, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&heading), sizeof heading);
  for (const std::span<std::byte> part : tables.parts())
    out.write(reinterpret_cast<const char*>(part.data()),
              static_cast<std::streamsize>(part.size()));
  out.close();
  if (out) fs::rename(unfinished, file, error);
  if (out && !error) return std::nullopt;
  const std::string why = error ? error.message() : std::strerror(errno);
  fs::remove(unfinished, error);
  return Problem{"cannot write " + file.string() + ": " + why};
}

// Removes the longest unused tables, finished or not, except `but`, until the rest fits into
// `bytes_max`.
void make_room(const fs::path& folder, const fs::path& but, std::uintmax_t bytes_max) {
  struct File {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes;
  };
  std::vector<File> files;
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != extension) continue;
    std::error_code gone;
    File file{entry->last_write_time(gone), entry->path(), entry->file_size(gone)};
    if (gone) continue;
    bytes += file.bytes;
    if (file.path != but) files.push_back(std::move(file));
  }
  std::ranges::sort(files, {}, [](const File& file) { return std::tie(file.used, file.path); });
  for (const File& file : files) {
    if (bytes <= bytes_max) return;
    if (fs::remove(file.path, error)) bytes -= file.bytes;
  }
}

}  // namespace

ChampionTables::ChampionTables(const Options& options, int seats, Effort effort)
    : options_(options), seats_(seats) {
  for (std::size_t i = 0; i < win_tables(effort); ++i)
    wins_.emplace_back(worth_table(options), window_of(seats, effort));
}

void ChampionTables::make(int threads, Vectors vectors, const Progress& progress) {
  const Progress begun = before_tables(progress, wins_.size());
  TotalGrowth growth;
  total_distribution(worth_table(options_), threads, &growth, begun);
  forecast_ = Forecast(growth);
  const LevelDistribution distribution = level_distribution(forecast_, growth, seats_ - 1, begun);
  for (std::size_t i = 0; i < wins_.size(); ++i)
    wins_[i].make(opponents_totals(distribution, i == 1), threads, vectors,
                  [&](std::uint64_t done, std::uint64_t all) {
                    if (progress) progress(i * all + done, wins_.size() * all);
                  });
}

double ChampionTables::chance(const Standing& standing, double ahead, double moved) const {
  const double first = wins_[0].chance(standing, ahead);
  if (wins_.size() == 1 || moved == 0) return first;
  return (1 - moved) * first + moved * wins_[1].chance(standing, ahead);
}

std::uint64_t ChampionTables::hash() const {
  Fnv fnv;
  const auto add = [&](const auto& numbers) {
    const auto bytes = std::as_bytes(numbers);
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, bytes.data() + i, sizeof eight);
      fnv.add(eight);
    }
  };
  add(forecast_.numbers());
  for (const WinTable& table : wins_) add(table.numbers());
  return fnv.hash();
}

std::vector<std::span<std::byte>> ChampionTables::parts() {
  std::vector<std::span<std::byte>> parts{std::as_writable_bytes(forecast_.numbers())};
  for (WinTable& table : wins_) parts.push_back(std::as_writable_bytes(table.numbers()));
  return parts;
}

KeptTables champion_tables_in(const fs::path& folder, const Options& options, int seats,
                              Effort effort, const MakeTables& make, std::uintmax_t bytes_max) {
  const Heading heading = heading_of(options, seats, effort);
  const fs::path file = folder / file_name(heading);
  auto tables = std::make_shared<ChampionTables>(options, seats, effort);
  std::string origin = "made";
  if (folder.empty()) {
    origin += "; there is no folder to keep them in: set XDG_CACHE_HOME or HOME";
  } else if (const auto kept = read(file, heading, *tables); !kept) {
    origin += " again, because " + kept.error().text;
    tables = std::make_shared<ChampionTables>(options, seats, effort);
  } else if (*kept) {
    return {std::move(tables), "kept in " + file.string()};
  }
  make(*tables);
  if (!folder.empty()) {
    const auto problem = write(file, heading, *tables);
    origin += problem ? "; " + problem->text : ", and kept in " + file.string();
    make_room(folder, file, bytes_max);
  }
  return {std::move(tables), std::move(origin)};
}

fs::path cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }

namespace {

// The tables of one heading in this process.
struct Slot {
  Heading heading;
  std::mutex making;
  // Guarded by the list's mutex:
  std::shared_ptr<const ChampionTables> held;    // of those that were used last
  std::weak_ptr<const ChampionTables> anywhere;  // as long as anybody has them
  std::string origin;
  int claims = 0;
};

// Every heading that was asked for, those that were used last at the end.
class Slots {
 public:
  std::shared_ptr<Slot> of(const Heading& heading) {
    const std::scoped_lock lock(mutex_);
    auto found = std::ranges::find(slots_, heading, [](const auto& slot) { return slot->heading; });
    if (found == slots_.end()) {
      slots_.push_back(std::make_shared<Slot>());
      slots_.back()->heading = heading;
    } else {
      std::rotate(found, found + 1, slots_.end());
    }
    return slots_.back();
  }
  // Returns the tables of a slot; null if nobody has them.
  KeptTables find(Slot& slot) {
    const std::scoped_lock lock(mutex_);
    return {slot.anywhere.lock(), slot.origin};
  }
  void hold(Slot& slot, const KeptTables& kept) {
    std::vector<std::shared_ptr<const ChampionTables>> dropped;  // after the lock
    const std::scoped_lock lock(mutex_);
    slot.held = kept.tables;
    slot.anywhere = kept.tables;
    slot.origin = kept.origin;
    auto held =
        std::ranges::count_if(slots_, [](const auto& each) { return each->held != nullptr; });
    for (const auto& each : slots_)
      if (each->held && each.get() != &slot && held > held_max) {
        dropped.push_back(std::exchange(each->held, nullptr));
        --held;
      }
  }
  void claim(Slot& slot) {
    const std::scoped_lock lock(mutex_);
    ++slot.claims;
  }
  void end_claim(Slot& slot) {
    std::shared_ptr<const ChampionTables> dropped;  // after the lock
    const std::scoped_lock lock(mutex_);
    if (--slot.claims == 0) dropped = std::exchange(slot.held, nullptr);
  }

  // Only one thread makes tables at a time, for the memory that this takes.
  std::mutex making;

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Slot>> slots_;
};

Slots& slots() {
  static Slots slots;
  return slots;
}

KeptTables tables_of(Slot& slot, const Options& options, int seats, Effort effort, int threads,
                     const Progress& progress) {
  // A player of finished tables does not wait for others that are made.
  const std::scoped_lock alone(slot.making);
  KeptTables kept = slots().find(slot);
  if (!kept.tables) {
    const std::scoped_lock one(slots().making);
    kept = champion_tables_in(cache_folder(), options, seats, effort, [&](ChampionTables& tables) {
      tables.make(threads, widest_here(), progress);
    });
  }
  slots().hold(slot, kept);
  return kept;
}

}  // namespace

KeptTables champion_tables(const Options& options, int seats, Effort effort, int threads,
                           const Progress& progress) {
  return tables_of(*slots().of(heading_of(options, seats, effort, progress)), options, seats,
                   effort, threads, progress);
}

std::shared_ptr<const void> claim_champion_tables(const Options& options, int seats, Effort effort,
                                                  int threads, const Progress& progress) {
  struct Claim {
    explicit Claim(std::shared_ptr<Slot> of) : slot(std::move(of)) { slots().claim(*slot); }
    ~Claim() {
      tables = nullptr;
      slots().end_claim(*slot);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    std::shared_ptr<Slot> slot;
    std::shared_ptr<const ChampionTables> tables;
  };
  const auto claim =
      std::make_shared<Claim>(slots().of(heading_of(options, seats, effort, progress)));
  claim->tables = tables_of(*claim->slot, options, seats, effort, threads, progress).tables;
  return claim;
}

}  // namespace hilltop::yahtzee
