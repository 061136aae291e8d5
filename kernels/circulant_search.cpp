#include "kernels/circulant_search.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/circulant_program.hpp"

namespace lightsweep::kernels {

CirculantSearch::CirculantSearch(Node n, const std::vector<Node>& offsets,
                                 std::vector<double> reference)
    : n_(n),
      first_steps_(static_cast<std::size_t>(n), -1),
      reference_(std::move(reference)),
      counts_(offsets.size(), 0) {
    ResidueDistances distances(n, offsets);
    distances.price(reference_);
    for (Node t = 0; t < n; ++t) reference_length_.push_back(distances.distance(t));
    for (std::size_t g = 0; g < offsets.size(); ++g) {
        const auto pair = std::find_if(axes_.begin(), axes_.end(), [&](const Axis& axis) {
            return axis.offset == n - offsets[g];
        });
        if (pair != axes_.end())
            pair->backward = static_cast<int>(g);
        else
            axes_.push_back({offsets[g], static_cast<int>(g), -1, n / std::gcd(n, offsets[g])});
    }
    // The first axis is the one that is not enumerated: the longest cycle spares most.
    std::stable_sort(axes_.begin(), axes_.end(),
                     [](const Axis& a, const Axis& b) { return a.order > b.order; });
    Node residue = 0;
    for (Node k = 0; k < axes_[0].order; ++k) {
        first_steps_[residue] = k;
        residue = static_cast<Node>((std::int64_t{residue} + axes_[0].offset) % n);
    }
}

/// The budget cuts the corner off the box of counts (divide by the factorial), unless a cycle ends
/// before the budget does.
double CirculantSearch::effort(const std::vector<double>& weights, double budget) const {
    double product = 1, cut = 1;
    for (std::size_t i = 1; i < axes_.size(); ++i) {
        const double order = axes_[i].order;
        const auto reach = [&](int cls) {
            return cls < 0 ? 0.0 : std::min(order, budget / weights[cls]);
        };
        const double range = 1 + reach(axes_[i].forward) + reach(axes_[i].backward);
        product *= range;
        if (range <= order) product /= cut++;
    }
    return product;
}

double CirculantSearch::shortest(Node t, const std::vector<double>& weights, double budget) {
    weights_ = weights.data();
    best_ = budget;
    scale_ = weights[0] / reference_[0];
    for (std::size_t g = 1; g < weights.size(); ++g)
        scale_ = std::min(scale_, weights[g] / reference_[g]);
    std::fill(counts_.begin(), counts_.end(), 0);
    search(axes_.size() - 1, t, 0.0);
    return best_;
}

void CirculantSearch::finish(int cls, Node count, double length) {
    const double total = length + count * weights_[cls];
    if (total >= best_) return;
    best_ = total;
    best_counts_ = counts_;
    best_counts_[cls] = count;
}

void CirculantSearch::walk(std::size_t axis, int cls, Node step, Node rest, double length) {
    for (Node k = 1; k < axes_[axis].order; ++k) {
        const double reached = length + k * weights_[cls];
        if (reached >= best_) break;
        rest = rest >= step ? rest - step : rest + (n_ - step);
        if (reached + scale_ * reference_length_[rest] >= best_) continue;
        counts_[cls] = k;
        search(axis - 1, rest, reached);
    }
    counts_[cls] = 0;
}

void CirculantSearch::search(std::size_t axis, Node rest, double length) {
    const Axis& here = axes_[axis];
    if (axis > 0) {
        search(axis - 1, rest, length);
        walk(axis, here.forward, here.offset, rest, length);
        if (here.backward >= 0) walk(axis, here.backward, n_ - here.offset, rest, length);
        return;
    }
    const Node steps = first_steps_[rest];
    if (steps < 0) return;
    finish(here.forward, steps, length);
    if (here.backward >= 0) finish(here.backward, steps == 0 ? 0 : here.order - steps, length);
}

}  // namespace lightsweep::kernels
