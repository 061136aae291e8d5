#include "sweeps/simulation/circulant_ways.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace lightsweep::sweeps::simulation {

namespace {

constexpr double least_pivot = 1e-9, least_gain = 1e-12;
constexpr int most_pivots = 100000;

using Row = std::vector<double>;

/// A simplex method of one row per offset, with the inverse of its basis.
class WalkProgram {
  public:
    WalkProgram(int n, const std::vector<std::pair<int, double>>& links, int shift)
        : n_(n), shift_(shift), links_(links), walks_(links.size()) {
        const std::size_t rows = links.size();
        inverse_.assign(rows, Row(rows, 0));
        for (std::size_t i = 0; i < rows; ++i) {
            inverse_[i][i] = 1;
            flow_.push_back(links[i].second);
        }
    }

    std::vector<CirculantWalk> solve() {
        for (int i = 0; i < most_pivots && improve(); ++i) continue;
        double sum = 0;
        for (std::size_t i = 0; i < rows(); ++i) sum += walks_[i].empty() ? 0 : flow_[i];
        std::vector<CirculantWalk> found;
        for (std::size_t i = 0; i < rows(); ++i) {
            if (walks_[i].empty() || flow_[i] <= least_gain * sum) continue;
            auto& walk = found.emplace_back(CirculantWalk{{}, flow_[i] / sum});
            for (const auto link : walks_[i]) walk.offsets.push_back(links_[link].first);
        }
        return found;
    }

  private:
    using Walk = std::vector<std::size_t>;  ///< indices of links; empty: the slack of a row

    std::size_t rows() const { return links_.size(); }
    /// What a unit of each offset is worth: the sum of the rows of the inverse that hold walks.
    Row prices() const {
        Row price(rows(), 0);
        for (std::size_t i = 0; i < rows(); ++i)
            for (std::size_t o = 0; !walks_[i].empty() && o < rows(); ++o)
                price[o] += inverse_[i][o];
        return price;
    }
    /// One pivot; false at the optimum.
    bool improve() {
        auto price = prices();
        Row column(rows(), 0);
        Walk walk;
        const auto least = std::ranges::min_element(price);
        if (*least < -least_gain) {
            column[static_cast<std::size_t>(least - price.begin())] = 1;
        } else {
            for (auto& one : price) one = std::max(one, 0.0);
            walk = cheapest(price);
            double cost = 0;
            for (const auto link : walk) cost += price[link], ++column[link];
            if (cost >= 1 - least_gain) return false;
        }
        return enter(std::move(walk), column);
    }
    bool enter(Walk walk, const Row& column) {
        Row change(rows(), 0);
        for (std::size_t i = 0; i < rows(); ++i)
            for (std::size_t o = 0; o < rows(); ++o) change[i] += inverse_[i][o] * column[o];
        std::size_t leaves = rows();
        for (std::size_t i = 0; i < rows(); ++i)
            if (change[i] > least_pivot &&
                (leaves == rows() || flow_[i] * change[leaves] < flow_[leaves] * change[i]))
                leaves = i;
        if (leaves == rows()) return false;
        divide(leaves, change[leaves]);
        for (std::size_t i = 0; i < rows(); ++i)
            if (i != leaves) subtract(i, leaves, change[i]);
        walks_[leaves] = std::move(walk);
        return true;
    }
    void divide(std::size_t row, double by) {
        flow_[row] /= by;
        for (auto& one : inverse_[row]) one /= by;
    }
    void subtract(std::size_t row, std::size_t other, double times) {
        flow_[row] = std::max(0.0, flow_[row] - times * flow_[other]);
        for (std::size_t o = 0; o < rows(); ++o) inverse_[row][o] -= times * inverse_[other][o];
    }
    /// The walk of the least price, of the fewest links among these.
    Walk cheapest(const Row& price) const {
        using Cost = std::pair<double, int>;
        constexpr Cost unknown{std::numeric_limits<double>::infinity(), 0};
        std::vector<Cost> cost(static_cast<std::size_t>(n_), unknown);
        std::vector<std::size_t> last(static_cast<std::size_t>(n_), 0);
        std::set<std::pair<Cost, int>> open{{Cost{0, 0}, 0}};
        cost[0] = {0, 0};
        while (!open.empty()) {
            const auto [known, at] = *open.begin();
            open.erase(open.begin());
            for (std::size_t link = 0; link < rows(); ++link) {
                const auto to = static_cast<std::size_t>((at + links_[link].first) % n_);
                const Cost found{known.first + price[link], known.second + 1};
                if (!(found < cost[to])) continue;
                open.erase({cost[to], static_cast<int>(to)});
                cost[to] = found;
                last[to] = link;
                open.insert({found, static_cast<int>(to)});
            }
        }
        Walk walk;
        for (int at = shift_; at != 0; at = (at + n_ - links_[walk.back()].first) % n_)
            walk.push_back(last[static_cast<std::size_t>(at)]);
        std::ranges::reverse(walk);
        return walk;
    }

    int n_, shift_;
    const std::vector<std::pair<int, double>>& links_;
    std::vector<Walk> walks_;
    std::vector<Row> inverse_{};
    Row flow_{};  ///< of what every row holds
};

}  // namespace

std::vector<CirculantWalk> best_walks(int n, const std::vector<std::pair<int, double>>& links,
                                      int shift) {
    return WalkProgram(n, links, shift).solve();
}

}  // namespace lightsweep::sweeps::simulation
