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

std::string in_words(const TorusDigit& digit) {
    const auto& [across, down] = digit.size;
    if (across > 1 && down > 1) return std::to_string(across) + " x " + std::to_string(down);
    return std::to_string(digit.radix()) + (down > 1 ? " down" : "");
}

bool spans_both(Node planes, const TorusDigit& digit) {
    const auto& [across, down] = digit.size;
    return digit.radix() <= planes + 1 || (planes == 2 && across == 2 && down == 2) ||
           (planes == 4 && across == 3 && down == 3);
}

std::vector<Place> Reach::peers(bool second) const {
    const auto& back = second && mirrored ? ahead : behind;
    const auto last = [&](std::size_t along) { return behind[along] + ahead[along] - back[along]; };
    std::vector<Place> peers;
    for (Node down = -back[1]; down <= last(1); ++down)
        for (Node across = -back[0]; across <= last(0); ++across)
            if (across != 0 || down != 0) peers.push_back({across * unit[0], down * unit[1]});
    return peers;
}

Reach reach_on_base(const FrontierBase& base, Node radix) {
    if (!runs_both_ways(base))
        return {{1, 1}, {0, 0}, {radix - 1, 0}, false, Digits(std::size_t(base.lanes / 2), 1)};
    const Node ahead = radix / 2;
    Digits lanes(std::size_t(base.lanes / 4), 1);
    lanes.insert(lanes.end(), std::size_t(base.lanes / 4), base.columns - 1);
    return {{1, 1}, {radix - 1 - ahead, 0}, {ahead, 0}, 2 * ahead <= base.lanes, std::move(lanes)};
}

Reach reach_off_base(const Places& places, Node planes, const Place& unit,
                     const TorusDigit& digit) {
    const auto& [across, down] = digit.size;
    const auto at = [&](Node j, Node i) { return places.at({j * unit[0], i * unit[1]}); };
    Reach reach{unit, {0, 0}, {across - 1, down - 1}, false, {}};
    if (digit.radix() <= planes + 1) {
        const auto peers = reach.peers(false);
        const auto lanes = std::size_t(planes) / peers.size() * peers.size();
        for (std::size_t lane = 0; lane < lanes; ++lane)
            reach.lanes.push_back(places.at(peers[lane % peers.size()]));
        return reach;
    }
    const auto along = [&](Node j) { return across > 1 ? at(j, 0) : at(0, j); };
    if (planes == 1) {  // two peers over one and two hops
        reach.lanes = {along(1)};
    } else if (across == 1 || down == 1) {
        for (auto& size : reach.ahead) size = (size + 1) / 2;
        for (const std::size_t dimension : {0, 1})
            reach.behind[dimension] = digit.size[dimension] - 1 - reach.ahead[dimension];
        reach.mirrored = true;
        reach.lanes = {along(1), along(-1)};
        if (const Node far = digit.radix() > 7 ? 3 : 2; planes == 4)
            reach.lanes.insert(reach.lanes.end(), {along(far), along(-far)});
    } else if (planes == 2) {
        reach.lanes = {at(1, 0), at(0, 1)};
    } else {
        reach = {unit, {1, 1}, {1, 1}, false, {at(1, 0), at(-1, 0), at(0, 1), at(0, -1)}};
    }
    return reach;
}

}  // namespace lightsweep::solvers::frontier
