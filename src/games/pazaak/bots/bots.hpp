#pragma once
#include <span>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// The six bots of the contest's board.
std::span<const HouseBot<Rules>> house_bots();

// One maker a file.
std::unique_ptr<Bot<Rules>> make_bold();
std::unique_ptr<Bot<Rules>> make_cautious();
std::unique_ptr<Bot<Rules>> make_bastila();
std::unique_ptr<Bot<Rules>> make_kid();
std::unique_ptr<Bot<Rules>> make_austin();
std::unique_ptr<Bot<Rules>> make_nestor();

}  // namespace hilltop::pazaak
