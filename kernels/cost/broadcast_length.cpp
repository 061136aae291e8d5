#include "kernels/cost/broadcast_length.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/first_sends.hpp"

namespace lightsweep::kernels {

namespace {

/// From so many steps on, the length is taken to be that of any base, which is less.
constexpr std::int64_t most_rows = 4096;

/// Numbers of each digit sum with one more digit, until n numbers are counted.
std::vector<std::int64_t> with_digit(const std::vector<std::int64_t>& numbers,
                                     const std::vector<std::int64_t>& digits, std::int64_t n) {
    std::vector<std::int64_t> next;
    const auto last = numbers.size() + digits.size() - 1;
    for (std::size_t sum = 0, seen = 0; sum < last && seen < static_cast<std::size_t>(n); ++sum) {
        std::int64_t count = 0;
        for (std::size_t d = 0; d < digits.size() && d <= sum; ++d)
            if (sum - d < numbers.size())
                count = std::min(n, count + at_most(n, numbers[sum - d], digits[d]));
        next.push_back(count);
        seen += static_cast<std::size_t>(count);
    }
    return next;
}

/// So many extra links add at most so many nodes each.
struct Gain {
    double nodes;
    std::int64_t links;
};
using Gains = std::vector<Gain>;

/// Of transfers that leave so many steps or fewer, the greatest first. sends: at most so many leave
/// the most.
Gains gains_of_balls(std::int64_t n, std::int64_t k, std::int64_t left, std::int64_t sends) {
    Gains gains;
    // earlier: nodes informed in steps that leave more; their further links count too.
    for (std::int64_t earlier = 0; left >= 0; --left) {
        gains.push_back({static_cast<double>(2 * left + 1), std::min(n, 2 * earlier + sends)});
        earlier = std::min(n, earlier + sends);
        sends = at_most(n, sends, k + 1);
    }
    return gains;
}

std::int64_t added(const Gains& gains, std::int64_t links) {
    double nodes = 0;
    for (const auto& gain : gains) {
        const auto taken = std::min(links, gain.links);
        nodes += gain.nodes * static_cast<double>(taken);
        links -= taken;
    }
    return static_cast<std::int64_t>(nodes);
}

/// The slopes of the concave hull, from the first point on.
Gains slopes_of_hull(const std::vector<std::int64_t>& heights) {
    Gains slopes;
    for (std::size_t at = 0; at + 1 < heights.size();) {
        Gain best{-1, 0};
        for (auto to = at + 1; to < heights.size(); ++to) {
            const auto links = static_cast<std::int64_t>(to - at);
            const double slope =
                static_cast<double>(heights[to] - heights[at]) / static_cast<double>(links);
            if (slope >= best.nodes) best = {slope, links};
        }
        slopes.push_back(best);
        at += static_cast<std::size_t>(best.links);
    }
    return slopes;
}

/// Of all steps of a broadcast on a torus, the greatest first.
Gains gains(std::int64_t n, std::int64_t k, std::int64_t steps, const PathLengths& lengths) {
    const auto of_balls = gains_of_balls(n, k, steps - 1, std::min(n, k));
    // Sets of many extra links are too many to be tried.
    constexpr std::int64_t most_links = 12;
    const auto ball = lengths.ball(steps);
    if (steps < std::max<std::int64_t>(1, ceil_log(n, k + 1)) || n > FirstSends::most_nodes ||
        ball + added(of_balls, most_links) < n)
        return of_balls;
    const auto later = gains_of_balls(n, k, steps - 2, at_most(n, std::min(n, k), k + 1));
    FirstSends first(lengths.dims, k, steps - 1);
    std::vector<std::int64_t> nearby{ball};
    const auto reach_all = [&] {
        for (std::size_t i = 0; i < nearby.size(); ++i)
            if (nearby[i] + added(later, std::ssize(nearby) - 1 - std::ptrdiff_t(i)) >= n)
                return true;
        return false;
    };
    while (!reach_all()) {
        const auto most = first.nearby(nearby.size());
        if (!most) return of_balls;
        nearby.push_back(*most);
    }
    auto all = slopes_of_hull(nearby);
    all.insert(all.end(), later.begin(), later.end());
    std::ranges::stable_sort(all, std::ranges::greater{}, &Gain::nodes);
    std::erase_if(all, [](const Gain& gain) { return gain.nodes <= 0; });
    return all;
}

}  // namespace

BroadcastLength::BroadcastLength(Base base, std::int64_t n, std::int64_t k,
                                 const PathLengths& lengths)
    : n_(n), k_(k), settled_(ceil_log(n, k + 1)) {
    if (base == Base::torus) count_balls(lengths);
    if (base == Base::directed_ring || base == Base::ring) {
        const std::int64_t ways = base == Base::ring ? 2 : 1;
        std::vector<std::int64_t> digits(static_cast<std::size_t>(k / ways) + 1, ways);
        digits[0] = 1;
        settled_ = std::max(settled_, (n - 1 + ways - 1) / ways);
        count_digits(digits);
    }
}

void BroadcastLength::count_digits(const std::vector<std::int64_t>& digits) {
    settled_ = std::min<std::int64_t>(settled_, most_rows);
    std::vector<std::int64_t> numbers{1};
    while (static_cast<std::int64_t>(rows_.size()) < settled_) {
        auto& row = rows_.emplace_back();
        for (std::size_t sum = 0; sum < numbers.size(); ++sum)
            row.push_back({static_cast<double>(sum), numbers[sum]});
        numbers = with_digit(numbers, digits, n_);
    }
}

void BroadcastLength::count_balls(const PathLengths& lengths) {
    settled_ = std::min<std::int64_t>(
        std::max(settled_, static_cast<std::int64_t>(lengths.diameter)), most_rows);
    for (std::int64_t steps = 0; steps < settled_; ++steps) {
        auto& row = rows_.emplace_back(std::vector<Increment>{{0, 1}});
        std::int64_t counted = lengths.ball(steps);
        row.push_back({1, counted - 1});
        for (const auto& gain : gains(n_, k_, steps, lengths)) {
            if (counted >= n_) break;
            const auto nodes = std::llround(gain.nodes * static_cast<double>(gain.links));
            row.push_back({1 + 1.0 / gain.nodes, std::min<std::int64_t>(n_, nodes)});
            counted += row.back().nodes;
        }
    }
}

const std::vector<BroadcastLength::Increment>* BroadcastLength::increments(
    std::int64_t steps) const {
    return steps < std::ssize(rows_) ? &rows_[static_cast<std::size_t>(steps)] : nullptr;
}

double BroadcastLength::of(std::int64_t nodes, std::int64_t steps) const {
    const auto none = std::numeric_limits<double>::infinity();
    if (steps < ceil_log(nodes, k_ + 1)) return none;
    const auto* row = increments(steps);
    if (!row) return static_cast<double>(nodes - 1);
    double length = 0;
    for (const auto& one : *row) {
        const auto taken = std::min(one.nodes, nodes);
        length += one.length * static_cast<double>(taken);
        if ((nodes -= taken) == 0) return length;
    }
    return none;
}

std::int64_t BroadcastLength::reached(double length, std::int64_t steps, std::int64_t most) const {
    length = std::min(length, 1e18);
    const auto* row = increments(steps);
    if (!row) return std::min(most, 1 + static_cast<std::int64_t>(length));
    std::int64_t nodes = 0;
    for (const auto& one : *row) {
        const auto room =
            one.length == 0 ? one.nodes : static_cast<std::int64_t>(length / one.length);
        const auto taken = std::min({one.nodes, room, most - nodes});
        length -= one.length * static_cast<double>(taken);
        nodes += taken;
        if (taken < one.nodes) break;
    }
    return std::max<std::int64_t>(nodes, 1);
}

double BroadcastLength::spared(double price, std::int64_t steps) const {
    const auto* row = increments(steps);
    if (!row) return static_cast<double>(n_ - 1) * std::max(0.0, price - 1);
    double sum = -price;  // the source costs 0
    auto left = n_;
    for (const auto& one : *row) {
        const auto taken = std::min(left, one.nodes);
        sum += static_cast<double>(taken) * std::max(0.0, price - one.length);
        left -= taken;
    }
    return sum;
}

}  // namespace lightsweep::kernels
