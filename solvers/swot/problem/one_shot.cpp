#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "solvers/swot/problem/baselines.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

using Allotment = std::map<std::int64_t, int>;  // planes per configuration

using Volumes = std::map<std::int64_t, double>;  // bytes per configuration

/// Every configuration has its own planes; those that do not hold it are set up from time 0 on.
double time_of(const PlaneProblem& problem, const Allotment& planes) {
    const auto held = kernels::held_at_start(problem);
    double end = 0;
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        const auto& step = problem.steps[i];
        double slowest = 0;
        bool waits = false;
        for (std::size_t c = 0; c < step.peers(); ++c) {
            const auto [configuration, bytes] = step.peer(c);
            const int own = planes.at(configuration);
            waits = waits || (problem.initial != InitialPlanes::free &&
                              std::ranges::count(held, configuration) < own);
            slowest = std::max(slowest, bytes / (own * problem.planes[0].bandwidth));
        }
        end = std::max(end + step.computation,
                       waits ? problem.planes[0].reconfiguration_delay : 0.0) +
              problem.base_latency + slowest;
    }
    return end;
}

/// Adds `left` planes where they save most: exact, since the time is convex in each count.
Allotment with_spread(Allotment planes, const Volumes& bytes, int left) {
    for (const auto& [configuration, sum] : bytes) planes.emplace(configuration, 1);
    const auto saved = [&](const auto& entry) {
        const double own = planes.at(entry.first);
        return entry.second / (own * (own + 1));
    };
    for (; left > 0 && !bytes.empty(); --left)
        ++planes[std::ranges::max_element(bytes, {}, saved)->first];
    return planes;
}

/// Planes of some configurations, and what the steps of the head and of the tail take on them.
struct HeadLabel {
    double head = 0, tail = 0;  // bytes per plane
    int left = 0;               // planes
    Allotment planes{};
};

void keep_undominated(std::vector<HeadLabel>& labels) {
    std::vector<HeadLabel> kept;
    std::ranges::sort(
        labels, {}, [](const HeadLabel& one) { return std::tuple(one.head, one.tail, -one.left); });
    for (auto& label : labels)
        if (std::ranges::none_of(kept, [&](const HeadLabel& other) {
                return other.tail <= label.tail && other.left >= label.left;
            }))
            kept.push_back(std::move(label));
    labels = std::move(kept);
}

/// All useful counts for the configurations of the head, each among the planes that hold it.
std::vector<HeadLabel> head_labels(const Volumes& head, const Volumes& tail, const Allotment& held,
                                   int planes) {
    std::vector<HeadLabel> labels{{.left = planes}};
    for (const auto& [configuration, bytes] : head) {
        const auto later = tail.find(configuration);
        std::vector<HeadLabel> longer;
        for (const auto& label : labels)
            for (int own = 1; own <= std::min(held.at(configuration), label.left); ++own) {
                auto& next = longer.emplace_back(label);
                next.head += bytes / own;
                next.tail += later == tail.end() ? 0.0 : later->second / own;
                next.left -= own;
                next.planes[configuration] = own;
            }
        keep_undominated(longer);
        labels = std::move(longer);
    }
    return labels;
}

/// The partition with the least time. The first step that waits for the delay splits the schedule:
/// the steps before it, the head, use planes that hold their configurations and hide behind the
/// delay. Every split is tried. Configurations of the tail alone share the planes that are left.
Allotment best_partition(const PlaneProblem& problem) {
    Volumes head, tail;
    Allotment held, best;
    for (const std::size_t i : kernels::loaded_steps(problem))
        tail[problem.steps[i].configuration] += problem.steps[i].bytes;
    for (const auto& one : kernels::held_at_start(problem))
        if (one) ++held[*one];
    double least = HUGE_VAL;
    const auto offer = [&] {
        Volumes later;  // of configurations that the head does not have
        for (const auto& [configuration, bytes] : tail)
            if (!head.contains(configuration)) later[configuration] = bytes;
        const int planes = problem.n_planes() - static_cast<int>(later.size());
        for (const auto& label : head_labels(head, tail, held, planes)) {
            const auto found = with_spread(label.planes, later, label.left);
            if (const double time = time_of(problem, found); time < least)
                best = found, least = time;
        }
    };
    offer();
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        const auto [configuration, bytes] = problem.steps[i].peer(0);
        if (!held.contains(configuration)) break;
        head[configuration] += bytes;
        tail[configuration] -= bytes;
        offer();
    }
    return best;
}

/// Every partition of the planes, where steps have several permutations or computation hides
/// delays; with more than `most_partitions` those next to the best one found, from an even one on.
class Partitions {
  public:
    explicit Partitions(const PlaneProblem& problem, Allotment planes)
        : problem_(problem), planes_(std::move(planes)) {}

