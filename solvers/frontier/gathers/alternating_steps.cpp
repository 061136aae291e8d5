// What one group of planes reaches in a step while the other one is set up.
#include "solvers/frontier/gathers/alternating_steps.hpp"

#include <cmath>

namespace lightsweep::solvers::frontier {

namespace {

using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Whether the first group's lanes run both ways along a row; one lane of a ring runs one way.
bool runs_both_ways(const FrontierBase& base) {
    return base.kind != Kind::ring_uni && base.lanes > 2;
}

}  // namespace

std::vector<Growth> growths(Node planes) {
    std::vector<Growth> all;
    for (Node radix = 2; radix <= planes + 1; ++radix)
        all.push_back({radix, 1, 1 / std::floor(double(planes) / (radix - 1))});
    if (planes == 1) all.push_back({3, 2, 3});
    if (planes == 2) all.insert(all.end(), {{4, 2, 2}, {5, 2, 3}});
    if (planes == 4) all.insert(all.end(), {{6, 2, 1.5}, {7, 2, 2}, {8, 2, 2.5}, {9, 2, 3}});
    return all;
}

std::vector<Growth> base_growths(const FrontierBase& base) {
    const double planes = runs_both_ways(base) ? base.lanes / 4 * 2 : base.lanes / 2;
    std::vector<Growth> all;
    for (Node radix = 2; radix <= base.lanes + 1 && radix <= base.columns; ++radix) {
        if (!runs_both_ways(base)) {
            all.push_back({radix, radix - 1.0, radix * (radix - 1) / 2.0 / planes});
        } else {
            const Node ahead = radix / 2, behind = radix - 1 - ahead;
            const double sum = (ahead * (ahead + 1) + behind * (behind + 1)) / 2.0;
            const bool mirrored = 2 * ahead <= base.lanes;
            all.push_back(
                {radix, double(ahead), mirrored ? sum / planes : ahead * (ahead + 1) / planes});
        }
    }
    return all;
}

Digits Reach::peers(bool second) const {
    const Node back = second && mirrored ? ahead : behind;
    Digits peers;
    for (Node j = -back; j < behind + ahead + 1 - back; ++j)
        if (j != 0) peers.push_back(j * unit);
    return peers;
}

Reach reach_on_base(const FrontierBase& base, Node radix) {
    if (!runs_both_ways(base))
        return {false, 1, 0, radix - 1, false, Digits(std::size_t(base.lanes / 2), 1)};
    const Node ahead = radix / 2;
    Digits lanes(std::size_t(base.lanes / 4), 1);
    lanes.insert(lanes.end(), std::size_t(base.lanes / 4), base.columns - 1);
    return {false, 1, radix - 1 - ahead, ahead, 2 * ahead <= base.lanes, std::move(lanes)};
}

Reach reach_off_base(const Places& places, Node planes, Node unit, TorusDigit digit) {
    const auto [down, radix] = digit;
    const auto at = [&](Node j) { return places.along(down, j * unit); };
    Reach reach{down, unit, 0, radix - 1, false, {}};
    if (planes == 1 && radix == 3) {
        reach.lanes = {at(1)};
    } else if (radix <= planes + 1) {
        for (Node lane = 0; lane < planes / (radix - 1) * (radix - 1); ++lane)
            reach.lanes.push_back(at(1 + lane % (radix - 1)));
    } else {
        reach = {down, unit, (radix - 1) / 2, radix / 2, true, {at(1), at(-1)}};
        if (const Node far = radix > 7 ? 3 : 2; planes == 4)
            reach.lanes.insert(reach.lanes.end(), {at(far), at(-far)});
    }
    return reach;
}

}  // namespace lightsweep::solvers::frontier
