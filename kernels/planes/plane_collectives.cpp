#include "kernels/planes/plane_collectives.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "kernels/collectives/transmitters.hpp"

namespace lightsweep::kernels {

namespace {

/// Labels of permutations in the order of first appearance.
class Labels {
  public:
    std::int64_t of(const Permutation& permutation) {
        auto& candidates = by_hash_[permutation.hash()];
        for (const auto& [known, label] : candidates)
            if (known == permutation) return label;
        candidates.push_back({permutation, next_});
        return next_++;
    }

  private:
    std::unordered_map<std::uint64_t, std::vector<std::pair<Permutation, std::int64_t>>> by_hash_;
    std::int64_t next_ = 0;
};

/// Throws if a label of the problem stands for two permutations, or the other way round.
void require_labels(const std::vector<PlaneStep>& wanted, const PlaneProblem& problem) {
    std::map<std::int64_t, std::int64_t> label, back;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].peers() != problem.steps[i].peers())
            throw std::invalid_argument(
                "step " + std::to_string(i) + " has " + std::to_string(problem.steps[i].peers()) +
                " permutations, the collective's " + std::to_string(wanted[i].peers()) +
                ": give the problem of this collective");
        for (std::size_t c = 0; c < wanted[i].peers(); ++c) {
            const auto given = problem.steps[i].peer(c).configuration;
            const auto own = wanted[i].peer(c).configuration;
            const auto to = label.emplace(own, given).first;
            const auto from = back.emplace(given, own).first;
            if (to->second != given || from->second != own)
                throw std::invalid_argument("step " + std::to_string(i) + " has configuration " +
                                            std::to_string(given) +
                                            ", which is another permutation elsewhere: give equal "
                                            "labels to equal permutations only");
        }
    }
}

std::int64_t tree_steps(std::int64_t n, std::int64_t chunks) {
    const auto height = std::bit_width(static_cast<std::uint64_t>(n - 1));
    return 2 * height + 2 * (chunks - 1);
}

}  // namespace

std::vector<PlaneStep> plane_steps(const Collective& collective, double message) {
    if (collective.mirrored)
        throw std::invalid_argument(collective.name() +
                                    " is mirrored: a switch plane holds one permutation");
    Labels labels;
    std::vector<PlaneStep> steps;
    for (const auto& given : collective.steps) {
        const auto step = merged(given);
        const double bytes = step.demand().is_idle() ? 0.0 : step.share * message;
        steps.push_back({labels.of(step.peer), bytes * step.weight(0)});
        for (std::size_t c = 1; c < step.demand().size() && bytes > 0; ++c)
            steps.back().others.push_back({labels.of(step.demand()[c]), bytes * step.weight(c)});
    }
    return steps;
}

std::optional<Permutation> circuits_of(const HeldConfiguration& held, const PlaneProblem& problem,
                                       const Collective& collective) {
    for (std::size_t i = 0; i < problem.steps.size(); ++i)
        for (std::size_t c = 0; c < problem.steps[i].peers(); ++c)
            if (held == problem.steps[i].peer(c).configuration)
                return merged(collective.steps[i]).demand()[c];
    return std::nullopt;
}

HeldConfiguration configuration_of(const Permutation& circuits, const Collective& collective,
                                   const std::vector<PlaneStep>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto step = merged(collective.steps[i]);
        for (std::size_t c = 0; c < steps[i].peers(); ++c)
            if (circuits == step.demand()[c]) return steps[i].peer(c).configuration;
    }
    return std::nullopt;
}

GroupProblem group_problem(const Collective& collective, const PlaneProblem& problem) {
    require_sound(problem);
    const auto wanted = plane_steps(collective, 1);
    if (wanted.size() != problem.steps.size())
        throw std::invalid_argument("the problem has " + std::to_string(problem.steps.size()) +
                                    " steps, " + collective.name() + " " +
                                    std::to_string(wanted.size()) +
                                    ": give the problem of this collective");
    require_labels(wanted, problem);
    GroupProblem all;
    for (const auto& step : problem.steps) {
        double most = step.bytes;
        for (const auto& other : step.others) most = std::max(most, other.bytes);
        all.bytes.push_back(most);
        all.computation.push_back(step.computation);
    }
    all.planes = problem.planes;
    all.bandwidth = problem.total_bandwidth();
    all.per_step_latency = problem.base_latency;
    for (const auto& held : held_at_start(problem))
        all.held.push_back(circuits_of(held, problem, collective));
    all.chooses = problem.initial == InitialPlanes::free;
    return all;
}

GroupSchedule groups_of_one(const Collective& collective, const PlaneSchedule& schedule) {
    GroupSchedule all;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        all.steps.emplace_back();
        if (schedule.steps[i].empty()) continue;
        const auto step = merged(collective.steps[i]);
        for (const auto& use : schedule.steps[i])
            all.steps.back().push_back({{use.plane}, {step.demand()[use.peer]}, use.bytes});
    }
    return all;
}

Collective with_swot_volumes(Collective collective) {
    for (auto& one : collective.alternatives) one = with_swot_volumes(std::move(one));
    if (!collective.alternatives.empty()) return collective;
    if (!collective.parts.empty()) {
        for (auto& part : collective.parts) part = with_swot_volumes(std::move(part));
        return sequence(std::move(collective.parts));
    }
    const auto name = collective.name();
    const bool ring = name == "allreduce/ring", shift = name == "alltoall/shift";
    const bool bruck = name == "alltoall/bruck" || name == "alltoall/bruck-far";
    const auto others_count = static_cast<std::ptrdiff_t>(collective.n) - 1;
    const auto others = static_cast<double>(others_count);
    if (ring)
        collective.steps.erase(collective.steps.begin() + others_count, collective.steps.end());
    for (auto& step : collective.steps) {
        if (ring || shift) step.share = 1 / others;
        if (bruck) step.share = 1;
    }
    if (ring || shift || bruck) collective.blocks = nullptr;  // they no longer add up to the shares
    return collective;
}

double double_binary_tree_time(std::int64_t n, double message, double bandwidth, double latency,
                               std::int64_t chunks) {
    if (n <= 1) return 0;
    const double bytes = message / static_cast<double>(chunks) / 2;
    return static_cast<double>(tree_steps(n, chunks)) * (latency + bytes / bandwidth);
}

double double_binary_tree_time_released(std::int64_t n, double message, double plane_bandwidth,
                                        double latency, double reconfiguration_delay,
                                        std::int64_t chunks) {
    if (n <= 1) return 0;
    const auto parts = static_cast<double>(chunks);
    const double bytes = message / parts / 2 / parts;
    return reconfiguration_delay +
           static_cast<double>(tree_steps(n, chunks)) * (latency + bytes / plane_bandwidth);
}

std::int64_t best_tree_chunks(std::int64_t n, double message, double bandwidth, double latency) {
    std::int64_t best = 1;
    for (std::int64_t chunks = 2; chunks <= n; chunks *= 2)
        if (double_binary_tree_time(n, message, bandwidth, latency, chunks) <
            double_binary_tree_time(n, message, bandwidth, latency, best))
            best = chunks;
    return best;
}

}  // namespace lightsweep::kernels
