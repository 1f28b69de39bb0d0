#pragma once
#include <stdexcept>

namespace hilltop::store {

// An error of the disk or the file. The text names the file.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Another program has held the store for longer than the connection waits.
struct Held : Failure {
  using Failure::Failure;
};

}  // namespace hilltop::store
