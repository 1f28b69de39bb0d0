#include "core/printed_command.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.hpp"

namespace hilltop {
namespace {

// Returns the first executable file of this name in the folders of PATH; empty if there is none.
std::filesystem::path found_in_path(const std::filesystem::path& name) {
  namespace fs = std::filesystem;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  constexpr auto can_run = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / name;
    std::error_code unseen;
    const fs::file_status status = fs::status(file, unseen);
    if (fs::is_regular_file(status) && (status.permissions() & can_run) != fs::perms::none)
      return file;
  }
  return {};
}

std::string read_called_program() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  std::string typed;
  std::getline(arguments, typed, '\0');
  if (typed.empty()) return "hilltop";
  // A script that is found in PATH gets its whole path.
  const std::filesystem::path file = typed;
  return file == found_in_path(file.filename()) ? file.filename().string() : typed;
}

}  // namespace

const std::string& called_program() {
  static const std::string program = read_called_program();
  return program;
}

PrintedCommand::PrintedCommand(std::string program, std::string_view name)
    : begin_(shell_word(program) + ' ' + std::string(name)) {}

PrintedCommand& PrintedCommand::argument(std::string text) {
  arguments_.push_back(std::move(text));
  return *this;
}

PrintedCommand& PrintedCommand::option(std::string_view name) {
  options_.append(" ").append(name);
  return *this;
}

PrintedCommand& PrintedCommand::option(std::string_view name, std::string_view value) {
  const bool is_like_option = value.starts_with('-');
  option(name);
  options_.append(is_like_option ? "=" : " ").append(shell_word(std::string(value)));
  return *this;
}

std::string PrintedCommand::text() const {
  std::string arguments;
  for (const std::string& argument : arguments_) arguments += ' ' + shell_word(argument);
  const bool come_last = std::ranges::any_of(
      arguments_, [](const std::string& argument) { return argument.starts_with('-'); });
  return come_last ? begin_ + options_ + " --" + arguments : begin_ + arguments + options_;
}

}  // namespace hilltop
