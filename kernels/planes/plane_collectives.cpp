#include "kernels/planes/plane_collectives.hpp"

#include <bit>
#include <map>
#include <stdexcept>
#include <unordered_map>

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
        const auto given = problem.steps[i].configuration;
        const auto to = label.emplace(wanted[i].configuration, given).first;
        const auto from = back.emplace(given, wanted[i].configuration).first;
        if (to->second != given || from->second != wanted[i].configuration)
            throw std::invalid_argument("step " + std::to_string(i) + " has configuration " +
                                        std::to_string(given) +
                                        ", which is another permutation elsewhere: give equal "
                                        "labels to equal permutations only");
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
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        const auto& step = collective.steps[i];
        if (!step.other_peers.empty())
            throw std::invalid_argument(collective.name() + ": step " + std::to_string(i) +
                                        " sends to several nodes at once; switch planes take "
                                        "permutations, use ports = 1");
        const double bytes = step.peer.is_identity() ? 0.0 : step.share * message;
        steps.push_back({labels.of(step.peer), bytes});
    }
    return steps;
}

std::optional<Permutation> circuits_of(const HeldConfiguration& held, const PlaneProblem& problem,
                                       const Collective& collective) {
    for (std::size_t i = 0; i < problem.steps.size(); ++i)
        if (held == problem.steps[i].configuration) return collective.steps[i].peer;
    return std::nullopt;
}

HeldConfiguration configuration_of(const Permutation& circuits, const Collective& collective,
                                   const std::vector<PlaneStep>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (circuits == collective.steps[i].peer) return steps[i].configuration;
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
    for (const auto& step : problem.steps) all.bytes.push_back(step.bytes);
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
        for (const auto& use : schedule.steps[i])
            all.steps.back().push_back({{use.plane}, {collective.steps[i].peer}, use.bytes});
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
