#include "solvers/swot/swot_milp.hpp"

#include <algorithm>
#include <stdexcept>

#include "solvers/milp/linear_program.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;

namespace {

constexpr double none = milp::unbounded;
constexpr double cbc_tolerance = 5e-6;  // relative: integrality 1e-6 times the largest M

/// Columns of one step, plane and permutation; the end is that of the step and plane.
struct Columns {
    int end, share, used, switches, holds;
};

class CompactProgram {
  public:
    explicit CompactProgram(const PlaneProblem& problem)
        : problem_(problem), held_(kernels::held_at_start(problem)) {
        unit = problem.base_latency;
        for (const auto& plane : problem.planes) unit = std::max(unit, plane.reconfiguration_delay);
        for (const auto& step : problem.steps)
            unit += step.volume() / problem.total_bandwidth() + step.computation;
        set_bounds();
        for (std::size_t i = 0; i < problem.steps.size(); ++i) add_step(i);
        if (!ends_.empty()) program.objective_[ends_.back()] = 1;
        for (int j = 0; j < problem.n_planes() && !ends_.empty(); ++j)
            if (const int next = next_alike(j); next >= 0)
                row({{at(0, j).used, 1}, {at(0, next).used, -1}}, 0, none);
    }

    /// All planes in every step, as the program's columns.
    std::vector<double> strawman() const {
        std::vector<double> x(program.n_columns(), 0.0);
        const auto schedule = strawman_schedule(problem_);
        const auto timeline = kernels::replay_planes(problem_, schedule);
        for (std::size_t i = 0; i < ends_.size(); ++i) x[ends_[i]] = timeline.step_ends[i] / unit;
        for (const auto& event : timeline.events) {
            const auto use = std::ranges::find(schedule.steps[event.step], event.plane,
                                               &kernels::PlaneUse::plane);
            const auto& columns = at(event.step, event.plane, use->peer);
            if (event.reconfigure) x[columns.switches] = 1;
            if (event.reconfigure) continue;
            x[columns.used] = 1;
            x[columns.end] = event.end / unit;
            x[columns.share] = event.bytes / problem_.planes[event.plane].bandwidth / unit;
            x[columns.holds] = 1 - x[columns.switches];
        }
        return x;
    }

    UsedSets used_sets(const std::vector<double>& x) const {
        UsedSets sets(problem_.steps.size());
        for (std::size_t i = 0; i < sets.size(); ++i)
            for (int j = 0; j < problem_.n_planes(); ++j)
                for (std::size_t c = 0; c < problem_.steps[i].peers(); ++c)
                    if (x[at(i, j, c).used] > 0.5) sets[i].push_back({j, c});
        return sets;
    }

    milp::LinearProgram program;
    double unit = 0;  ///< [s]

  private:
    using Terms = std::vector<std::pair<int, double>>;

    const Columns& at(std::size_t step, int plane, std::size_t peer = 0) const {
        return columns_[step * problem_.planes.size() + plane][peer];
    }
    void row(const Terms& terms, double lower, double upper) {
        const int index = program.add_row(lower, upper);
        for (const auto& [column, coefficient] : terms) program.set(index, column, coefficient);
    }

    /// The next plane of the same speed, delay and configuration held: the first step uses the
    /// first ones of such planes. -1: there is none.
    int next_alike(int plane) const {
        const auto& one = problem_.planes[plane];
        for (int j = plane + 1; j < problem_.n_planes(); ++j)
            if (problem_.planes[j].bandwidth == one.bandwidth &&
                problem_.planes[j].reconfiguration_delay == one.reconfiguration_delay &&
                held_[j] == held_[plane])
                return j;
        return -1;
    }

    double least(std::size_t i) const {
        const auto& step = problem_.steps[i];
        if (!problem_.is_plain())
            return (ideal_step(problem_, step, problem_.n_planes()) + step.computation) / unit;
        return (problem_.steps[i].bytes / problem_.total_bandwidth() + problem_.base_latency) /
               unit;
    }
    /// Bounds on the ends of the steps.
    void set_bounds() {
        double end = strawman_time(problem_) / unit * (1 + 1e-9), begin = 0;
        latest_.resize(problem_.steps.size());
        for (std::size_t i = problem_.steps.size(); i-- > 0;) {
            latest_[i] = end;
            end -= least(i);
        }
        for (std::size_t i = 0; i < problem_.steps.size(); ++i)
            earliest_.push_back(begin += least(i));
    }

