#pragma once
// The cost of one step on one topology: its maximum concurrent flow with certificates, and its
// hops.
//
// theta is always proven from below (a flow that overloads no link), theta_high from above (link
// weights that bound every flow). Closed forms give the same number twice, exact programs two
// numbers within 1e-9, approximations a wider bracket. A scheduler that decides by theta pays at
// most theta_high / theta times the optimum, because a proxy within a factor rho of the truth costs
// at most rho times the least cost.

#include <limits>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

struct StepFlow {
    /// Maximum concurrent flow, as achieved by a proven flow [fraction of b], > 0; infinite if no
    /// node sends, 0 if unreachable.
    double theta = std::numeric_limits<double>::infinity();
    /// Links on the shortest path of the farthest pair; 0 if no node sends, -1 if unreachable.
    Node hops = 0;
    /// Upper bound of every flow, >= theta.
    double theta_high = theta;
    /// The greatest rate at which a node may send [b]. PCCL's links are not limited by their node.
    double most_rate = 1;

    bool reachable() const { return hops >= 0; }
    /// (theta_high - theta) / theta_high, in [0, 1].
    double gap() const { return theta == theta_high ? 0.0 : 1 - theta / theta_high; }
    /// Whether the two certificates agree to nine digits.
    bool is_exact() const { return gap() <= 1e-9; }
    /// Factor on the transmission time: 1 / min(most_rate, theta); infinite if unreachable.
    double stretch() const { return reachable() ? inverse(theta) : infinity; }
    /// Factor from theta_high, 1 / min(most_rate, theta_high): no routing of this step has a
    /// smaller one.
    double least_stretch() const { return reachable() ? inverse(theta_high) : infinity; }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    double inverse(double value) const { return 1 / (value < most_rate ? value : most_rate); }
};

/// A step some pair of which no links connect.
inline constexpr StepFlow unreachable_flow{0.0, -1, 0.0};

}  // namespace lightsweep::kernels
