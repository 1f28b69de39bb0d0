#include "lockstep/crew.hpp"

#include <unistd.h>

namespace hilltop::lockstep {

Crew::Crew(unsigned threads) : parts_(threads), process_(::getpid()), thrown_(threads) {
  for (unsigned part = 1; part < parts_; ++part)
    threads_.emplace_back([this, part] { serve(part); });
}

Crew::~Crew() {
  if (was_forked()) {  // there is nobody to join
    for (std::thread& thread : threads_) thread.detach();
    return;
  }
  ends_ = true;
  ++rounds_;
  rounds_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Crew::was_forked() const { return parts_ > 1 && ::getpid() != process_; }

void Crew::run_erased(Erased work, const void* of) {
  work_ = work;
  of_ = of;
  if (parts_ == 1 || was_forked()) {
    for (unsigned part = 0; part < parts_; ++part) do_part(part);
  } else {
    working_ = parts_ - 1;
    ++rounds_;
    rounds_.notify_all();
    do_part(0);
    for (std::uint32_t left = working_; left != 0; left = working_) working_.wait(left);
  }
  std::exception_ptr first;
  for (std::exception_ptr& thrown : thrown_) {
    if (thrown && !first) first = thrown;
    thrown = nullptr;
  }
  if (first) std::rethrow_exception(first);
}

void Crew::do_part(unsigned part) {
  try {
    work_(of_, part);
  } catch (...) {
    thrown_[part] = std::current_exception();
  }
}

void Crew::serve(unsigned part) {
  for (std::uint32_t seen = 0;; ++seen) {
    rounds_.wait(seen);
    if (ends_) return;
    do_part(part);
    if (--working_ == 0) working_.notify_one();
  }
}

}  // namespace hilltop::lockstep
