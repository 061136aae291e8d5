#include "solvers/one_accounting/overlap/overlap_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "solvers/one_accounting/overlap/overlap_rests.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using Id = PlaneSet::Id;
using Mask = PlaneMask;
using Held = std::array<Id, most_planes>;

/// Labels kept after a step, in total over all steps: fewer per step if there are more steps.
constexpr std::size_t labels_in_all = 1024, fewest_labels = 8, most_labels = 128;
constexpr std::size_t most_alike = 12;       ///< labels with the same circuits
constexpr std::size_t most_schedules = 8;    ///< schedules that are returned
constexpr std::size_t most_still_sets = 96;  ///< per label: sets of planes that are not changed
constexpr std::size_t look_ahead = 3;        ///< steps ahead whose guides a change may aim at

class Beam {
  public:
    Beam(const GroupRates& rates, const OverlapPoint& point, const std::vector<Guide>& guides,
         double below)
        : rates_(rates),
          p_(point),
          guides_(guides),
          below_(below),
          unit_(point.per_step + point.per_hop),
          n_(static_cast<std::size_t>(rates.structure().lanes)),
          loaded_(kernels::loaded_steps(rates.structure().collective)),
          rests_(rates, point, guides, loaded_),
          uniform_(rates.n_permutations() * n_) {
        width_ = std::clamp(labels_in_all / std::max<std::size_t>(loaded_.size(), 1), fewest_labels,
                            most_labels);
    }

    std::vector<kernels::GroupSchedule> run(const std::vector<Id>& start) {
        Label first{};
        std::copy(start.begin(), start.end(), first.held.begin());
        first.before = -1;
        layers_.assign(1, {first});
        for (std::size_t at = 0; at < loaded_.size(); ++at) {
            next_.clear();
            for (std::size_t l = 0; l < layers_.back().size(); ++l) expand(l, at);
            keep_best();
            if (layers_.back().empty()) return {};
        }
        // The last layer is sorted by time.
        std::vector<kernels::GroupSchedule> found;
        for (std::size_t l = 0; l < std::min(most_schedules, layers_.back().size()); ++l)
            found.push_back(schedule(l));
        return found;
    }

  private:
    PlaneSet set_of(Mask planes, const Held& holds) const {
        PlaneSet set;
        for (; planes; planes &= planes - 1) set.add(holds[std::countr_zero(planes)]);
        return set;
    }
    /// As GroupRates knows it, mostly without its lock.
    const GroupRate& rate_of(Mask planes, const Held& holds, std::size_t step) {
        const auto first = std::size_t{holds[std::countr_zero(planes)]};
        if (alike(planes, holds)) {
            auto& known =
                uniform_[first * n_ + static_cast<std::size_t>(std::popcount(planes)) - 1];
            if (!known) known = &rates_.rates(set_of(planes, holds));
            return (*known)[step];
        }
        const auto set = set_of(planes, holds);
        auto& recent = recent_[PlaneSet::Hash()(set) % recent_.size()];
        if (!recent.rates || !(recent.planes == set)) recent = {set, &rates_.rates(set)};
        return (*recent.rates)[step];
    }
    double bytes(std::size_t step) const {
        return rates_.structure().collective.steps[step].share * p_.message_time;
    }
    double latency(const GroupRate& rate) const { return p_.per_step + p_.per_hop * rate.hops; }

