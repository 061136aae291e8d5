#include "kernels/cost/hop_tolls.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "kernels/cost/toll_program.hpp"

namespace lightsweep::kernels {

namespace {

/// What the tolls of a box may lack.
constexpr double missing = 5e-3;

/// Divisions of the hops among the steps, low_t <= h_t <= high_t.
struct DivisionBox {
    std::vector<std::int64_t> low, high;
    double bound;

    bool is_single() const { return low == high; }
    bool operator<(const DivisionBox& other) const { return bound > other.bound; }

    /// Leaves out what does not add up to the hops; false if nothing is left, or only what the same
    /// backwards stands for.
    bool fit(std::int64_t hops) {
        const auto lows = std::accumulate(low.begin(), low.end(), std::int64_t{0}),
                   highs = std::accumulate(high.begin(), high.end(), std::int64_t{0});
        if (lows > hops || highs < hops) return false;
        for (std::size_t t = 0; t < low.size(); ++t) {
            const auto most = hops - (lows - low[t]), least = hops - (highs - high[t]);
            high[t] = std::min(high[t], most);
            low[t] = std::max(low[t], least);
        }
        return low.front() <= high.back();
    }
    std::vector<TollLimits> limits(std::int64_t hops, bool may_pass) const {
        std::vector<TollLimits> limits(low.size());
        auto lows = std::int64_t{0}, highs = std::int64_t{0},
             rest = std::accumulate(low.begin(), low.end(), std::int64_t{0}),
             most = std::accumulate(high.begin(), high.end(), std::int64_t{0});
        for (std::size_t t = 0; t < low.size(); ++t) {
            lows += low[t];
            highs += high[t];
            rest -= low[t];
            most -= high[t];
            limits[t] = {static_cast<double>(high[t]),
                         static_cast<double>(std::min(highs, hops - rest)),
                         static_cast<double>(std::min(most, hops - lows)), may_pass};
        }
        return limits;
    }
    std::pair<DivisionBox, DivisionBox> halves() const {
        std::size_t widest = 0;
        for (std::size_t t = 1; t < low.size(); ++t)
            if (high[t] - low[t] > high[widest] - low[widest]) widest = t;
        std::pair both(*this, *this);
        both.first.high[widest] = (low[widest] + high[widest]) / 2;
        both.second.low[widest] = both.first.high[widest] + 1;
        return both;
    }
};

}  // namespace

double tolls_within_hops(const TollPattern& pattern, std::int64_t steps, std::int64_t hops,
                         int searches) {
    // A path that passes its source goes all the way around besides.
    const bool may_pass = static_cast<double>(hops) >= pattern.fewest_links_past_source();
    std::priority_queue<DivisionBox> open;
    const auto put = [&](DivisionBox box) {
        if (!box.fit(hops)) return;
        const TollNetwork network(pattern, box.limits(hops, may_pass));
        if (!network.has_paths()) return;
        box.bound = std::max(box.bound, best_tolls(network, missing));
        open.push(std::move(box));
        --searches;
    };
    const auto count = static_cast<std::size_t>(steps);
    put({std::vector<std::int64_t>(count, 1), std::vector<std::int64_t>(count, hops), 0});
    while (!open.empty() && !open.top().is_single() && searches > 0) {
        const auto [one, other] = open.top().halves();
        open.pop();
        put(one);
        put(other);
    }
    return open.empty() ? std::numeric_limits<double>::infinity() : open.top().bound;
}

}  // namespace lightsweep::kernels