    void add_step(std::size_t i) {
        ends_.push_back(program.add_column(0, earliest_[i], latest_[i]));
        if (i > 0) row({{ends_[i], 1}, {ends_[i - 1], -1}}, least(i), none);
        for (int j = 0; j < problem_.n_planes(); ++j) add_use(i, j);
        for (std::size_t c = 0; c < problem_.steps[i].peers(); ++c) {
            const double bytes = problem_.steps[i].peer(c).bytes;
            const int work = program.add_row(bytes / problem_.total_bandwidth() / unit, none);
            for (int j = 0; j < problem_.n_planes(); ++j)
                program.set(work, at(i, j, c).share,
                            problem_.planes[j].bandwidth / problem_.total_bandwidth());
        }
    }

    void add_use(std::size_t i, int j) {
        const auto& step = problem_.steps[i];
        const double latency = problem_.base_latency / unit;
        const double delay = problem_.planes[j].reconfiguration_delay / unit;
        const double computed = step.computation / unit;
        const double latest = i == 0 ? 0.0 : latest_[i - 1];
        const int end = program.add_column(0, 0, none);
        auto& all = columns_.emplace_back();
        Terms clock{{end, 1}}, barrier{{end, 1}};
        if (i > 0) clock.push_back({at(i - 1, j).end, -1});
        if (i > 0) barrier.push_back({ends_[i - 1], -1});
        for (std::size_t p = 0; p < step.peers(); ++p) {
            const double most = step.peer(p).bytes / problem_.planes[j].bandwidth / unit;
            const Columns c{end, program.add_column(0, 0, most), program.add_column(0, 0, 1, true),
                            program.add_column(0, 0, 1, true), program.add_column(0, 0, 1)};
            all.push_back(c);
            row({{c.share, 1}, {c.used, -most}}, -none, 0);
            row({{c.switches, 1}, {c.used, -1}, {c.holds, 1}}, 0, none);
            row({{c.switches, 1}, {c.used, -1}}, -none, 0);
            for (const auto& term : Terms{{c.share, -1}, {c.used, -latency}, {c.switches, -delay}})
                clock.push_back(term);
            barrier.push_back({c.share, -1});
            barrier.push_back({c.used, -latency - latest - computed});
        }
        if (step.peers() > 1) row(uses_of(i, j), -none, 1);
        row({{ends_[i], 1}, {end, -1}}, 0, none);
        row(clock, 0, none);
        if (i > 0 || computed > 0) row(barrier, -latest, none);
        for (std::size_t p = 0; p < step.peers(); ++p) match(i, j, p);
    }

    /// The sum of a plane's uses in a step, at most 1, times a factor.
    Terms uses_of(std::size_t i, int j) const {
        Terms terms;
        for (std::size_t p = 0; p < problem_.steps[i].peers(); ++p)
            terms.push_back({at(i, j, p).used, 1});
        return terms;
    }

    /// Rows that say when the plane may hold the configuration without switching: it has sent
    /// nothing else since its last use of it, or since the start.
    void match(std::size_t i, int j, std::size_t peer) {
        const int holds = at(i, j, peer).holds;
        const auto wanted = problem_.steps[i].peer(peer).configuration;
        const auto exclusive = [&](std::size_t t, int also) {
            auto terms = uses_of(t, j);
            terms.insert(terms.begin(), {holds, 1});
            if (also >= 0) terms.push_back({also, -1});
            row(terms, -none, 1);
        };
        std::size_t before = i;
        while (before > 0 && !problem_.steps[before - 1].uses(wanted)) --before;
        const bool from_start = problem_.initial == InitialPlanes::free || held_[j] == wanted;
        if (before == 0 && !from_start) program.upper_[holds] = 0;
        for (std::size_t t = before; t < i; ++t) exclusive(t, -1);
        if (before == 0) return;
        const auto& with = problem_.steps[before - 1];
        std::size_t own = 0;
        while (with.peer(own).configuration != wanted) ++own;
        const int last = at(before - 1, j, own).used;
        if (!from_start) row({{holds, 1}, {last, -1}}, -none, 0);
        for (std::size_t t = 0; from_start && t + 1 < before; ++t) exclusive(t, last);
        if (from_start && with.peers() > 1) exclusive(before - 1, last);
    }

