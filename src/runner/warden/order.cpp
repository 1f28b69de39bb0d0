#include "runner/warden/order.hpp"

#include <charconv>
#include <cstring>
#include <string_view>

namespace hilltop::runner {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& to) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_mode(std::string_view text, Policy::Mode& to) {
  if (text != "best" && text != "require") return false;
  to = text == "best" ? Policy::Mode::best : Policy::Mode::require;
  return true;
}

bool read_option(std::string_view option, SandboxState& state) {
  Policy& policy = state.policy;
  const std::size_t equals = option.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = option.substr(0, equals), value = option.substr(equals + 1);
  if (name == "--sandbox") return read_mode(value, policy.mode);
  if (name == "--memory") return read_number(value, policy.memory_bytes);
  if (name == "--processes") return read_number(value, policy.processes);
  if (name == "--cpu") return read_number(value, policy.cpu_s.emplace());
  if (name == "--disk") return read_number(value, policy.room.bytes);
  if (name == "--files") return read_number(value, policy.room.files);
  if (name == "--depth") return read_number(value, policy.room.depth);
  if (name == "--file") return read_number(value, policy.file_bytes);
  if (name == "--without") return read_number(value, policy.without.mask);
  if (name == "--home") return state.home = value, true;
  if (name == "--lower") return state.lower.emplace_back(value), true;
  if (name == "--linked") return state.linked.emplace_back(value), true;
  if (name == "--readable") return policy.readable.emplace_back(value), true;
  return false;
}

}  // namespace

std::optional<Order> read_order(int argc, char** argv) {
  Order order{};
  order.state.policy.mode = Policy::Mode::off;
  int next = 1;
  for (; next < argc && std::string_view(argv[next]).starts_with("--"); ++next)
    if (!read_option(argv[next], order.state)) return std::nullopt;
  if (argc - next < 2) return std::nullopt;
  for (int argument = next; argument < argc; ++argument) {
    char* const copy = strdup(argv[argument]);
    if (copy == nullptr) return std::nullopt;
    if (argument == next)
      order.folder = copy;
    else
      order.command.push_back(copy);
  }
  order.command.push_back(nullptr);
  order.typed = {argv, static_cast<std::size_t>(argc)};
  return order;
}

}  // namespace hilltop::runner
