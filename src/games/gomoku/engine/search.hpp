#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/engine/move_picker.hpp"
#include "games/gomoku/engine/moves_under_search.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/engine/threat_board.hpp"
#include "games/gomoku/engine/transposition_table.hpp"
#include "games/gomoku/engine/vcf.hpp"

namespace hilltop::gomoku {

struct SearchResult {
  Point best{};
  int score = 0;  // to the player to move
  int depth = 0;  // of the last iteration that was completed; 0 if none was needed
  std::int64_t nodes = 0;
  std::vector<Point> line;  // what the search expects to be played; begins with `best`
};

// Searches one position, of a board of one size, by one rule. The result
// follows from the position, the limits and the points left out; without SearchLimits::spent
// nothing is kept from search to search, and no clock is read.
class AnySearch {
 public:
  virtual ~AnySearch() = default;

  // Returns the best move for `mover`, who has at least one free point that is not in `without`.
  // Nobody has a five yet. Under renju `without` has Black's forbidden points: a lost position may
  // have no other answer. Throws if the board has another size than the search.
  virtual SearchResult run(const VariantBoard& board, Colour mover, const SearchLimits& limits,
                           std::span<const Point> without = {}) = 0;
};

// A search of boards of 15 x 15 or 20 x 20, by as many threads as its limits say. Throws if the
// size is another one.
std::unique_ptr<AnySearch> make_search(int size, RowRule rule = RowRule::five_or_more);

// What a search does among those that share its table: one leads and looks for certain wins first;
// the others look no further than their iterations, and some are one of these ahead.
enum class SearchPart : std::uint8_t { leads, follows, is_ahead };

template <int Size, RowRule Rule = RowRule::five_or_more>
class Search final : public AnySearch {
 public:
  // Those that search one position together share both.
  explicit Search(
      std::shared_ptr<TranspositionTable> table = std::make_shared<TranspositionTable>(),
      std::shared_ptr<MovesUnderSearch> under_search = nullptr)
      : table_(std::move(table)), under_search_(std::move(under_search)) {}

  // With one thread and its own table, whatever the limits say.
  SearchResult run(const VariantBoard& board, Colour mover, const SearchLimits& limits,
                   std::span<const Point> without = {}) override;

  // Searches as one of several that share a table, for which it has begun a search.
  SearchResult take_part(const VariantBoard& board, Colour mover, const SearchLimits& limits,
                         std::span<const Point> without, SearchPart part);

 private:
  static constexpr int max_ply = 128;

  struct PlyNotes {
    std::array<CellIndex, 2> killers{no_cell, no_cell};
  };

  // A position of the tree and how it is searched.
  struct Node {
    int depth, alpha, beta, ply;
    bool may_pass;
    bool forced = false;      // by a four
    bool threatened = false;  // by a four or an open three
    bool open_window = false;
    bool quiet = false;  // may be searched selectively
    int now = 0;         // the evaluation
  };

  // A move of a position, and its place among those that are tried.
  struct Try {
    CellIndex cell;
    int number;  // from 0
    bool late;
  };

  // What the moves of a position have come to.
  struct Tried {
    int best = -infinite_score;
    CellIndex best_cell = no_cell;  // if it is above alpha
    std::array<CellIndex, cell_count<Size>> failed;
    std::size_t failed_count = 0;
  };

  bool at_least(EngineStage stage) const { return stage_ >= stage; }
  bool at_its_end() { return nodes() >= limits_.nodes || time_.is_over(); }
  double spent() const { return limits_.spent == nullptr ? 0 : (*limits_.spent)(); }
  std::int64_t nodes() const { return laid_ + vcf_.nodes() - vcf_nodes_before_; }
  void begin(const VariantBoard& board, Colour mover, const SearchLimits& limits);
  CellSet<Size> moves_without(std::span<const Point> without) const;
  int evaluation() const;
  std::uint64_t hash() const;
  void lay(CellIndex cell);
  void undo();

  std::optional<SearchResult> certain_move();
  void deepen(const CellSet<Size>& moves, int first_depth, SearchResult& result);
  void report(SearchResult result);
  int search_root(std::vector<CellIndex>& moves, int depth, int alpha, int beta,
                  SearchResult& result);
  int search(int depth, int alpha, int beta, int ply, bool may_pass);
  int leaf(const Node& node);
  std::optional<int> decided_without_moves(const Node& node);
  int search_moves(Node node, MoveHints hints);
  std::optional<int> hoped(const Node& node, CellIndex cell, int number, int best) const;
  bool others_search(const Node& node, const Try& move) const;
  bool try_move(Node& node, const Try& move, Tried& tried);
  int search_move(const Node& node, const Try& move);
  std::optional<int> known_score(int ply) const;
  CellSet<Size> candidates() const;
  CellSet<Size> allowed(const CellSet<Size>& cells) const;
  int fours_that_win();
  bool urgent(CellIndex cell) const;
  void note_cutoff(CellIndex best, std::span<const CellIndex> failed, int depth, int ply);
  std::vector<Point> expected_line(CellIndex first);

  ThreatBoard<Size, Rule> board_;
  Colour mover_ = Colour::black;
  SearchLimits limits_;
  EngineStage stage_ = newest_stage;
  std::shared_ptr<TranspositionTable> table_;
  std::shared_ptr<MovesUnderSearch> under_search_;  // null: searches alone
  VcfSearch<Size, Rule> vcf_{board_};
  std::int64_t laid_ = 0, vcf_nodes_before_ = 0;
  bool stopped_ = false;
  TimeCheck time_;
  MoveHistory history_;
  std::array<PlyNotes, max_ply + 2> notes_;
  std::array<std::array<CellIndex, cell_count<Size>>, 2> answers_{};  // by colour and last stone
};

}  // namespace hilltop::gomoku
