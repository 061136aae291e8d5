#include "kernels/circulant_batch.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

/// A program takes a few rounds; the limit only keeps rounding from going on for ever.
constexpr int most_rounds = 1000;
constexpr double tolerance = 1e-13;
/// Offering a walk to a shift costs about this part of solving it.
constexpr double cost_of_offer = 0.05;

}  // namespace

CirculantBatch::CirculantBatch(const Topology& topology, std::span<const Node> shifts,
                               bool mirrored)
    : topology_(topology),
      mirrored_(mirrored),
      offsets_(topology.offsets()),
      capacities_(topology.offset_capacities()),
      place_(static_cast<std::size_t>(topology.size()), -1),
      distances_(topology.size(), topology.offsets()) {
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
        for (std::size_t lane = first == 0 ? 1 : 0; lane < used; ++lane) offer(lane);
    }
}

int CirculantBatch::class_of(Node offset) const {
    const auto found = std::find(offsets_.begin(), offsets_.end(), offset);
    return found == offsets_.end() ? -1 : static_cast<int>(found - offsets_.begin());
}

void CirculantBatch::enlist(std::span<const Node> shifts) {
    targets_.reserve(shifts.size());
    for (const Node t : shifts) {
        distances_.counts(t, 0, counts_);
        place_[t] = static_cast<int>(targets_.size());
        targets_.push_back({t, {capacities_, counts_}, distances_.distance(t, 0)});
        settle(targets_.back());
    }
}

void CirculantBatch::settle(Target& target) {
    target.done = target.done || target.bound >= target.program.value() * (1 - tolerance);
}

bool CirculantBatch::offer(std::size_t lane, Target& target) {
    const double length = distances_.distance(target.shift, lane);
    target.bound = std::max(target.bound, length);
    distances_.counts(target.shift, lane, counts_);
    const bool shortens = target.program.enter(counts_);
    target.moved = target.moved || shortens;
    settle(target);
    return shortens;
}

void CirculantBatch::offer_mirrored(std::size_t lane, Target& target) {
    const Node opposite = topology_.size() - target.shift;
    target.bound = std::max(target.bound, distances_.distance(opposite, lane));
    distances_.counts(opposite, lane, backwards_);
    counts_.resize(backwards_.size());
    for (std::size_t g = 0; g < backwards_.size(); ++g) counts_[opposite_[g]] = backwards_[g];
    target.moved = target.program.enter(counts_) || target.moved;
    settle(target);
}

void CirculantBatch::share(std::size_t lane) {
    for (std::size_t other = 0; other < used_; ++other) {
        Target& target = *in_lane_[other];
        if (other != lane && !target.done) offer(lane, target);
        if (mirrored_ && !target.done) offer_mirrored(lane, target);
    }
}

std::size_t CirculantBatch::offer(std::size_t lane) {
    std::size_t settled = 0;
    for (auto& target : targets_) {
        if (target.done) continue;
        offer(lane, target);
        settled += target.done;
    }
    return settled;
}

const CirculantTarget* CirculantBatch::solved(Node residue) const {
    const int place = place_[residue];
    return place < 0 || !targets_[place].done ? nullptr : &targets_[place];
}

void CirculantBatch::borrow(Target& target) {
    const Node n = topology_.size();
    for (std::size_t g = 0; g < offsets_.size(); ++g) {
        const Node from = (target.shift + n - offsets_[g]) % n;
        const Target* near = solved(from);
        const Target* image = near || !mirrored_ || from == 0 ? nullptr : solved(n - from);
        const auto enter = [&](const std::vector<Node>& walk) {
            counts_ = walk;
            for (std::size_t i = 0; image && i < walk.size(); ++i) counts_[opposite_[i]] = walk[i];
            const int back = opposite_[g];
            if (back >= 0 && counts_[back] > 0)
                --counts_[back];
            else
                ++counts_[g];
            target.program.enter(counts_);
        };
        if (near || image) (near ? near : image)->program.for_each_walk(enter);
    }
}

bool CirculantBatch::fill_lanes() {
    used_ = 0;
    std::size_t open = 0;
    for (auto& target : targets_) {
        if (target.done) continue;
        ++open;
        if (used_ == lanes) continue;
        // A walk that does not pay at first may do beside another one.
        for (int k = 0; target.rounds == 0 && k < 2; ++k) borrow(target);
        for (std::size_t g = 0; g < weights_.size(); ++g)
            weights_[g] = std::max(0.0, target.program.weight(g));
        set_weights(used_);
        target.moved = false;
        in_lane_[used_++] = &target;
    }
    open_ = open;
    return used_ > 0;
}

void CirculantBatch::advance() {
    distances_.price();
    for (std::size_t lane = 0; lane < used_; ++lane) {
        Target& target = *in_lane_[lane];
        if (target.done) continue;
        const bool last = ++target.rounds == most_rounds;
        const bool moved_before = target.moved;
        if ((!offer(lane, target) && !moved_before) || last) target.done = true;
        share(lane);
        if (settled_ < cost_of_offer * static_cast<double>(open_)) continue;
        settled_ = (settled_ + static_cast<double>(offer(lane))) / 2;
    }
}

}  // namespace lightsweep::kernels