    const PlaneProblem& problem_;
    std::vector<kernels::HeldConfiguration> held_;
    std::vector<double> earliest_, latest_;
    std::vector<int> ends_;
    std::vector<std::vector<Columns>> columns_;
};

/// Works below this share of the program's unit are lost in CBC's tolerances (1e-7 of a row).
constexpr double smallest_share = 1e-4;

bool is_resolved(const PlaneProblem& problem, double unit) {
    return std::ranges::all_of(problem.steps, [&](const auto& step) {
        double least = step.bytes;
        for (const auto& other : step.others) least = std::min(least, other.bytes);
        return least / problem.total_bandwidth() >= smallest_share * unit;
    });
}

/// Delays longer than a known schedule are cut to twice its time: no better schedule waits for them
/// before or after the cut, and they no longer dominate the numbers of the program.
PlaneProblem with_useful_delays(PlaneProblem problem, double achieved) {
    for (auto& plane : problem.planes)
        plane.reconfiguration_delay = std::min(plane.reconfiguration_delay, 2 * achieved);
    return problem;
}

/// The better of lockstep and one-shot.
Solution known_schedule(const PlaneProblem& problem) {
    Solution best;
    best.schedule = strawman_schedule(problem);
    best.value = kernels::replay_planes(problem, best.schedule).end();
    if (const auto apart = one_shot_schedule(problem, OneShot::best)) offer(problem, *apart, best);
    return best;
}

/// For a problem without empty steps, and not a cold start on equal planes.
Solution solve_loaded(const PlaneProblem& problem, int max_nodes) {
    auto best = known_schedule(problem);
    const auto useful = with_useful_delays(problem, best.value);
    const CompactProgram compact(useful);
    const auto found = milp::solve_integer(compact.program, max_nodes, compact.strawman());
    best.nodes = found.nodes;
    if (!found.x.empty())
        offer(problem, best_shares(useful, compact.used_sets(found.x)).schedule, best);
    const bool resolved = is_resolved(problem, compact.unit);
    best.proven = found.outcome == milp::Outcome::optimal && resolved;
    best.exhausted = found.outcome == milp::Outcome::budget;
    best.lower_bound = two_resource_bound(problem);
    if (best.proven)
        best.lower_bound = best.value * (1 - cbc_tolerance);
    else if (resolved)
        best.lower_bound = std::max(best.lower_bound, found.bound * compact.unit);
    return best;
}

}  // namespace

Solution solve_by_program(const PlaneProblem& problem, int max_nodes) {
    kernels::require_sound(problem);
    for (const auto& step : problem.steps)
        if (static_cast<int>(step.peers()) > problem.n_planes())
            throw std::invalid_argument(
                "a step has more peers than there are planes: cut it first");
    const auto loaded = kernels::loaded_steps(problem);
    auto reduced = kernels::without_empty_steps(problem);
    Solution best;
    best.proven = loaded.empty();
    best.schedule.steps.resize(problem.steps.size());
    if (loaded.empty()) return best;
    const bool computes = std::ranges::any_of(
        problem.steps, [](const kernels::PlaneStep& step) { return step.computation > 0; });
    const bool waits = kernels::starts_cold(problem) && problem.equal_planes() && !computes;
    if (waits) reduced = kernels::starting(std::move(reduced), InitialPlanes::free);
    auto found = solve_loaded(reduced, max_nodes);
    best.schedule = over_all_steps(problem, loaded, std::move(found.schedule));
    const double cold = waits ? problem.planes[0].reconfiguration_delay : 0.0;
    best.nodes = found.nodes;
    best.proven = found.proven;
    best.value = kernels::replay_planes(problem, best.schedule).end();
    best.lower_bound = std::min(found.lower_bound + cold, best.value);
    best.exhausted = found.exhausted;
    return best;
}

}  // namespace lightsweep::solvers::swot
