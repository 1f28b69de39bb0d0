#pragma once
#include <iterator>
#include <system_error>
#include <thread>
#include <vector>

namespace hilltop {

// Starts threads that each call a copy of `work`: `count`, or fewer if the system gives no more.
template <class Work>
std::vector<std::jthread> start_threads(int count, const Work& work) {
  std::vector<std::jthread> threads;
  try {
    while (std::ssize(threads) < count) threads.emplace_back(work);
  } catch (const std::system_error&) {}
  return threads;
}

}  // namespace hilltop
