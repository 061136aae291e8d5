#include "solvers/swot/problem/baselines.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

double greatest_delay(const PlaneProblem& problem) {
    double most = 0;
    for (const auto& plane : problem.planes) most = std::max(most, plane.reconfiguration_delay);
    return most;
}

using Allotment = std::map<std::int64_t, int>;  // planes per configuration

/// The bytes of all permutations of a step, in their order.
std::vector<double> bytes_of(const kernels::PlaneStep& step) {
    std::vector<double> all;
    for (std::size_t c = 0; c < step.peers(); ++c) all.push_back(step.peer(c).bytes);
    return all;
}

/// Planes of the step's permutations alone; all of them for a single one.
Allotment own_planes(const PlaneProblem& problem, const kernels::PlaneStep& step) {
    if (step.others.empty()) return {{step.configuration, problem.n_planes()}};
    Allotment planes;
    const auto counts = kernels::lanes_by_bytes(bytes_of(step), problem.n_planes());
    for (std::size_t c = 0; c < counts.size(); ++c) planes[step.peer(c).configuration] = counts[c];
    return planes;
}

/// Loaded steps before which all planes change in lockstep.
std::vector<std::size_t> lockstep_setups(const PlaneProblem& problem) {
    std::vector<std::size_t> setups;
    Allotment standing;
    for (const auto& held : kernels::held_at_start(problem))
        if (held) ++standing[*held];
    bool is_free = problem.initial == InitialPlanes::free;
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        auto wanted = own_planes(problem, problem.steps[i]);
        if (!is_free && wanted != standing) setups.push_back(i);
        standing = std::move(wanted);
        is_free = false;
    }
    return setups;
}

}  // namespace

double ideal_step(const PlaneProblem& problem, const kernels::PlaneStep& step, int planes) {
    if (step.bytes == 0) return 0;
    if (step.others.empty() || !problem.equal_planes())
        return step.volume() / problem.total_bandwidth() * problem.n_planes() / planes +
               problem.base_latency;
    const auto bytes = bytes_of(step);
    const auto counts = kernels::lanes_by_bytes(bytes, planes);
    double slowest = counts.empty() ? HUGE_VAL : 0;
    for (std::size_t c = 0; c < counts.size(); ++c)
        slowest = std::max(slowest, bytes[c] / (counts[c] * problem.planes[0].bandwidth));
    return slowest + problem.base_latency;
}

double ideal_time(const PlaneProblem& problem) {
    double time = 0;
    for (const auto& step : problem.steps) {
        time += step.computation;
        if (step.bytes == 0) continue;
        if (step.others.empty())
            time += step.bytes / problem.total_bandwidth() + problem.base_latency;
        else
            time += ideal_step(problem, step, problem.n_planes());
    }
    return time;
}

int lockstep_changes(const PlaneProblem& problem) {
    return static_cast<int>(lockstep_setups(problem).size());
}

double strawman_time(const PlaneProblem& problem) {
    const auto setups = lockstep_setups(problem);
    const double delay = greatest_delay(problem);
    double hidden = 0;
    for (const std::size_t i : setups) hidden += std::min(delay, problem.steps[i].computation);
    return static_cast<int>(setups.size()) * delay + ideal_time(problem) - hidden;
}

PlaneSchedule strawman_schedule(const PlaneProblem& problem) {
    PlaneSchedule schedule{std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())};
    auto standing = kernels::held_at_start(problem);
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        const auto& step = problem.steps[i];
        auto wanted = own_planes(problem, step);
        std::vector<bool> stays(standing.size());
        for (std::size_t j = 0; j < standing.size(); ++j)
            if (standing[j] && wanted.contains(*standing[j]) && wanted[*standing[j]] > 0) {
                --wanted[*standing[j]];
                stays[j] = true;
            }
        for (std::size_t j = 0; j < standing.size(); ++j) {
            if (stays[j]) continue;
            const auto next = std::ranges::find_if(wanted, [](const auto& w) { return w.second; });
            --next->second;
            standing[j] = next->first;
        }
        for (std::size_t c = 0; c < step.peers(); ++c) {
            double bandwidth = 0;
            for (std::size_t j = 0; j < standing.size(); ++j)
                if (standing[j] == step.peer(c).configuration)
                    bandwidth += problem.planes[j].bandwidth;
            for (std::size_t j = 0; j < standing.size(); ++j)
                if (standing[j] == step.peer(c).configuration)
                    schedule.steps[i].push_back(
                        {static_cast<int>(j),
                         step.peer(c).bytes * problem.planes[j].bandwidth / bandwidth, c});
        }
    }
    return schedule;
}

