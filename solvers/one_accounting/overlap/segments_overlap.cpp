#include "solvers/one_accounting/overlap/segments_overlap.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/one_accounting/overlap/group_shares.hpp"
#include "solvers/one_accounting/overlap/overlap_search.hpp"
#include "solvers/one_accounting/papers/common_schedulers.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::GroupSchedule;
using kernels::GroupTimeline;

/// Fractions of the delay at which `segments` is asked for guides, because hidden changes cost less
/// than the delay.
constexpr double guide_delays[] = {1, 0.5, 0.25, 0.125, 0};
/// A schedule this much slower than the best one is still polished by the program of shares.
constexpr double worth_polishing = 0.05;
/// Linear programs in a point's local search; fewer if each takes longer.
constexpr std::size_t most_programs = 64, fewest_programs = 4, programs_by_size = 2048;
/// Longer step lists are not searched for groups.
constexpr std::size_t most_steps = 64;
/// Bytes that take less than this fraction of delay and latencies do not matter to a search. They
/// are raised to it, because programs cannot distinguish smaller shares.
constexpr double least_bytes = 1e-8;
/// Relative gap below which a value counts as equal to its bound.
constexpr double proven_gap = 1e-9;

struct Found {
    GroupSchedule schedule;
    GroupTimeline line;
    double value() const { return line.planes.end(); }
};

class SegmentsOverlap : public PreparedScheduler {
  public:
    SegmentsOverlap(const Subject& problem, const SchedulerOptions& options)
        : PreparedScheduler(base_or_matching(problem)),
          segments_(prepare_segments(problem, options)),
          planes_(prepare_swot(problem, options)),
          start_(kernels::circuits_of_planes(problem->base, problem->lanes)),
          measure_(problem->measure.oracle(0)),
          is_cut_(std::ranges::any_of(problem->collective.steps, &kernels::Step::continues)),
          has_unions_(problem->collective.union_ports() > 0) {
        if (!has_unions_ && static_cast<std::size_t>(problem->lanes) <= most_planes &&
            problem->steps() <= most_steps)
            rates_.emplace(problem, segments_->space().topologies);
    }

