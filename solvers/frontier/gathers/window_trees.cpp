#include "solvers/frontier/gathers/window_trees.hpp"

#include <algorithm>
#include <optional>

namespace lightsweep::solvers::frontier {

ChunkSteps nearest_senders(const std::vector<std::vector<Node>>& fresh,
                           const std::vector<std::vector<Node>>& peers, Node size) {
    ChunkSteps steps;
    std::vector<Node> known{0};
    const auto before = [size](Node to, Node from) { return (to - from + size) % size; };
    const auto far = [size](Node by) { return std::min(by, size - by); };
    for (std::size_t t = 0; t < fresh.size(); ++t) {
        auto& sends = steps.emplace_back();
        for (const Node to : fresh[t]) {
            std::optional<Node> from;
            for (const Node one : known) {
                const Node by = before(to, one);
                if (std::ranges::find(peers[t], by) == peers[t].end()) continue;
                if (!from || far(by) < far(before(to, *from))) from = one;
            }
            sends.push_back({from.value(), to});
        }
        known.insert(known.end(), fresh[t].begin(), fresh[t].end());
    }
    return steps;
}

}  // namespace lightsweep::solvers::frontier
