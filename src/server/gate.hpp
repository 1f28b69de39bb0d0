#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.hpp"
#include "server/people_store.hpp"
#include "server/routes.hpp"

namespace hilltop::server {

// Decides what may be asked, and by whom. Safe from any thread.
class Gate {
 public:
  // `names`: of hosts by which browsers may call the server. `hosts`: whether it looks after a
  // contest, so that tokens open anything.
  Gate(std::vector<std::string> names, bool hosts, PeopleStore& store)
      : names_(std::move(names)), hosts_(hosts), store_(store) {}

  // Returns 421 or 403 for a request that calls another server, or that a page of another site
  // makes; nullopt if it may be heard.
  std::optional<Response> misdirected(const Request& request) const;

  // Returns whose token opens a route that is not for anyone. Error: 401, 403 or 404.
  std::expected<Token, Response> token(Who who, const Request& request) const;

 private:
  // Names are refused unless they are known, so that a page of another site, whose name suddenly
  // means this machine, cannot speak for a person.
  bool is_ours(std::string_view host) const;

  const std::vector<std::string> names_;
  const bool hosts_;
  PeopleStore& store_;
};

}  // namespace hilltop::server
