#include "solvers/optree/trees/broadcast_vectors.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <tuple>

#include "kernels/wdm/broadcast_bound.hpp"

namespace lightsweep::solvers::optree {

namespace {

std::size_t bin(const Coordinate& c, std::int32_t steps) {
    return static_cast<std::size_t>(c.value > 0 ? c.step : c.step + steps);
}

void add_load(BinLoads& loads, std::span<const Coordinate> vector) {
    const auto steps = static_cast<std::int32_t>(loads.size() / 2);
    for (const auto& c : vector) loads[bin(c, steps)] += std::abs(c.value);
}

/// Rank of a vector: the fullest bin that it touches, its load in the first step, and the loads
/// that it meets.
std::tuple<std::int64_t, std::int64_t, std::int64_t> fullness(const BinLoads& loads,
                                                              const SparseVector& vector,
                                                              bool spare_first_step) {
    const auto steps = static_cast<std::int32_t>(loads.size() / 2);
    std::int64_t most = 0, first = 0, sum = 0;
    for (const auto& c : vector) {
        const auto load = loads[bin(c, steps)];
        most = std::max(most, load + std::abs(c.value));
        sum += load * std::abs(c.value);
        if (spare_first_step && c.step == 0) first += std::abs(c.value);
    }
    return {most, first, sum};
}

}  // namespace

void VectorSet::add(std::span<const Coordinate> vector) {
    coordinates_.insert(coordinates_.end(), vector.begin(), vector.end());
    begin_.push_back(coordinates_.size());
}

VectorChooser::VectorChooser(std::int64_t steps, std::int64_t points, RestRule rule)
    : steps_(static_cast<std::int32_t>(steps)),
      rule_(rule),
      common_loads_(static_cast<std::size_t>(2 * steps)),
      loads_(static_cast<std::size_t>(2 * steps)) {
    const auto ball = kernels::fill_shells(steps, points);
    norm_ = static_cast<std::int32_t>(ball.radius + 1);
    rest_ = points - ball.inside;
    const auto take = [&](const SparseVector& vector) {
        common_.add(vector);
        add_load(common_loads_, vector);
    };
    for_ball(steps_, norm_ - 1, take);
    const bool has_windows = norm_ <= steps_;
    const auto reserved = has_windows ? window(steps_, norm_, 0) : SparseVector{};
    for_orbits(steps_, norm_, [&](const std::vector<SparseVector>& orbit) {
        const auto size = static_cast<std::int64_t>(orbit.size());
        if (std::ranges::find(orbit, reserved) != orbit.end()) return true;
        if (rest_ < 2 * steps && has_windows) return false;
        if (rest_ < 2 * steps || rest_ < size) {
            spare_.insert(spare_.end(), orbit.begin(), orbit.end());
            return true;
        }
        std::ranges::for_each(orbit, take);
        rest_ -= size;
        whole_orbits_ = true;
        return true;
    });
}

VectorSet VectorChooser::next() {
    VectorSet set = common_;
    for (std::size_t b = 0; b < loads_.size(); ++b) loads_[b] += common_loads_[b];
    if (norm_ > steps_)
        add_least_loaded(set, rest_);
    else if (rule_ == RestRule::long_hops && rest_ >= 2 && !whole_orbits_)
        add_long_hops(set);
    else if (rule_ == RestRule::late)
        add_late_windows(set);
    else
        for (std::int64_t i = 0; i < rest_; ++i) add_window(set);
    return set;
}

void VectorChooser::add(VectorSet& set, std::span<const Coordinate> vector) {
    set.add(vector);
    add_load(loads_, vector);
}

void VectorChooser::add_window(VectorSet& set) {
    const std::int64_t bins = 2 * steps_, period = bins / std::gcd(std::int64_t{norm_}, bins);
    const auto i = windows_++ % bins;
    add(set, window(steps_, norm_, static_cast<std::int32_t>((i * norm_ + i / period) % bins)));
}

/// Adds windows by the first step that they use, the latest first, on both sides in turn.
void VectorChooser::add_late_windows(VectorSet& set) {
    std::vector<SparseVector> windows;
    for (std::int32_t b = 0; b < 2 * steps_; ++b) windows.push_back(window(steps_, norm_, b));
    std::ranges::stable_sort(
        windows, [](const auto& a, const auto& b) { return a.front().step > b.front().step; });
    for (std::int64_t i = 0; i < rest_; ++i) add(set, windows[i]);
}

void VectorChooser::add_least_loaded(VectorSet& set, std::int64_t count) {
    std::vector<bool> used(spare_.size());
    const auto key = [&](std::size_t i) {
        return fullness(loads_, spare_[i], rule_ == RestRule::late);
    };
    for (std::int64_t n = 0; n < count; ++n) {
        std::size_t best = spare_.size();
        for (std::size_t i = 0; i < spare_.size(); ++i)
            if (!used[i] && (best == spare_.size() || key(i) < key(best))) best = i;
        used[best] = true;
        add(set, spare_[best]);
    }
}

void VectorChooser::add_long_hops(VectorSet& set) {
    std::set<std::vector<std::pair<std::int32_t, std::int32_t>>> taken;
    const auto is_new = [&](const SparseVector& ones) {
        std::vector<std::pair<std::int32_t, std::int32_t>> key;
        for (const auto& c : ones) key.emplace_back(c.step, c.value);
        return taken.insert(key).second;
    };
    for (const auto value : {norm_, -norm_}) {
        is_new({{0, value}});
        add(set, SparseVector{{0, value}});
    }
    for (std::int64_t n = 2; n < rest_; ++n) {
        auto ones = ones_in_emptiest_bins();
        bool fresh = is_new(ones);
        for (int draw = 0; draw < 64 && !fresh; ++draw)
            fresh = is_new(ones = ones_in_emptiest_bins());
        // Fewer than 2T points are taken, so one of the 2T windows is free.
        for (std::int32_t b = 0; !fresh; ++b) fresh = is_new(ones = window(steps_, norm_, b));
        add(set, ones);
    }
}

SparseVector VectorChooser::ones_in_emptiest_bins() {
    std::vector<std::pair<std::pair<std::int64_t, std::uint64_t>, std::size_t>> order;
    for (std::size_t b = 0; b < loads_.size(); ++b) {
        ties_ = ties_ * 6364136223846793005u + 1442695040888963407u;
        order.push_back({{loads_[b], ties_ >> 33}, b});
    }
    std::ranges::sort(order);
    SparseVector ones;
    for (const auto& [key, b] : order) {
        const auto step = static_cast<std::int32_t>(b) % steps_;
        const auto same = [step](const auto& c) { return c.step == step; };
        if (static_cast<std::int32_t>(ones.size()) == norm_) break;
        if (std::ranges::any_of(ones, same)) continue;
        ones.push_back({step, static_cast<std::int32_t>(b) < steps_ ? 1 : -1});
    }
    std::ranges::sort(ones, [](const auto& a, const auto& b) { return a.step < b.step; });
    return ones;
}

}  // namespace lightsweep::solvers::optree
