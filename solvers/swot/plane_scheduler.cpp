#include "solvers/swot/plane_scheduler.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;

namespace {

class KeyWriter {
  public:
    explicit KeyWriter(std::string_view head) : text_(head) {}
    void add(double number) { add_bits(std::bit_cast<std::uint64_t>(number)); }
    void add(std::int64_t number) { add_bits(static_cast<std::uint64_t>(number)); }
    std::string take() { return std::move(text_); }

  private:
    void add_bits(std::uint64_t bits) {
        char digits[16];
        const auto end = std::to_chars(std::begin(digits), std::end(digits), bits, 16).ptr;
        text_ += ' ';
        text_.append(digits, end);
    }
    std::string text_;
};

}  // namespace

std::string exact_key(std::string_view scheduler, std::int64_t budget,
                      const kernels::PlaneProblem& problem) {
    KeyWriter key(scheduler);
    key.add(budget);
    key.add(static_cast<std::int64_t>(problem.initial));
    key.add(problem.base_latency);
    key.add(static_cast<std::int64_t>(problem.planes.size()));
    for (const auto& plane : problem.planes) {
        key.add(plane.bandwidth);
        key.add(plane.reconfiguration_delay);
    }
    for (const auto& held : problem.held) {
        key.add(static_cast<std::int64_t>(held.has_value()));
        key.add(held.value_or(0));
    }
    for (const auto& step : problem.steps) {
        for (const auto& other : step.others) {
            key.add(std::int64_t{-1});
            key.add(other.configuration);
            key.add(other.bytes);
        }
        if (step.computation > 0) {
            key.add(std::int64_t{-2});
            key.add(step.computation);
        }
        key.add(step.configuration);
        key.add(step.bytes);
    }
    return key.take();
}

std::optional<Solution> SolutionStore::find(const std::string& key) const {
    const std::scoped_lock lock(mutex_);
    const auto found = solutions_.find(key);
    return found == solutions_.end() ? std::nullopt : std::optional(found->second);
}

void SolutionStore::put(const std::string& key, Solution solution) {
    const std::scoped_lock lock(mutex_);
    solutions_[key] = std::move(solution);
}

Subject with_store(Subject structure) {
    if (structure->entries.empty() || structure->planes.known) return structure;
    auto own = *structure;
    own.planes.known = std::make_shared<SolutionStore>();
    return std::make_shared<const Problem>(std::move(own));
}

PlaneProblem plane_problem(const kernels::Collective& collective, const SwitchPlanes& planes,
                           const kernels::DelayRow& row, std::size_t i) {
    PlaneProblem problem;
    problem.steps = kernels::plane_steps(collective, row.message_time);
    const double all = planes.total_speed();
    for (std::size_t j = 0; j < planes.speeds.size(); ++j)
        problem.planes.push_back({planes.speeds[j] / all, row.delays[i] * planes.delays[j]});
    problem.base_latency = row.per_step_latency + row.per_hop_latency;
    problem.initial = planes.initial;
    problem.held = planes.held;
    return problem;
}

Status status_of(const Solution& solution) {
    if (solution.proven) return Status::optimal;
    return solution.exhausted ? Status::budget : Status::feasible;
}

FixedParts fixed_parts(const PlaneProblem& problem) {
    const auto loaded = static_cast<double>(kernels::loaded_steps(problem).size());
    const double startup = problem.base_latency * loaded;
    return {startup, ideal_time(problem) - startup};
}

std::shared_ptr<const kernels::Collective> PlaneScheduler::carried(
    const kernels::DelayRow& row) const {
    const auto& own = structure().collective;
    if (!own.pipeline) return {std::shared_ptr<const void>(), &own};
    const auto planes = static_cast<int>(structure().planes.speeds.size());
    const auto chunks = own.pipeline->best_chunks(
        row.message_time, row.per_step_latency + row.per_hop_latency, planes);
    return std::make_shared<const kernels::Collective>(
        kernels::in_rounds(own.pipeline->build(chunks), static_cast<kernels::Node>(planes)));
}

void PlaneScheduler::store(const FixedParts& parts, std::size_t i, Answer answer,
                           ResultRow& result) const {
    kernels::CostBreakdown cost;
    cost.startup = parts.startup;
    cost.transmission = parts.transmission;
    const double rest = std::max(0.0, answer.value - cost.startup - cost.transmission);
    (idles() ? cost.congestion : cost.reconfiguration) = rest;
    result.set(i, cost);
    result.lower_bound[i] = std::min(answer.bound, result.completion[i]);
    result.status[i] = answer.status;
    result.reason[i] = answer.status == Status::budget ? Reason::node_limit : Reason::none;
    result.n_reconfigurations[i] = answer.n_reconfigurations;
    if (answer.algorithm) result.algorithm.push_back(*answer.algorithm);
    if (answer.ways) result.ways.push_back(*answer.ways);
    if (answer.algorithm || structure().collective.pipeline) {
        result.more_steps.push_back(
            static_cast<std::int32_t>(answer.collective->steps.size() - structure().steps()));
    }
    if (!result.want_decisions) return;
    const auto& carried = answer.collective ? *answer.collective : structure().collective;
    result.plane_plans.push_back(
        {kernels::groups_of_one(carried, answer.schedule.value_or(kernels::PlaneSchedule{})), false,
         std::move(answer.collective)});
}

Answer Searching::answer_of(Solution solution) {
    Answer answer{solution.value, solution.lower_bound, status_of(solution), solution.changes};
    if (solution.changes >= 0) return answer;
    answer.schedule = std::move(solution.schedule);
    return answer;
}

