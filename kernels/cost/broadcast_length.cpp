#include "kernels/cost/broadcast_length.hpp"

#include <limits>

#include "kernels/cost/bound_terms.hpp"

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

}  // namespace

BroadcastLength::BroadcastLength(Base base, std::int64_t n, std::int64_t k,
                                 const std::vector<Node>& within)
    : n_(n), k_(k), settled_(ceil_log(n, k + 1)) {
    if (base == Base::torus) count_balls(within);
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

void BroadcastLength::count_balls(const std::vector<Node>& within) {
    const auto diameter = std::ssize(within) - 1;
    settled_ = std::min<std::int64_t>(std::max(settled_, diameter), most_rows);
    for (std::int64_t steps = 0; steps < settled_; ++steps) {
        auto& row = rows_.emplace_back(std::vector<Increment>{{0, 1}});
        const auto ball = [&](std::int64_t r) {
            return std::int64_t{within[static_cast<std::size_t>(std::min(r, diameter))]};
        };
        row.push_back({1, ball(steps) - 1});
        // earlier: nodes informed in steps that leave more than so many; sends: in the one that
        // leaves exactly so many.
        std::int64_t counted = ball(steps), earlier = 0, sends = std::min(n_, k_);
        for (auto left = steps - 1; left >= 0 && counted < n_; --left) {
            const auto added = 2 * left + 1;
            row.push_back({1 + 1.0 / static_cast<double>(added),
                           std::min(n_, at_most(n_, 2 * earlier + sends, added))});
            counted += row.back().nodes;
            earlier = std::min(n_, earlier + sends);
            sends = at_most(n_, sends, k_ + 1);
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

}  // namespace lightsweep::kernels
