#include "kernels/execution/execution_plan.hpp"

#include <algorithm>
#include <set>

namespace lightsweep::kernels {

namespace {

std::string bad_start(const ExecutionPlan& plan, const GroupProblem& problem) {
    if (plan.planes.size() != problem.planes.size()) return "the plan has other planes";
    for (std::size_t j = 0; j < plan.planes.size(); ++j)
        if (!problem.chooses && plan.planes[j].held != problem.held[j])
            return "plane " + std::to_string(j) + " begins with circuits that it does not hold";
    return {};
}

std::string bad_group(const ExecutionPlan& plan, const GroupRun& group) {
    const auto n_planes = static_cast<int>(plan.planes.size());
    if (group.planes.empty() || group.planes.size() != group.after_reconfiguration.size() ||
        (!plan.together && group.planes.size() > 1))
        return "has other planes than it should";
    for (std::size_t j = 0; j < group.planes.size(); ++j) {
        const int plane = group.planes[j], number = group.after_reconfiguration[j];
        if (plane < 0 || plane >= n_planes) return "uses a plane that is not there";
        const auto& setups = plan.planes[plane].setups;
        if (number < 0 || number > static_cast<std::ptrdiff_t>(setups.size()))
            return "waits for a reconfiguration that never comes";
    }
    return {};
}

std::string bad_ranges(const ExecutionPlan& plan, const Stream& stream) {
    if (stream.part >= plan.buffers.size()) return "belongs to no part";
    for (const auto* ranges : {&stream.send, &stream.receive})
        for (const auto& range : *ranges) {
            const auto size = plan.buffers[stream.part][static_cast<std::size_t>(range.buffer)];
            if (range.bytes <= 0 || range.offset < 0 || range.offset > size - range.bytes)
                return "has bytes outside its buffer";
        }
    if (bytes_of(stream.send) != bytes_of(stream.receive)) return "bytes are lost on the way";
    return {};
}

std::string bad_stream(const ExecutionPlan& plan, const Stream& stream) {
    if (stream.group >= plan.groups.size() || plan.groups[stream.group].step != stream.step)
        return "belongs to another step";
    const auto is_rank = [&](Node rank) { return rank >= 0 && rank < plan.n; };
    if (stream.way.empty() || (!plan.together && stream.way.size() > 1)) return "has no such way";
    if (!is_rank(stream.origin) ||
        !std::ranges::all_of(stream.way, [&](const RelayHop& hop) { return is_rank(hop.to); }))
        return "knows no such rank";
    return bad_ranges(plan, stream);
}

}  // namespace

std::string fault_in(const ExecutionPlan& plan, const GroupProblem& problem) {
    if (auto fault = bad_start(plan, problem); !fault.empty()) return fault;
    for (const auto& group : plan.groups)
        if (const auto fault = bad_group(plan, group); !fault.empty())
            return "step " + std::to_string(group.step) + ": a group " + fault;
    std::set<std::tuple<Node, std::size_t, int>> seen;
    for (const auto& stream : plan.streams) {
        auto fault = bad_stream(plan, stream);
        if (fault.empty() && !plan.together &&
            !seen.emplace(stream.origin, stream.step, stream.way[0].plane).second)
            fault = "is the second one on this port";
        if (!fault.empty())
            return "step " + std::to_string(stream.step) + ": a stream of rank " +
                   std::to_string(stream.origin) + " " + fault;
    }
    return {};
}

}  // namespace lightsweep::kernels
