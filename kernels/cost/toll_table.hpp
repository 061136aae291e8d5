#pragma once
// Tolls that ship with the program (tests/bench/toll_table.cpp makes them): those of networks for
// which they take seconds to minutes. A line has the network, the blocks for numbers of steps, and
// those for steps and hops together:
//
//     ring 64|4:471 5:369|4/36:570 4/37:560

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/cost/path_tolls.hpp"

namespace lightsweep::kernels {

/// The lines of toll_table.txt.
std::span<const std::string_view> toll_table_lines();

/// "ring-uni 64", "ring 64", "torus 6 8": sizes in any order.
std::string toll_key(std::vector<Node> dims, bool directed);
std::string toll_line(const std::vector<Node>& dims, bool directed, const TollBounds& bounds);
/// What the table has; none if it has no such network.
std::optional<TollBounds> tabled_tolls(const std::vector<Node>& dims, bool directed);

}  // namespace lightsweep::kernels
