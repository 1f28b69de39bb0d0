#pragma once
#include <vector>

#include "tournament/schedule.hpp"
#include "tournament/swiss.hpp"

namespace hilltop::tournament {

// A Swiss tournament: a number of rounds in which equals meet, and nobody is out.
class SwissSchedule final : public Schedule {
 public:
  SwissSchedule(const Plan& plan, Field field);

  std::vector<Fixture> next_round(Standings& so_far) override;

 private:
  // Of a contestant: how often it opened a meeting, less how often its opponent did, and whether it
  // did in its last one.
  struct Openings {
    int balance = 0;
    bool last = false;
  };

  EntryId entry(std::size_t i) const { return field_.entries[i]; }
  void count(Standings& so_far);
  std::vector<Fixture> pair_up(const Standings& so_far);
  // Of those in `order`, best first.
  Pairing pair(const std::vector<std::size_t>& order,
               const std::vector<std::int64_t>& points) const;
  Fixture fixture(std::size_t a, std::size_t b, bool a_by_lot);
  // Whoever opened less; of equals, whoever did not open last.
  static bool opens(const Openings& a, const Openings& b, bool a_by_lot);

  Plan plan_;
  Field field_;
  std::size_t rounds_;
  Met met_;  // by place in the field
  std::vector<Openings> openings_;
  Round playing_;
  std::size_t counted_ = 0;
};

}  // namespace hilltop::tournament