    std::size_t bytes() const override { return segments_->bytes() + planes_->bytes(); }
    std::vector<std::string> solution_keys(const kernels::DelayRow& row,
                                           std::size_t i) const override {
        const auto one = point_of(row, i);
        const auto together = on_segments(one);
        return !has_unions_ && is_settled(one, together) ? std::vector<std::string>{}
                                                         : planes_->solution_keys(row, i);
    }
    void solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const override {
        planes_->solve_part(row, i, part);
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto one = point_of(row, i);
            const double bound = lower_bound(one);
            store_best(one, i, result);
            const bool proven = (structure().lanes == 1 && !is_cut_) ||
                                bound >= result.completion[i] * (1 - proven_gap);
            result.lower_bound[i] =
                proven ? result.completion[i] : std::min(bound, result.completion[i]);
            result.status[i] = proven ? Status::optimal : Status::feasible;
            result.reason[i] = Reason::none;
        }
    }

  private:
    static kernels::DelayRow point_of(const kernels::DelayRow& row, std::size_t i) {
        auto one = row;
        one.delays = row.delays.subspan(i, 1);
        return one;
    }

    /// Where steps have several peers, groups carry all of them at once, and planes that change one
    /// by one carry one each: the better of `segments` and `swot`.
    void store_best(const kernels::DelayRow& one, std::size_t i, ResultRow& result) const {
        const auto best = has_unions_ ? on_segments(one) : best_of(one);
        if (has_unions_) {
            ResultRow single;
            single.want_decisions = result.want_decisions;
            planes_->evaluate_without_computation(one, single);
            if (single.completion[0] * kernels::tie_factor <= best.value()) {  // its plan has ways
                result.set(i, single.breakdown(0));
                result.n_reconfigurations[i] = single.n_reconfigurations[0];
                if (result.want_decisions)
                    result.plane_plans.push_back(std::move(single.plane_plans[0]));
                return;
            }
        }
        result.set(i, best.line.cost);
        result.n_reconfigurations[i] = best.line.planes.n_reconfigurations;
        if (result.want_decisions) result.plane_plans.push_back({best.schedule, true});
    }

    /// Whether nothing can be gained any more, or there is nothing to overlap.
    bool is_settled(const kernels::DelayRow& one, const Found& together) const {
        return structure().lanes == 1 || lower_bound(one) >= together.value() * (1 - proven_gap);
    }

    Found best_of(const kernels::DelayRow& one) const {
        auto best = on_segments(one);
        if (is_settled(one, best)) return best;
        const double least =
            least_bytes * (one.per_step_latency + one.per_hop_latency + one.delays[0]);
        if (one.message_time >= least) return searched(one, std::move(best));
        auto more = one;
        more.message_time = least;
        const auto found = searched(more, on_segments(more));
        take_if_better(replayed(one, carrying(found.schedule, one)), best);
        return best;
    }
    /// The same groups with other bytes.
    GroupSchedule carrying(GroupSchedule schedule, const kernels::DelayRow& one) const {
        for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
            double sum = 0;
            for (const auto& group : schedule.steps[i]) sum += group.bytes;
            for (auto& group : schedule.steps[i])
                group.bytes *= structure().collective.steps[i].share * one.message_time / sum;
        }
        return schedule;
    }

    Found searched(const kernels::DelayRow& one, Found best) const {
        take_if_better(singly(one), best);
        if (!rates_ || lower_bound(one) >= best.value() * (1 - proven_gap)) return best;
        const OverlapPoint point{one.per_step_latency, one.per_hop_latency, one.message_time,
                                 one.delays[0]};
        const double below = best.value() * (1 + worth_polishing);
        const double bound = lower_bound(one);
        for (auto& found :
             search_overlap(*rates_, rates_->planes_of(0), point, guides(one), below)) {
            if (bound >= best.value() * kernels::tie_factor) return best;
            auto polished = with_best_shares(structure().collective, start_, found,
                                             parameters_of(one), measure_);
            take_if_better(replayed(one, std::move(found)), best);
            take_if_better(replayed(one, std::move(polished)), best);
        }
        if (bound >= best.value() * (1 - proven_gap)) return best;
        const auto p = parameters_of(one);
        const auto size = structure().steps() * static_cast<std::size_t>(structure().lanes);
        const auto programs = std::clamp(programs_by_size / size, fewest_programs, most_programs);
        auto flipped = improved_by_flips(structure().collective, start_, best.schedule, p, measure_,
                                         static_cast<int>(programs));
        take_if_better(replayed(one, std::move(flipped)), best);
        return best;
    }

    /// Keeps the better one; of equal ones the first.
    static void take_if_better(Found found, Found& best) {
        if (found.value() < best.value() * kernels::tie_factor) best = std::move(found);
    }

    /// Parameters with seconds of a node's bandwidth instead of bytes.
    static kernels::Parameters parameters_of(const kernels::DelayRow& one) {
        return {one.per_step_latency, one.per_hop_latency, one.message_time, 1.0, one.delays[0]};
    }

    Found replayed(const kernels::DelayRow& one, GroupSchedule schedule) const {
        const auto& collective = structure().collective;
        auto line = kernels::replay_groups(
            collective, kernels::group_problem(collective, start_, parameters_of(one), measure_),
            schedule);
        if (!line.planes.violation.empty()) throw std::logic_error(line.planes.violation);
        return {std::move(schedule), std::move(line)};
    }

    /// The schedule of `segments` with all planes as one group; planes common to two topologies are
    /// kept.
    Found on_segments(const kernels::DelayRow& one) const {
        ResultRow row;
        row.want_decisions = true;
        segments_->evaluate_without_computation(one, row);
        const auto walk = states(row, 0);
        GroupSchedule schedule;
        auto held = start_;
        for (std::size_t i = 0; i < walk.size(); ++i) {
            schedule.steps.emplace_back();
            const auto& step = structure().collective.steps[i];
            if (!kernels::is_loaded(step)) continue;
            held = changed_to(held, segments_->space().topologies[walk[i]]);
            std::vector<int> all;
            for (int j = 0; j < structure().lanes; ++j) all.push_back(j);
            schedule.steps.back().push_back({all, held, step.share * one.message_time});
        }
        return replayed(one, std::move(schedule));
    }
    std::vector<std::size_t> states(const ResultRow& row, std::size_t i) const {
        const auto& decisions = segments_->space();
        const std::span mask(&row.decision[i * decisions.words()], decisions.words());
        std::vector<std::size_t> walk;
        for (std::size_t step = 0; step < structure().steps(); ++step)
            walk.push_back(kernels::state_at(mask, step, decisions.bits));
        return walk;
    }
    std::vector<kernels::Permutation> changed_to(std::vector<kernels::Permutation> held,
                                                 const kernels::Topology& topology) const {
        auto missing = kernels::circuits_of_planes(topology, structure().lanes);
        std::vector<kernels::Permutation*> free;
        for (auto& one : held) {
            const auto same = std::ranges::find(missing, one);
            if (same == missing.end())
                free.push_back(&one);
            else
                missing.erase(same);
        }
        for (std::size_t i = 0; i < free.size(); ++i) *free[i] = missing[i];
        return held;
    }

    /// The schedule of `swot`: every plane is a group on the step's circuits.
    Found singly(const kernels::DelayRow& one) const {
        ResultRow row;
        row.want_decisions = true;
        planes_->evaluate_without_computation(one, row);
        return replayed(one, std::move(row.plane_plans[0].schedule));
    }

    /// The walks of `segments` at this delay and at fractions of it.
    std::vector<Guide> guides(const kernels::DelayRow& one) const {
        std::vector<double> delays;
        for (const double part : guide_delays) delays.push_back(part * one.delays[0]);
        auto all = one;
        all.delays = delays;
        ResultRow row;
        row.want_decisions = true;
        segments_->evaluate_without_computation(all, row);
        std::vector<Guide> found;
        for (std::size_t i = 0; i < delays.size(); ++i) {
            auto guide = states(row, i);
            if (std::ranges::find(found, guide) == found.end()) found.push_back(std::move(guide));
        }
        return found;
    }

    /// Lower bound. A schedule that never changes takes the base's time. A plane that changes once
    /// is silent for D; of this time the latencies of the steps, when no plane sends in its own
    /// step, cost nothing.
    double lower_bound(const kernels::DelayRow& one) const {
        const auto& costs = structure().costs;
        const double unit = one.per_step_latency + one.per_hop_latency;
        double ideal = 0, on_base = 0, latencies = 0;
        for (std::size_t i = 0; i < structure().steps(); ++i) {
            if (!kernels::is_loaded(structure().collective.steps[i])) continue;
            const double work = costs.share[i] * one.message_time;
            ideal += unit + work * lane_stretch(i);
            latencies += unit;
            on_base += has_base_bound(i)
                           ? one.per_step_latency + one.per_hop_latency * costs.hops[i] +
                                 work * costs.least_stretch[i]
                           : unit + work * lane_stretch(i);
        }
        const double lost = std::max(0.0, one.delays[0] - latencies);
        if (is_cut_) return ideal;
        return std::min(on_base, ideal + lost / structure().lanes);
    }
    /// Of several permutations, which share lanes only in whole lanes; other cuts may avoid that.
    double lane_stretch(std::size_t step) const {
        return is_cut_
                   ? 1
                   : kernels::matched_step(structure().collective.steps[step], structure().lanes)
                         .stretch;
    }
    /// Whether the whole base is at least as good as every way to cut it into groups: its least
    /// stretch is the maximum over all routes, and no part has shorter routes. Several permutations
    /// use their own planes alone.
    bool has_base_bound(std::size_t step) const {
        if (!structure().costs.reachable(step)) return false;
        if (!structure().collective.steps[step].other_peers.empty()) return true;
        if (structure().base.kind() == kernels::Topology::Kind::torus ||
            structure().base.lane_list().size() == 1)
            return structure().measure.splits_over_lanes() ||
                   structure().base.kind() == kernels::Topology::Kind::lanes;
        const auto& peer = structure().collective.steps[step].peer;
        return structure().measure.splits_over_lanes() && (peer.as_shift() || peer.is_involution());
    }

    Prepared segments_, planes_;
    std::vector<kernels::Permutation> start_;
    kernels::FlowOracle measure_;
    bool is_cut_;      ///< another cut of steps with more peers than lanes may be faster
    bool has_unions_;  ///< some step has several peers
    std::optional<GroupRates> rates_;
};

}  // namespace

Prepared prepare_segments_overlap(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<SegmentsOverlap>(problem, options);
}

}  // namespace lightsweep::solvers::one_accounting
