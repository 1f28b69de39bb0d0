#pragma once
#include <optional>
#include <string>
#include <vector>

#include "server/secret.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// A right to do more than read and play: a host's to everything, an author's to its bots.
struct Token {
  bool is_host = false;
  std::string author;  // empty for a host
};

// Authors who may have tokens.
constexpr int authors_max = 1000;

// Tokens, by their hashes.
class StoredTokens {
 public:
  explicit StoredTokens(PeopleDatabase& database) : database_(&database) {}

  bool has_host();
  void put_host(const SecretHash& token);
  // Returns whether there was no such author yet, and room for one more.
  bool add_author(const SecretHash& token, const std::string& author);
  // Replaces an author's token. Returns whether there is such an author.
  bool renew_author(const SecretHash& token, const std::string& author);
  std::optional<Token> token(const SecretHash& token);
  std::vector<std::string> authors();
  // Returns whether there was such an author.
  bool remove_author(const std::string& author);
  // Revokes the host's token, so that another can be made.
  void remove_host();

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
