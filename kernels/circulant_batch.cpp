#include "kernels/circulant_batch.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

/// A program takes a few rounds; the limit only keeps rounding from going on for ever.
constexpr int most_rounds = 1000;
constexpr double tolerance = 1e-13;
/// Of the mean: a class of less weight is walked too long to be of use.
constexpr double least_weight = 0.05;

}  // namespace

CirculantBatch::CirculantBatch(const Topology& topology, std::span<const Node> shifts,
                               bool mirrored)
    : topology_(topology),
      mirrored_(mirrored),
      offsets_(topology.offsets()),
      capacities_(topology.offset_capacities()),
      distances_(topology.size(), topology.offsets()),
      walks_(topology.size(), topology.offsets().size()) {
    counts_.resize(offsets_.size());
    for (std::size_t g = 0; g < offsets_.size(); ++g) own_.push_back(g);
    for (const Node a : offsets_) opposite_.push_back(class_of(topology.size() - a));
    start(shifts);
    while (fill_lanes()) advance();
}

void CirculantBatch::set_equal(std::size_t lane, std::size_t favoured) {
    for (std::size_t g = 0; g < capacities_.size(); ++g)
        weights_[g] = (g == favoured ? 0.5 : 1.0) / capacities_[g];
    set_weights(lane);
}

void CirculantBatch::set_weights(std::size_t lane) {
    double sum = 0;
    for (std::size_t g = 0; g < weights_.size(); ++g) sum += capacities_[g] * weights_[g];
    for (std::size_t g = 0; g < weights_.size(); ++g)
        distances_.set_weight(g, lane, weights_[g] / sum);
}

void CirculantBatch::start(std::span<const Node> shifts) {
    weights_.resize(capacities_.size());
    const std::size_t sets = capacities_.size() > 1 ? capacities_.size() + 1 : 1;
    for (std::size_t first = 0; first < sets; first += lanes) {
        const std::size_t used = std::min(lanes, sets - first);
        for (std::size_t lane = 0; lane < used; ++lane)
            set_equal(lane, first + lane == 0 ? sets : first + lane - 1);
        distances_.price();
        if (first == 0) enlist(shifts);
        for (std::size_t lane = first == 0 ? 1 : 0; lane < used; ++lane)
            for (auto& target : targets_)
                if (!target.done) offer(lane, target);
    }
}

std::size_t CirculantBatch::class_of(Node offset) const {
    const auto found = std::find(offsets_.begin(), offsets_.end(), offset);
    return found == offsets_.end() ? none : static_cast<std::size_t>(found - offsets_.begin());
}

void CirculantBatch::enlist(std::span<const Node> shifts) {
    targets_.reserve(shifts.size());
    for (const Node t : shifts) {
        distances_.counts(t, 0, counts_);
        targets_.push_back({t, {capacities_, counts_}, distances_.distance(t, 0)});
        settle(targets_.back());
    }
}

void CirculantBatch::settle(Target& target) {
    if (target.bound >= target.program.value() * (1 - tolerance)) finish(target);
}

void CirculantBatch::finish(Target& target) {
    if (target.done) return;
    target.done = true;
    walks_.keep(target.shift, target.program, own_);
    if (mirrored_ && 2 * target.shift != topology_.size())
        walks_.keep(topology_.size() - target.shift, target.program, opposite_);
}

void CirculantBatch::offer(std::size_t lane, Target& target) {
    target.bound = std::max(target.bound, distances_.distance(target.shift, lane));
    distances_.counts(target.shift, lane, counts_);
    if (target.program.enter(counts_)) target.moved = true;
    settle(target);
}

void CirculantBatch::offer_detours(std::size_t lane, Target& target) {
    for (std::size_t g = 0; g < offsets_.size() && !target.done; ++g) {
        const Node from = back(target.shift, offsets_[g]);
        const double length = distances_.distance(from, lane) + distances_.weight(g, lane);
        if (length >= target.priced) continue;
        distances_.counts(from, lane, counts_);
        ++counts_[g];
        target.program.enter(counts_);
        settle(target);
    }
}

void CirculantBatch::borrow(Target& target, Node from, std::size_t added, std::size_t dropped) {
    const double limit = target.program.value() -
                         (added == none ? 0 : target.program.weight(added)) +
                         (dropped == none ? 0 : target.program.weight(dropped));
    walks_.for_each_below(from, limit, [&](const auto& count) {
        if (dropped != none && count(dropped) == 0) return;
        for (std::size_t g = 0; g < offsets_.size(); ++g)
            counts_[g] = count(g) + (g == added) - (g == dropped);
        if (target.program.enter(counts_)) weigh(target);
    });
}

void CirculantBatch::borrow(Target& target) {
    weigh(target);
    for (std::size_t g = 0; g < offsets_.size(); ++g) {
        const Node before = back(target.shift, offsets_[g]);
        borrow(target, before, g, none);
        for (std::size_t h = 0; h < offsets_.size(); ++h)
            if (h != g) borrow(target, on(before, offsets_[h]), g, h);
        borrow(target, on(target.shift, offsets_[g]), none, g);
    }
}

void CirculantBatch::weigh(const Target& target) {
    for (std::size_t g = 0; g < weights_.size(); ++g) {
        weights_[g] = std::max(0.0, target.program.weight(g));
        walks_.set_weight(g, weights_[g]);
    }
}

bool CirculantBatch::lift() {
    bool any = false;
    for (std::size_t g = 0; g < weights_.size(); ++g) {
        const double least = least_weight / (capacities_[g] * static_cast<double>(weights_.size()));
        any = any || weights_[g] < least;
        weights_[g] = std::max(weights_[g], least);
    }
    return any;
}

bool CirculantBatch::fill_lanes() {
    used_ = 0;
    for (auto& target : targets_) {
        if (used_ == lanes) break;
        if (target.done) continue;
        if (target.rounds == 0) borrow(target);
        settle(target);
        if (target.done) continue;
        weigh(target);
        target.lifted = !target.exact && lift();
        set_weights(used_);
        target.priced = target.program.value();
        target.moved = false;
        in_lane_[used_++] = &target;
    }
    return used_ > 0;
}

void CirculantBatch::advance() {
    distances_.price();
    for (auto& target : targets_)
        if (!target.done)
            target.bound = std::max(target.bound, distances_.largest_distance(target.shift));
    for (std::size_t lane = 0; lane < used_; ++lane) {
        Target& target = *in_lane_[lane];
        offer(lane, target);
        offer_detours(lane, target);
        target.exact = !target.moved;
        const bool optimal = !target.moved && !target.lifted;
        if (optimal || ++target.rounds == most_rounds) finish(target);
    }
}

}  // namespace lightsweep::kernels
