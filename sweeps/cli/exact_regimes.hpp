#pragma once
// Where which plane of a result file is best along an axis, in rational numbers
// (kernels/axis_pieces.hpp).

#include "analysis/cost_planes.hpp"

namespace lightsweep::sweeps {

/// As analysis::FindRegimes. Throws std::invalid_argument with name and value if a parameter is
/// negative or not finite, or the bandwidth 0.
std::vector<analysis::Regime> exact_regimes(const std::vector<analysis::CostPlane>& planes,
                                            analysis::Growing growing,
                                            const analysis::AxisPoint& point);

}  // namespace lightsweep::sweeps