void Searching::fill(const kernels::DelayRow& row, ResultRow& result) const {
    result.resize(row.delays.size(), space().words());
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        auto found = answer(row, i);
        const auto& carried = found.collective ? *found.collective : structure().collective;
        const auto problem = plane_problem(carried, structure().planes, row, i);
        auto parts = fixed_parts(problem);
        if (found.schedule) {
            found.n_reconfigurations =
                kernels::replay_planes(problem, *found.schedule).n_reconfigurations;
        } else {  // it obeys other rules than these parts
            parts.transmission = std::min(parts.transmission, found.value);
            parts.startup = std::min(parts.startup, found.value - parts.transmission);
        }
        store(parts, i, std::move(found), result);
    }
}

std::vector<std::string> Searching::solution_keys(const kernels::DelayRow& row,
                                                  std::size_t i) const {
    std::vector<std::string> keys;
    for (const auto& part : parts(row, i))
        keys.push_back(
            exact_key(kind_of(*part), budget_, plane_problem(*part, structure().planes, row, i)));
    return keys;
}

void Searching::solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const {
    known_or_solved(*parts(row, i)[part], row, i);
}

namespace {

/// A step of more peers than planes is carried in rounds; others might be shorter. No rounds send
/// faster than all planes together.
void limit_to_other_rounds(const kernels::Collective& collective, const PlaneProblem& problem,
                           Solution& solution) {
    if (std::ranges::none_of(collective.steps, &kernels::Step::continues)) return;
    double least = 0;
    for (const auto& step : problem.steps)
        if (step.bytes > 0)
            least += step.volume() / problem.total_bandwidth() + problem.base_latency;
    solution.lower_bound = std::min(solution.lower_bound, least);
    solution.proven = solution.value <= solution.lower_bound * (1 + proven_gap);
}

}  // namespace

Solution Searching::known_or_solved(const kernels::Collective& collective,
                                    const kernels::DelayRow& row, std::size_t i) const {
    return known_or_solved(collective, row.message_time,
                           plane_problem(collective, structure().planes, row, i));
}

Solution Searching::known_or_solved(const kernels::Collective& collective, double message_time,
                                    const PlaneProblem& problem) const {
    const auto& store = structure().planes.known;
    const auto key = store ? exact_key(kind_of(collective), budget_, problem) : std::string();
    auto known = store ? store->find(key) : std::nullopt;
    if (!known) {
        known = solution(collective, message_time, problem, budget_);
        if (store) store->put(key, *known);
    }
    if (known->changes < 0) limit_to_other_rounds(collective, problem, *known);
    return std::move(*known);
}

Answer Searching::answer(const kernels::DelayRow& row, std::size_t i) const {
    const auto collective = carried(row);
    auto merged = known_or_solved(*collective, row, i);
    TwoWays ways{merged.value, merged.value};
    if (structure().entries.size() > 1) {
        auto apart = partition(row, i);
        ways.partition = apart.value;
        const double bound = std::min(apart.lower_bound, merged.lower_bound);
        const bool both = apart.proven && merged.proven;
        if (apart.value < merged.value * kernels::tie_factor) merged = std::move(apart);
        merged.lower_bound = bound;
        merged.proven = both || merged.value <= bound * (1 + proven_gap);
    }
    auto found = answer_of(std::move(merged));
    if (!structure().entries.empty()) found.ways = ways;
    if (collective.get() != &structure().collective) found.collective = collective;
    return found;
}

Solution Searching::alone(std::size_t entry, int first, int count, const kernels::DelayRow& row,
                          std::size_t i) const {
    const auto collective = kernels::in_rounds(structure().entries[entry], count);
    auto problem = plane_problem(collective, structure().planes, row, i);
    problem.planes = {problem.planes.begin() + first, problem.planes.begin() + first + count};
    auto found = known_or_solved(collective, row.message_time, problem);
    if (found.changes < 0)
        found.changes = kernels::replay_planes(problem, found.schedule).n_reconfigurations;
    return found;
}

Solution Searching::partition(const kernels::DelayRow& row, std::size_t i) const {
    const auto planes = static_cast<int>(structure().planes.speeds.size());
    // best[j]: of the entries from e on, on the planes from j on; none of no entry
    Solution never;
    never.value = never.lower_bound = HUGE_VAL;
    never.proven = true;
    std::vector<Solution> best(static_cast<std::size_t>(planes) + 1, never);
    best.back() = Solution{};
    best.back().changes = 0;
    best.back().proven = true;
    for (std::size_t e = structure().entries.size(); e-- > 0;) {
        std::vector<Solution> next(best.size(), never);
        for (int j = static_cast<int>(e); j < (e == 0 ? 1 : planes); ++j)
            for (int count = 1; j + count <= planes; ++count) {
                const auto& rest = best[j + count];
                if (rest.value == HUGE_VAL) continue;
                const auto own = alone(e, j, count, row, i);
                auto& known = next[j];
                known.lower_bound =
                    std::min(known.lower_bound, std::max(own.lower_bound, rest.lower_bound));
                known.proven = known.proven && own.proven && rest.proven;
                known.exhausted = known.exhausted || own.exhausted || rest.exhausted;
                const double value = std::max(own.value, rest.value);
                if (value >= known.value * kernels::tie_factor) continue;
                known.value = value;
                known.changes = own.changes + rest.changes;
            }
        best = std::move(next);
    }
    return best.front();
}

}  // namespace lightsweep::solvers::swot
