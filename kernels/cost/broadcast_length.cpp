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

BroadcastLength::BroadcastLength(Base base, std::int64_t n, std::int64_t k)
    : base_(base), n_(n), k_(k) {
    const std::int64_t ways = base == Base::directed_ring ? 1 : base == Base::ring ? 2 : k;
    settled_ = std::max(ceil_log(n, k + 1), (n - 1 + ways - 1) / ways);
    std::vector<std::int64_t> digits{1, ways};
    if (base == Base::directed_ring) digits.assign(static_cast<std::size_t>(k) + 1, 1);
    if (base == Base::ring) {
        digits.assign(static_cast<std::size_t>(k) / 2 + 1, 2);
        digits[0] = 1;
    }
    if (base == Base::any) {
        settled_ = ceil_log(n, k + 1);
        return;
    }
    settled_ = std::min<std::int64_t>(settled_, most_rows);
    rows_.push_back({1});
    while (static_cast<std::int64_t>(rows_.size()) < settled_)
        rows_.push_back(with_digit(rows_.back(), digits, n));
}

const std::vector<std::int64_t>& BroadcastLength::numbers(std::int64_t steps) const {
    return rows_[static_cast<std::size_t>(steps)];
}

double BroadcastLength::of(std::int64_t nodes, std::int64_t steps) const {
    const auto none = std::numeric_limits<double>::infinity();
    if (steps < ceil_log(nodes, k_ + 1)) return none;
    if (base_ == Base::any || steps >= settled_) return static_cast<double>(nodes - 1);
    double length = 0;
    std::int64_t sum = 0;
    for (const auto count : numbers(steps)) {
        const auto taken = std::min(count, nodes);
        length += static_cast<double>(sum++ * taken);
        if ((nodes -= taken) == 0) return length;
    }
    return none;
}

std::int64_t BroadcastLength::reached(double length, std::int64_t steps, std::int64_t most) const {
    length = std::min(length, 1e18);
    if (base_ == Base::any || steps >= settled_)
        return std::min(most, 1 + static_cast<std::int64_t>(length));
    std::int64_t nodes = 0, sum = 0;
    for (const auto count : numbers(steps)) {
        const auto each = static_cast<double>(sum++);
        const auto room = each == 0 ? count : static_cast<std::int64_t>(length / each);
        const auto taken = std::min({count, room, most - nodes});
        length -= each * static_cast<double>(taken);
        nodes += taken;
        if (taken < count) break;
    }
    return std::max<std::int64_t>(nodes, 1);
}

}  // namespace lightsweep::kernels
