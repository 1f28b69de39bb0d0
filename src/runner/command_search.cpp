#include "runner/command_search.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "runner/system_folders.hpp"

namespace hilltop::runner {
namespace {

// Calls `look` with each whole folder of a PATH until it returns false.
template <class Look>
void each_folder(std::string_view path, Look&& look) {
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    if (folder.starts_with('/') && !look(std::string(folder))) return;
  }
}

bool is_executable(const std::string& file) { return access(file.c_str(), X_OK) == 0; }

// Finds a command in the folders that `is_searched` accepts.
template <class Searched>
std::string first_in(const std::string& command, std::string_view path, Searched&& is_searched) {
  std::string found;
  each_folder(path, [&](const std::string& folder) {
    if (is_searched(folder) && is_executable(folder + '/' + command))
      found = folder + '/' + command;
    return found.empty();
  });
  return found;
}

}  // namespace

FoundCommand find_in_sandbox(const std::string& command, std::string_view path) {
  FoundCommand found;
  const bool is_path = command.contains('/');
  each_folder(path, [&](const std::string& folder) {
    const std::string program = folder + '/' + command;
    bool wanted = is_of_the_system(real_path_of(folder));
    if (!is_path && found.program.empty() && is_executable(program)) {
      const std::string real = real_path_of(program);
      wanted = wanted || is_of_the_system(real) || is_machine_code(real);
      if (wanted) found.program = program;
    }
    if (wanted) found.folders.push_back(folder);
    return true;
  });
  return found;
}

std::string find_in(const std::string& command, std::string_view path) {
  return first_in(command, path, [](const std::string&) { return true; });
}

std::string find_for_build(const std::string& command, std::string_view path) {
  return first_in(command, path,
                  [](const std::string& folder) { return is_of_the_system(real_path_of(folder)); });
}

std::string_view path_of_host() {
  const char* const path = std::getenv("PATH");
  return path == nullptr ? usual_path : path;
}

bool is_of_the_system(std::string_view real_path) {
  return std::ranges::any_of(system_folders,
                             [&](const char* folder) { return below(real_path, folder); });
}

bool is_machine_code(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, 4> begin{};
  return read(file.number(), begin.data(), begin.size()) == 4 &&
         std::string_view(begin.data(), 4) == "\177ELF";
}

std::string real_path_of(const std::string& path) {
  std::array<char, PATH_MAX> real;
  return realpath(path.c_str(), real.data()) == nullptr ? std::string() : real.data();
}

}  // namespace hilltop::runner
