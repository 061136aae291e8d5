// Workloads as grids and as problems.
#include <algorithm>
#include <ranges>
#include <sstream>

#include "sweeps/spec/chakra/chakra_workload.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

std::string collective_of(const WorkloadEntry& entry, const std::string& algorithm) {
    return entry.primitive + "/" +
           (!algorithm.empty()              ? algorithm
            : entry.primitive == "alltoall" ? "shift"
                                            : "ring");
}

std::string sweep_of(const Workload& workload, const std::string& algorithm) {
    std::ostringstream out;
    out << "[[grid]]\nname = \"imported\"\nstudy = \"trace\"\nnodes = " << workload.ranks
        << (workload.by_rank ? "\nby_rank = true" : "")
        << "\n# give topology\n# give bandwidth\n# give per_step_latency\n# give per_hop_latency\n"
           "# give reconfiguration_delay\ntrace = [\n";
    for (const auto& entry : workload.entries) {
        out << "    { name = "
            << nlohmann::json(entry.name)
                   .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)
            << ", compute_time = \"" << entry.micros << "us\"";
        if (!entry.primitive.empty())
            out << ", collective = \"" << collective_of(entry, algorithm)
                << "\", message = " << entry.message;
        if (entry.members() < workload.ranks)
            out << ", groups = " << nlohmann::json(entry.groups).dump();
        out << (entry.overlaps ? ", overlap = true },\n" : " },\n");
    }
    out << "]\n";
    return out.str();
}

std::string problems_of(const Workload& workload, const std::string& algorithm,
                        const std::string& head) {
    std::map<std::string, std::map<std::int64_t, int>> counts;  // by rank
    for (const auto& entry : workload.entries) {
        if (entry.primitive.empty()) continue;
        auto& count = counts["{" + head + ", \"collective\": \"" + collective_of(entry, algorithm) +
                             "\", \"nodes\": " + std::to_string(entry.members()) +
                             ", \"message\": " + std::to_string(entry.message)];
        for (const auto& group : entry.groups)
            for (const auto rank : group) ++count[rank];
    }
    std::string lines;
    for (const auto& [line, count] : counts)
        lines += line +
                 ", \"count\": " + std::to_string(std::ranges::max(count | std::views::values)) +
                 "}\n";
    return lines;
}

}  // namespace lightsweep::sweeps
