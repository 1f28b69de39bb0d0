#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace hilltop::lockstep {

// Threads that wait for work of which each does a part. Nothing is allocated between two calls. A
// process that was forked has none of them: there the caller does all parts.
class Crew {
 public:
  // `threads`: at least 1; the caller of run() is one of them.
  explicit Crew(unsigned threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned parts() const { return parts_; }

  // Calls work(part) once for each part below parts(), and returns when all have returned. Throws
  // what one of them threw.
  template <class Work>
  void run(const Work& work) {
    run_erased([](const void* of, unsigned part) { (*static_cast<const Work*>(of))(part); }, &work);
  }

 private:
  using Erased = void (*)(const void*, unsigned);

  void run_erased(Erased work, const void* of);
  void serve(unsigned part);
  void do_part(unsigned part);
  bool was_forked() const;

  unsigned parts_;
  std::int64_t process_;
  Erased work_ = nullptr;
  const void* of_ = nullptr;
  std::vector<std::exception_ptr> thrown_;  // by part
  std::atomic<std::uint32_t> rounds_ = 0;   // begun; the threads wait for the next one
  std::atomic<std::uint32_t> working_ = 0;  // threads that have not finished this round
  std::atomic<bool> ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hilltop::lockstep
