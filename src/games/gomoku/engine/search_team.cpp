#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "games/gomoku/engine/search.hpp"

namespace hilltop::gomoku {
namespace {

// Tells all who ask it that a search is over once it is destroyed.
class Ending {
 public:
  explicit Ending(std::atomic<bool>& over) : over_(over) {}
  ~Ending() { over_ = true; }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

 private:
  std::atomic<bool>& over_;
};

// Threads that search the same position, at two depths, share what they find by their table, and
// leave moves for later that another one searches. The first one decides when all end.
template <int Size, RowRule Rule>
class SearchTeam final : public AnySearch {
 public:
  SearchResult run(const VariantBoard& board, Colour mover, const SearchLimits& limits,
                   std::span<const Point> without) override {
    set_up(limits);
    if (limits.spent != nullptr && limits.keeps_positions)
      table_->keep();
    else
      table_->forget();
    std::atomic<bool> over = false;
    const SpentTime until_over = [&over] { return over.load(std::memory_order_relaxed) ? 1 : 0; };
    SearchLimits of_follower = limits;
    of_follower.spent = &until_over;
    of_follower.progress = nullptr;
    std::vector<SearchResult> found(searches_.size() - 1);
    SearchResult result;
    {
      std::vector<std::jthread> threads;
      const Ending ending(over);
      try {
        for (std::size_t i = 0; i < found.size(); ++i)
          threads.emplace_back([&, i] {
            const auto part = i % 2 == 0 ? SearchPart::is_ahead : SearchPart::follows;
            found[i] = searches_[i + 1]->take_part(board, mover, of_follower, without, part);
          });
      } catch (const std::system_error&) {
        // The machine gives no more threads: fewer search.
      }
      result = searches_[0]->take_part(board, mover, limits, without, SearchPart::leads);
    }
    return best_of(result, found);
  }

 private:
  // Makes the table and the searches that these limits want.
  void set_up(const SearchLimits& limits) {
    const auto bytes = limits.table_bytes == 0 ? TranspositionTable::default_bytes
                                               : static_cast<std::size_t>(limits.table_bytes);
    if (bytes != bytes_) {
      searches_.clear();
      table_.reset();  // before another one takes memory
      table_ = std::make_shared<TranspositionTable>(bytes);
      bytes_ = bytes;
    }
    const auto wanted =
        static_cast<std::size_t>(limits.spent == nullptr ? 1 : std::max(1, limits.threads));
    if (searches_.size() > wanted) searches_.resize(wanted);
    while (searches_.size() < wanted)
      searches_.push_back(std::make_unique<Search<Size, Rule>>(table_, under_search_));
  }

  // Returns what the first search found, unless another has completed a greater depth.
  static SearchResult best_of(SearchResult result, const std::vector<SearchResult>& found) {
    std::int64_t nodes = result.nodes;
    const bool is_certain = is_proved(result.score);
    for (const SearchResult& one : found) {
      nodes += one.nodes;
      if (!is_certain && one.depth > result.depth) result = one;
    }
    result.nodes = nodes;
    return result;
  }

  std::size_t bytes_ = 0;
  std::shared_ptr<TranspositionTable> table_;
  std::shared_ptr<MovesUnderSearch> under_search_ = std::make_shared<MovesUnderSearch>();
  std::vector<std::unique_ptr<Search<Size, Rule>>> searches_;
};

template <RowRule Rule>
std::unique_ptr<AnySearch> search_of_size(int size) {
  if (size == 15) return std::make_unique<SearchTeam<15, Rule>>();
  if (size == 20) return std::make_unique<SearchTeam<20, Rule>>();
  throw std::invalid_argument("the engine has no board of this size");
}

}  // namespace

std::unique_ptr<AnySearch> make_search(int size, RowRule rule) {
  switch (rule) {
    case RowRule::exactly_five: return search_of_size<RowRule::exactly_five>(size);
    case RowRule::renju: return search_of_size<RowRule::renju>(size);
    default: return search_of_size<RowRule::five_or_more>(size);
  }
}

}  // namespace hilltop::gomoku