    /// Adds the planes that send together from `ready` on: as one group, or (apart) the planes on
    /// the step's own circuits as one group and one group for each other permutation. False if no
    /// group can send.
    bool add_groups(Mask planes, const Held& holds, double ready, std::size_t step, bool apart,
                    Sending& sending) {
        if (planes == 0) return true;
        if (!apart) {
            const auto& whole = rate_of(planes, holds, step);
            if (whole.rate > 0) sending.add(planes, ready + latency(whole), whole.rate);
            return whole.rate > 0;
        }
        bool any = false;
        while (planes) {
            const Id id = holds[std::countr_zero(planes)];
            Mask same = 0;
            for (Mask left = planes; left; left &= left - 1)
                if (holds[std::countr_zero(left)] == id) same |= left & -left;
            planes &= ~same;
            const auto& rate = rate_of(same, holds, step);
            if (rate.rate <= 0) continue;
            sending.add(same, ready + latency(rate), rate.rate);
            any = true;
        }
        return any;
    }
    /// The time from which a plane can send if it is changed.
    double ready(const Label& label, int plane) const {
        return std::max(label.end, label.free[plane] + p_.delay);
    }
    double last_ready(const Label& label, Mask changed) const {
        double last = label.end;
        for (; changed; changed &= changed - 1)
            last = std::max(last, ready(label, std::countr_zero(changed)));
        return last;
    }
    /// No move in which all planes send ends earlier: they have full bandwidth from when they are
    /// ready.
    double mean_end(const Label& label, std::size_t step, const Move& move, double last) const {
        double sum = bytes(step) * static_cast<double>(n_);
        for (Mask planes = move.still | move.changed; planes; planes &= planes - 1) {
            const auto j = std::countr_zero(planes);
            const bool stays = move.still >> j & 1;
            sum += move.waits ? last : stays ? label.end : ready(label, j);
        }
        return unit_ + sum / std::popcount(move.still | move.changed);
    }
    /// Tries a move after which the planes hold `holds`. False if it is not possible, or if some
    /// changed plane is ready too late: the others have ended, or the schedule would take too long.
    bool try_move(std::size_t from, std::size_t at, const Held& holds, Move move) {
        const Label& label = layers_.back()[from];
        const std::size_t step = loaded_[at];
        const double rest = rests_.ideal(at + 1), last = last_ready(label, move.changed);
        if (last + unit_ + rest >= below_) return false;
        if (mean_end(label, step, move, last) + rest >= below_) return true;
        const bool mixed = move.waits ? !alike(move.still | move.changed, holds)
                                      : !alike(move.still, holds) || !alike(move.changed, holds);
        double end = HUGE_VAL;
        Mask used = 0;
        for (const bool apart : {false, true}) {
            if (apart && !mixed) break;
            auto tried = move;
            tried.apart = apart;
            auto sending = sent(label, step, holds, tried);
            const Mask planes = sending.planes();
            if ((planes & move.changed) != move.changed || sending.end >= end) continue;
            end = sending.end;
            used = planes;
            move.apart = apart;
        }
        if (end + rest >= below_ * (1 - 1e-12)) return std::isfinite(end);
        Label& next = next_.emplace_back(label);
        next.held = holds;
        next.end = end;
        next.before = static_cast<std::int32_t>(from);
        next.move = move;
        for (; used; used &= used - 1) next.free[std::countr_zero(used)] = end;
        next.score = next.end + rests_.expected(next, at + 1);
        return true;
    }
    /// True if planes hold one permutation, so that they are one group in any case.
    static bool alike(Mask planes, const Held& holds) {
        const Id first = planes ? holds[std::countr_zero(planes)] : Id{};
        for (; planes; planes &= planes - 1)
            if (holds[std::countr_zero(planes)] != first) return false;
        return true;
    }
    /// What the planes of a move send in a step; it never ends if the move is not possible.
    Sending sent(const Label& label, std::size_t step, const Held& holds, const Move& move) {
        Sending sending;
        if (gather(label, step, holds, move, sending)) sending.fill(bytes(step));
        return sending;
    }
    bool gather(const Label& label, std::size_t step, const Held& holds, const Move& move,
                Sending& sending) {
        const auto add = [&](Mask planes, double ready) {
            return add_groups(planes, holds, ready, step, move.apart, sending);
        };
        if (move.waits) return add(move.still | move.changed, last_ready(label, move.changed));
        if (move.still && !add(move.still, label.end)) return false;
        for (Mask left = move.changed; left;) {
            const double free = label.free[std::countr_zero(left)];
            Mask same = 0;
            for (std::size_t j = 0; j < n_; ++j)
                if ((left >> j & 1) && label.free[j] == free) same |= Mask{1} << j;
            left &= ~same;
            if (!add(same, ready(label, std::countr_zero(same)))) return false;
        }
        return !sending.groups().empty();
    }