    Allotment best() {
        if (tries_all())
            spread(planes_.begin(), left());
        else
            exchange(left());
        return best_;
    }
    bool tries_all() const {
        constexpr double most_partitions = 1e5;
        double count = 1;
        for (std::size_t c = 1; c < planes_.size(); ++c)
            count *= static_cast<double>(left() + static_cast<int>(c)) / static_cast<double>(c);
        return count <= most_partitions;
    }

  private:
    int left() const { return problem_.n_planes() - static_cast<int>(planes_.size()); }

    bool offer() {
        const double time = time_of(problem_, planes_);
        if (time >= least_) return false;
        best_ = planes_, least_ = time;
        return true;
    }
    void spread(Allotment::iterator at, int left) {
        if (std::next(at) == planes_.end()) {
            at->second = 1 + left;
            offer();
            return;
        }
        for (at->second = 1; at->second <= 1 + left; ++at->second)
            spread(std::next(at), left - (at->second - 1));
    }
    void exchange(int left) {
        for (auto at = planes_.begin(); left > 0; --left) {
            ++at->second;
            if (++at == planes_.end()) at = planes_.begin();
        }
        offer();
        for (bool better = true; better;) {
            better = false;
            for (auto& [from, fewer] : planes_)
                for (auto& [to, more] : planes_) {
                    if (from == to || fewer == 1) continue;
                    --fewer, ++more;
                    if (offer())
                        better = true;
                    else
                        ++fewer, --more;
                }
        }
    }

    const PlaneProblem& problem_;
    Allotment planes_, best_{};
    double least_ = HUGE_VAL;
};

/// One plane for every configuration.
Allotment one_each(const PlaneProblem& problem) {
    Allotment planes;
    for (const std::size_t i : kernels::loaded_steps(problem))
        for (std::size_t c = 0; c < problem.steps[i].peers(); ++c)
            planes[problem.steps[i].peer(c).configuration] = 1;
    return planes;
}

/// Planes per configuration; empty if there are too few.
Allotment allotment(const PlaneProblem& problem, OneShot reading) {
    auto planes = one_each(problem);
    const int k = problem.n_planes(), count = static_cast<int>(planes.size());
    if (count > k || count == 0) return {};
    if (reading == OneShot::best)
        return problem.is_plain() ? best_partition(problem) : Partitions(problem, planes).best();
    for (auto& [configuration, own] : planes)
        own = reading == OneShot::literal ? (k + count - 1) / count : k / count;
    return planes;
}

}  // namespace

double least_standing_time(const PlaneProblem& problem) {
    const auto free = kernels::starting(problem, kernels::InitialPlanes::free);
    const auto planes = one_each(free);
    if (planes.size() > static_cast<std::size_t>(free.n_planes())) return HUGE_VAL;
    Partitions all(free, planes);
    return all.tries_all() ? time_of(free, all.best()) : 0;
}

std::optional<double> one_shot_time(const PlaneProblem& problem, OneShot reading) {
    if (kernels::loaded_steps(problem).empty()) return 0.0;
    const auto planes = allotment(problem, reading);
    if (planes.empty() || !problem.equal_planes()) return {};
    return time_of(problem, planes);
}

namespace {

/// The planes that keep each configuration: those that hold it, then the remaining ones.
std::map<std::int64_t, std::vector<int>> keepers(const PlaneProblem& problem,
                                                 const std::map<std::int64_t, int>& planes) {
    const auto held = kernels::held_at_start(problem);
    std::vector<bool> taken(held.size(), false);
    std::map<std::int64_t, std::vector<int>> found;
    for (const bool holders : {true, false})
        for (const auto& [configuration, count] : planes)
            for (int j = 0; j < problem.n_planes(); ++j) {
                auto& own = found[configuration];
                const bool fits = !taken[j] && (!holders || held[j] == configuration);
                if (!fits || own.size() == static_cast<std::size_t>(count)) continue;
                own.push_back(j);
                taken[j] = true;
            }
    return found;
}

}  // namespace

std::optional<PlaneSchedule> one_shot_schedule(const PlaneProblem& problem, OneShot reading) {
    if (!one_shot_time(problem, reading)) return {};
    const auto planes = allotment(problem, reading);
    int counted = 0;
    for (const auto& [configuration, count] : planes) counted += count;
    if (counted > problem.n_planes()) return {};
    const auto kept = keepers(problem, planes);
    PlaneSchedule schedule{std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())};
    for (const std::size_t i : kernels::loaded_steps(problem)) {
        for (std::size_t c = 0; c < problem.steps[i].peers(); ++c) {
            const auto [configuration, bytes] = problem.steps[i].peer(c);
            const auto& own = kept.at(configuration);
            for (const int j : own)
                schedule.steps[i].push_back({j, bytes / static_cast<double>(own.size()), c});
        }
    }
    return schedule;
}

}  // namespace lightsweep::solvers::swot