namespace {

struct Turn {
    kernels::HeldConfiguration configuration;
    double free_since = 0;
};

}  // namespace

double water_level(std::vector<std::pair<double, double>> offered, double bytes) {
    std::ranges::sort(offered);
    double bandwidth = 0, filled = bytes;  // x = filled / bandwidth over the planes so far
    for (std::size_t j = 0; j < offered.size(); ++j) {
        if (j > 0 && filled <= offered[j].first * bandwidth) break;
        bandwidth += offered[j].second;
        filled += offered[j].first * offered[j].second;
    }
    return filled / bandwidth;
}

namespace {

/// Offers a permutation of a step to planes from the time when each is ready; returns the end.
double take_turns(const PlaneProblem& problem, const kernels::PlaneTransfer& peer, std::size_t c,
                  const std::vector<int>& planes, double begin, std::vector<Turn>& turns,
                  std::vector<kernels::PlaneUse>& uses) {
    std::vector<std::pair<double, double>> offered;
    for (const int j : planes) {
        const bool holds = turns[j].configuration == peer.configuration ||
                           (!turns[j].configuration && problem.initial == InitialPlanes::free);
        const double changed = turns[j].free_since + problem.planes[j].reconfiguration_delay;
        offered.push_back({(holds ? begin : std::max(begin, changed)) + problem.base_latency,
                           problem.planes[j].bandwidth});
    }
    const double end = water_level(offered, peer.bytes);
    for (std::size_t t = 0; t < planes.size(); ++t) {
        const double bytes = (end - offered[t].first) * offered[t].second;
        if (bytes <= 0) continue;
        uses.push_back({planes[t], bytes, c});
        turns[planes[t]] = {peer.configuration, end};
    }
    return end;
}

}  // namespace

PlaneSchedule cyclic_schedule(const PlaneProblem& problem, int group) {
    PlaneSchedule schedule{std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())};
    std::vector<Turn> turns;
    for (const auto& held : kernels::held_at_start(problem)) turns.push_back({held});
    double end = 0;
    int next = 0;
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        const auto& step = problem.steps[i];
        const double begin = end + step.computation;
        const int each = std::min(group, problem.n_planes() / static_cast<int>(step.peers()));
        for (std::size_t c = 0; c < step.peers(); ++c) {
            std::vector<int> planes;
            for (int t = 0; t < each; ++t) planes.push_back(next++ % problem.n_planes());
            end = std::max(
                end, take_turns(problem, step.peer(c), c, planes, begin, turns, schedule.steps[i]));
        }
    }
    return schedule;
}

namespace {

/// Per loaded step: the number of planes that may hold its configuration without having switched to
/// it.
std::vector<int> ready_planes(const PlaneProblem& problem, const std::vector<std::size_t>& loaded) {
    const auto held = kernels::held_at_start(problem);
    std::set<std::int64_t> seen;
    std::vector<int> ready;
    for (const std::size_t i : loaded) {
        const auto configuration = problem.steps[i].configuration;
        const bool is_new = seen.insert(configuration).second;
        ready.push_back(is_new ? static_cast<int>(std::ranges::count(held, configuration))
                               : problem.n_planes());
    }
    return ready;
}

}  // namespace

