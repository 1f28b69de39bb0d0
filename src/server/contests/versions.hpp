#pragma once
#include <cstdint>
#include <deque>
#include <string>

namespace hilltop::server {

// How many versions back a page that slept may ask for what has changed.
constexpr std::size_t versions_back_max = 64;

// A document of JSON that changes, and what made its newest versions of those before.
class Versions {
 public:
  // Makes a document the newest version, unless it is the last one.
  void put(std::string document);
  // Returns the number of the newest version; 0 if there is none. Numbers grow, also from one
  // server to the next.
  std::uint64_t newest() const { return number_; }
  // Returns what makes the newest version of the version `since`, as JSON: its number and, as
  // report::changes() has it, what has changed; or the whole, if that version is not known or the
  // whole is shorter. There is a version.
  std::string since(std::uint64_t since) const;

 private:
  struct Change {
    std::uint64_t from;
    std::string text;  // of report::changes()
  };

  std::string document_;
  std::uint64_t number_ = 0;
  std::deque<Change> changes_;  // each to the version from which the next one is
};

}  // namespace hilltop::server