    /// Sets of planes that are not changed: some planes of each permutation, those used last first.
    std::vector<Mask> still_sets(const Label& label) const {
        std::vector<std::size_t> order(n_);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
            if (label.held[a] != label.held[b]) return label.held[a] < label.held[b];
            return label.free[a] != label.free[b] ? label.free[a] > label.free[b] : a < b;
        });
        std::vector<Mask> sets{0};
        for (std::size_t begin = 0, end = 0; begin < n_; begin = end) {
            while (end < n_ && label.held[order[end]] == label.held[order[begin]]) ++end;
            const auto before = sets;
            const bool all_or_none = before.size() * (end - begin + 1) > most_still_sets;
            Mask taken = 0;
            for (std::size_t i = begin; i < end; ++i) {
                taken |= Mask{1} << order[i];
                if (all_or_none && i + 1 < end) continue;
                for (const Mask set : before) sets.push_back(set | taken);
            }
        }
        return sets;
    }
    void expand(std::size_t from, std::size_t at) {
        const Label& label = layers_.back()[from];
        const Mask all = (Mask{1} << n_) - 1;
        const Id own = rates_.own(loaded_[at]);
        for (const Mask still : still_sets(label)) {
            if (still) try_move(from, at, label.held, {.still = still});
            Mask left = all & ~still;
            for (std::size_t j = 0; j < n_; ++j)
                if (label.held[j] == own) left &= ~(Mask{1} << j);
            Held holds = label.held;
            Mask changed = 0;
            while (left) {
                const std::size_t plane = longest_free(label, n_, left);
                left &= ~(Mask{1} << plane);
                changed |= Mask{1} << plane;
                holds[plane] = own;
                if (!try_move(from, at, holds, {still, changed})) break;  // the next are as late
            }
        }
        for (const std::size_t target : targets(at)) aim_at(from, at, rates_.planes_of(target));
    }
    /// Topologies of the guides in this step and the next ones, without duplicates.
    std::vector<std::size_t> targets(std::size_t at) const {
        std::vector<std::size_t> found;
        for (std::size_t i = at; i < std::min(at + look_ahead, loaded_.size()); ++i)
            for (const auto& guide : guides_) found.push_back(guide[loaded_[i]]);
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    /// Tries to change some or all of the planes that a topology still needs.
    void aim_at(std::size_t from, std::size_t at, const std::vector<Id>& wanted) {
        const Label& label = layers_.back()[from];
        const Mask all = (Mask{1} << n_) - 1;
        Mask still = 0, left = all;
        std::vector<Id> missing;
        for (const Id id : wanted) {
            const auto keeper = holder(label, n_, left, id);
            if (keeper == n_) {
                missing.push_back(id);
                continue;
            }
            left &= ~(Mask{1} << keeper);
            still |= Mask{1} << keeper;
        }
        Held holds = label.held;
        Mask changed = 0;
        for (const std::size_t i : dealt(missing)) {
            const std::size_t plane = longest_free(label, n_, left);
            left &= ~(Mask{1} << plane);
            changed |= Mask{1} << plane;
            holds[plane] = missing[i];
            try_move(from, at, holds, {still, changed});
            if (left) try_move(from, at, holds, {still | left, changed});
            if (changed == (all & ~still))
                try_move(from, at, holds, {.still = still, .changed = changed, .waits = true});
        }
    }
    /// Order of a list in which different entries alternate.
    static std::vector<std::size_t> dealt(const std::vector<Id>& ids) {
        std::vector<std::size_t> order(ids.size()), turn(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            order[i] = i;
            for (std::size_t j = 0; j < i; ++j) turn[i] += ids[j] == ids[i];
        }
        std::ranges::stable_sort(order,
                                 [&](std::size_t a, std::size_t b) { return turn[a] < turn[b]; });
        return order;
    }

    /// Planes sorted by their circuits, then by their lead.
    struct Profile {
        PlaneSet held;
        std::array<double, most_planes> free{};
    };
    Profile profile_of(const Label& label) const {
        std::array<std::size_t, most_planes> order{};
        std::iota(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n_), std::size_t{0});
        const auto free = [&](std::size_t j) {
            return std::max(label.free[j], label.end - p_.delay);
        };
        std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n_),
                  [&](std::size_t a, std::size_t b) {
                      if (label.held[a] != label.held[b]) return label.held[a] < label.held[b];
                      return free(a) < free(b);
                  });
        Profile profile;
        for (std::size_t i = 0; i < n_; ++i) {
            profile.held.add(label.held[order[i]]);
            profile.free[i] = free(order[i]);
        }
        return profile;
    }
    bool beats(const Label& a, const Profile& of_a, const Label& b, const Profile& of_b) const {
        if (a.end > b.end) return false;
        for (std::size_t i = 0; i < n_; ++i)
            if (of_a.free[i] > of_b.free[i]) return false;
        return true;
    }
    void keep_best() {
        struct Rank {
            double score, end;
            std::size_t label;
            auto operator<=>(const Rank&) const = default;
        };
        std::vector<Rank> ranks;
        for (std::size_t i = 0; i < next_.size(); ++i)
            ranks.push_back({next_[i].score, next_[i].end, i});
        std::ranges::make_heap(ranks, std::greater{});
        std::vector<Label> kept;
        std::vector<Profile> profiles;
        for (; !ranks.empty() && kept.size() < width_; ranks.pop_back()) {
            std::ranges::pop_heap(ranks, std::greater{});
            const std::size_t i = ranks.back().label;
            const auto profile = profile_of(next_[i]);
            std::size_t alike = 0;
            bool beaten = false;
            for (std::size_t other = 0; other < kept.size() && !beaten; ++other) {
                if (!(profiles[other].held == profile.held)) continue;
                ++alike;
                beaten = beats(kept[other], profiles[other], next_[i], profile);
            }
            if (beaten || alike >= most_alike) continue;
            kept.push_back(next_[i]);
            profiles.push_back(profile);
        }
        layers_.push_back(std::move(kept));
    }
    kernels::GroupSchedule schedule(std::size_t at) {
        kernels::GroupSchedule made;
        made.steps.resize(rates_.structure().steps());
        for (std::size_t layer = loaded_.size(); layer > 0; --layer) {
            const Label& label = layers_[layer][at];
            at = static_cast<std::size_t>(label.before);
            const std::size_t step = loaded_[layer - 1];
            auto sending = sent(layers_[layer - 1][at], step, label.held, label.move);
            for (const auto& group : sending.groups())
                made.steps[step].push_back(group_of(label, group));
        }
        return made;
    }
    kernels::PlaneGroup group_of(const Label& label, const Sending::Group& sent) const {
        kernels::PlaneGroup group{{}, {}, sent.bytes};
        for (std::size_t j = 0; j < n_; ++j) {
            if (!(sent.planes >> j & 1)) continue;
            group.planes.push_back(static_cast<int>(j));
            group.circuits.push_back(rates_.permutation(label.held[j]));
        }
        return group;
    }

    const GroupRates& rates_;
    const OverlapPoint p_;
    const std::vector<Guide>& guides_;
    double below_, unit_;  ///< unit_: latency of one hop
    std::size_t n_, width_ = 0;
    std::vector<std::size_t> loaded_;
    OverlapRests rests_;
    std::vector<std::vector<Label>> layers_;
    std::vector<Label> next_;
    struct Recent {
        PlaneSet planes;
        const std::vector<GroupRate>* rates = nullptr;
    };
    /// Of 1, 2, ... planes that hold the same permutation, by its number.
    std::vector<const std::vector<GroupRate>*> uniform_;
    std::array<Recent, 512> recent_;  ///< by hash: the last set that was looked up
};

}  // namespace

std::vector<kernels::GroupSchedule> search_overlap(const GroupRates& rates,
                                                   const std::vector<GroupRates::Id>& start,
                                                   const OverlapPoint& point,
                                                   const std::vector<Guide>& guides, double below) {
    return Beam(rates, point, guides, below).run(start);
}

}  // namespace lightsweep::solvers::one_accounting
