#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "games/gomoku/engine/cell_set.hpp"
#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/engine/threat_board.hpp"
#include "games/gomoku/proof.hpp"
#include "games/gomoku/solver/shape_board.hpp"

namespace hilltop::gomoku {

struct ThreatLimits {
  static constexpr std::int64_t default_nodes = 1'000'000;
  static constexpr int memory_mb_max = 4096;

  std::int64_t nodes = default_nodes;  // stones that the search lays
  int plies_max = 41;                  // of a win, odd
  int memory_mb = 64;                  // of the table, rounded down to a power of two
  std::size_t proof_nodes = 200'000;   // of a proof
  TimeCheck time = {};
  std::optional<Point> without = {};  // the attack does not begin with this stone
};

// Finds wins by continuous threats (decision 0046): each stone of the attacker threatens five (a
// four), or threatens to win by fours alone if the defender passes. Deepens ply by ply, so what it
// finds is the shortest win of this kind.
class ThreatSearch {
 public:
  virtual ~ThreatSearch() = default;

  // Returns the number of stones until the five, in the longest defence; nullopt if there is no
  // such win within the limits.
  virtual std::optional<int> solve() = 0;
  // The proof of what solve() found; nullopt if it is too large or there is a reply that the search
  // did not think of.
  virtual std::optional<Proof> prove() = 0;

  virtual std::int64_t nodes() const = 0;  // stones laid so far
  // Whether solve() looked at everything up to `plies_max`.
  virtual bool complete() const = 0;
};

// The attacker is to move; nobody has a five yet.
std::unique_ptr<ThreatSearch> make_threat_search(const VariantBoard& board, Colour attacker,
                                                 const ThreatLimits& limits);

// The search for threats on the board that knows what each cell makes: ThreatBoard where five or
// more win, on 15 x 15 and 20 x 20, and ShapeBoard for all other variants. On either it lays the
// same stones.
template <typename Board>
class ThreatSearchOn final : public ThreatSearch {
 public:
  ThreatSearchOn(const VariantBoard& board, Colour attacker, const ThreatLimits& limits);

  std::optional<int> solve() override;
  std::optional<Proof> prove() override;
  std::int64_t nodes() const override { return nodes_; }
  bool complete() const override { return !cut_; }

 private:
  using Cells = typename Board::Cells;
  enum class By : std::uint8_t { fours, threats };

  // What is known of a position with one side to move.
  struct Slot {
    std::uint64_t key = 0;
    CellIndex best = no_cell;   // the winning stone, or the reply that refutes
    std::uint8_t proved = 255;  // the attacker wins in this number of plies
    std::uint8_t refuted = 0;   // and not in this number
  };

  Colour defender() const { return other(attacker_); }
  std::uint64_t key_of(By by, bool defending) const;
  Slot& slot_of(std::uint64_t key) { return table_[key & (table_.size() - 1)]; }
  Slot known(std::uint64_t key);
  void note(std::uint64_t key, CellIndex best, int plies, bool proved);
  void lay(CellIndex cell, Colour colour);

  bool attack(int plies, By by);
  bool attack_with(CellIndex cell, int plies, By by);
  bool defend(int plies);
  Cells threats(int plies, By by) const;  // the stones to try
  // The most promising first, but before it `first`, which was the best in a shorter search.
  std::vector<CellIndex> ordered(Cells cells, CellIndex first, Colour mover) const;
  CellIndex winning_stone(int plies, By by);
  Cells spoilers(int plies);

  std::optional<int> build(int plies, By by);
  bool build_replies(int number, int plies);
  bool add_reply(int number, CellIndex reply, int plies, By by);
  bool replays(int number);

  Board board_;
  const int size_;
  const Colour attacker_;
  const ThreatLimits limits_;
  const std::uint64_t root_;  // hash of the position that is searched
  std::vector<Slot> table_;
  std::int64_t nodes_ = 0, nodes_end_ = 0;
  TimeCheck time_;
  bool cut_ = false;
  int plies_ = 0;  // of the win that solve() found
  Proof proof_;
};

}  // namespace hilltop::gomoku
