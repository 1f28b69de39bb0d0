#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/limits.hpp"
#include "server/rate.hpp"

namespace hilltop::server {

// Something of which the server has `all_max`, and an address at most `of_address_max` at once. One
// thread uses it.
class Allotment {
 public:
  Allotment(std::uint64_t all_max, std::uint64_t of_address_max)
      : all_max_(all_max), of_address_max_(of_address_max) {}

  // What an address has, while it lives.
  class Part {
   public:
    Part(Allotment& of, std::string address, std::uint64_t amount);
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    // Returns whether there is room for it. `has_limit`: its address has one.
    bool fits(bool has_limit = true) const;

   private:
    Allotment& of_;
    const std::string address_;
    const std::uint64_t amount_;
  };

  // Returns whether an address has as much as it may.
  bool has_all(const std::string& address) const;

 private:
  const std::uint64_t all_max_, of_address_max_;
  std::uint64_t all_ = 0;
  std::unordered_map<std::string, std::uint64_t> of_address_;
};

// What clients may take of the listener at once, and how often they may ask.
struct Admission {
  explicit Admission(std::size_t connections_of_address)
      : connections(connections_max, connections_of_address) {}

  // Connections or, behind a proxy, answers under way.
  Allotment connections;
  Buckets requests{requests_burst, requests_per_second, addresses_max};

  // The memory of bodies, from when they are read until they are answered.
  Allotment bodies_of_anyone = allotment_of(bodies_of_anyone_bytes_max),
            bodies_with_token = allotment_of(bodies_with_token_bytes_max);

 private:
  static Allotment allotment_of(const BodiesMax& max) { return {max.all, max.of_address}; }
};

}  // namespace hilltop::server
