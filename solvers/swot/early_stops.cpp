#include "solvers/swot/early_stops.hpp"

#include <algorithm>
#include <tuple>

namespace lightsweep::solvers::swot {

namespace {

/// Appends `so_far` with every choice for the planes from `index` on, each at most `most`.
void extend(const EarlyStops& so_far, int index, int leaving, int most, int cells,
            std::vector<EarlyStops>& list) {
    if (index == leaving) {
        list.push_back(so_far);
        return;
    }
    for (int m = 0; m <= most; ++m) {
        EarlyStops next = so_far;
        next.lower += std::max(0, m - 1);
        next.upper += m;
        if (index == 0) next.most = m;
        next.debts |= static_cast<std::uint64_t>(cells - m) << (8 * index);
        extend(next, index + 1, leaving, m, cells, list);
    }
}

}  // namespace

EarlyStopLists::EarlyStopLists(int cells, int planes) : lists_(planes + 1) {
    for (int leaving = 0; leaving <= planes; ++leaving) {
        auto& list = lists_[leaving];
        extend({0, 0, 0, 0}, 0, leaving, cells, cells, list);
        std::sort(list.begin(), list.end(), [](const EarlyStops& a, const EarlyStops& b) {
            return std::tie(a.lower, a.upper, a.debts) < std::tie(b.lower, b.upper, b.debts);
        });
    }
}

}  // namespace lightsweep::solvers::swot