namespace {

/// The bound where steps have several permutations. f_i counts those that occur first in step i and
/// that no plane holds at the start: every one of them has to be set up once, of a free start all
/// but min(k, permutations). m planes of a step take at least ideal_step of them.
double shared_resource_bound(const PlaneProblem& problem) {
    const double k = problem.n_planes(), delay = problem.planes[0].reconfiguration_delay;
    std::set<std::int64_t> seen;
    for (const auto& held : kernels::held_at_start(problem))
        if (held) seen.insert(*held);
    std::vector<double> fresh;
    for (const auto& step : problem.steps) {
        fresh.push_back(0);
        for (std::size_t c = 0; c < step.peers() && step.bytes > 0; ++c)
            fresh.back() += seen.insert(step.peer(c).configuration).second ? delay : 0;
    }
    std::vector<std::vector<double>> ideal(problem.steps.size());  // with m planes
    for (std::size_t i = 0; i < ideal.size(); ++i)
        for (int m = 0; m <= problem.n_planes() && problem.steps[i].bytes > 0; ++m)
            ideal[i].push_back(m < static_cast<int>(problem.steps[i].peers())
                                   ? HUGE_VAL
                                   : ideal_step(problem, problem.steps[i], m));
    const bool is_free = problem.initial == InitialPlanes::free;
    const double given = is_free ? delay * std::min(k, static_cast<double>(seen.size())) / k : 0;
    double best = 0;
    for (int percent = 0; percent <= 100; ++percent) {
        const double lambda = percent / 100.0;
        double sum = -lambda * given;
        for (std::size_t i = 0; i < problem.steps.size(); ++i) {
            const auto& step = problem.steps[i];
            sum += (1 - lambda) * step.computation;
            if (step.bytes == 0) continue;
            const double work = step.volume() / problem.planes[0].bandwidth + fresh[i];
            double least = HUGE_VAL;
            for (int m = static_cast<int>(step.peers()); m <= problem.n_planes(); ++m)
                least = std::min(least, (1 - lambda) * ideal[i][m] +
                                            lambda * (work + problem.base_latency * m) / k);
            sum += least;
        }
        best = std::max(best, sum);
    }
    return best;
}

}  // namespace

double two_resource_bound(const PlaneProblem& problem) {
    const double ideal = ideal_time(problem);
    if (!problem.equal_planes()) return ideal;
    if (!problem.is_plain()) return std::max(ideal, shared_resource_bound(problem));
    const double k = problem.n_planes(), latency = problem.base_latency;
    const double delay = problem.planes[0].reconfiguration_delay;
    const auto loaded = kernels::loaded_steps(problem);
    const auto ready = ready_planes(problem, loaded);
    double best = ideal;
    for (int percent = 0; percent <= 100 && !loaded.empty(); ++percent) {
        kernels::parallel::checkpoint();
        const double lambda = percent / 100.0;
        double sum = problem.initial == InitialPlanes::free ? -lambda * delay : 0.0;
        for (std::size_t l = 0; l < loaded.size(); ++l) {
            const double work = problem.steps[loaded[l]].bytes / problem.planes[0].bandwidth;
            double least = HUGE_VAL;
            for (int n = 1; n <= problem.n_planes(); ++n) {
                const double switching = std::max(0, n - ready[l]) * delay;
                least = std::min(least, (1 - lambda) * (work / n + latency) +
                                            lambda * (work + n * latency + switching) / k);
            }
            sum += least;
        }
        best = std::max(best, sum);
    }
    return best;
}

double standing_or_changing_bound(const PlaneProblem& problem) {
    if (!problem.equal_planes()) return 0;
    const double ideal = ideal_time(problem);
    double least = least_standing_time(problem);
    std::vector<double> whole, fewer;  // ideal times with all planes, with one plane less
    for (const auto& step : problem.steps) {
        whole.push_back(step.computation + ideal_step(problem, step, problem.n_planes()));
        fewer.push_back(step.computation + ideal_step(problem, step, problem.n_planes() - 1));
    }
    for (std::size_t i = 0; i < whole.size() && least > ideal; ++i) {
        const double delayed = problem.steps[i].computation + 2 * problem.base_latency +
                               problem.planes[0].reconfiguration_delay;
        double ideally = whole[i], between = whole[i];
        for (std::size_t j = i + 1; j < whole.size() && between < HUGE_VAL; ++j) {
            ideally += whole[j];
            const double taken = std::max(delayed, between + whole[j]);
            least = std::min(least, ideal - ideally + taken);
            between += fewer[j];
        }
    }
    return least;
}

}  // namespace lightsweep::solvers::swot
