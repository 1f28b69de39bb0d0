#include "server/admission.hpp"

namespace hilltop::server {

Allotment::Part::Part(Allotment& of, std::string address, std::uint64_t amount)
    : of_(of), address_(std::move(address)), amount_(amount) {
  of_.all_ += amount_;
  if (amount_ > 0) of_.of_address_[address_] += amount_;
}

Allotment::Part::~Part() {
  of_.all_ -= amount_;
  const auto all = of_.of_address_.find(address_);
  if (amount_ > 0 && (all->second -= amount_) == 0) of_.of_address_.erase(all);
}

bool Allotment::Part::fits(bool has_limit) const {
  return amount_ == 0 || (of_.all_ <= of_.all_max_ &&
                          (!has_limit || of_.of_address_.at(address_) <= of_.of_address_max_));
}

bool Allotment::has_all(const std::string& address) const {
  const auto has = of_address_.find(address);
  return has != of_address_.end() && has->second >= of_address_max_;
}

}  // namespace hilltop::server
