#pragma once
#include <vector>

#include "tournament/plan.hpp"
#include "tournament/schedule.hpp"
#include "tournament/swiss.hpp"

namespace hilltop::tournament {

// A Swiss tournament: a fixed number of rounds in which equals meet; nobody is eliminated.
class SwissSchedule final : public Schedule {
 public:
  SwissSchedule(const Plan& plan, Field field);

  std::vector<Fixture> next_round(Standings& so_far) override;

 private:
  // A contestant's openings: the number of meetings it opened minus the number its opponents
  // opened, and whether it opened the last one.
  struct Openings {
    int balance = 0;
    bool last = false;
  };

  EntryId entry(std::size_t i) const { return field_.entries[i]; }
  void count(Standings& so_far);
  std::vector<Fixture> pair_up(const Standings& so_far);
  // Pairs the contestants in `order`, best first.
  Pairing pair(const std::vector<std::size_t>& order,
               const std::vector<std::int64_t>& points) const;
  Fixture fixture(std::size_t a, std::size_t b, bool a_by_lot);
  // Returns whether `a` opens: the bot that opened less often, then the one that did not open last,
  // then by lot.
  static bool opens(const Openings& a, const Openings& b, bool a_by_lot);

  Plan plan_;
  Field field_;
  std::size_t rounds_;
  Met met_;  // by index in the field
  std::vector<Openings> openings_;
  Round playing_;
  std::size_t counted_ = 0;
};

}  // namespace hilltop::tournament
