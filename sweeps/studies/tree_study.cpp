// The study "double-binary-tree": the all-reduce over two binary trees as a closed form, next to
// the schedulers of SWOT's figure 9 (kernels/planes/plane_collectives.hpp has the formulas).

#include <algorithm>

#include "kernels/planes/plane_collectives.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

/// Parameters of a point; bandwidth is that of all planes together [B/s].
struct Tree {
    std::int64_t nodes;
    double message, bandwidth, planes, latency, delay;
};

Tree tree_at(const Point& point) {
    return {static_cast<std::int64_t>(point.number("nodes", 1)),
            point.number("message", 0),
            point.number("bandwidth", 1),
            point.number("planes", 1),
            point.number("per_step_latency", 0),
            point.number("reconfiguration_delay", 0)};
}

double time_of(const Tree& tree, std::int64_t chunks) {
    return kernels::double_binary_tree_time(tree.nodes, tree.message, tree.bandwidth, tree.latency,
                                            chunks);
}

/// The smallest time over 1, 2, 4, ... chunks, up to the number of nodes.
double released_time(const Tree& tree) {
    const auto at = [&](std::int64_t chunks) {
        return kernels::double_binary_tree_time_released(tree.nodes, tree.message,
                                                         tree.bandwidth / tree.planes, tree.latency,
                                                         tree.delay, chunks);
    };
    double least = at(1);
    for (std::int64_t chunks = 2; chunks <= tree.nodes; chunks *= 2)
        least = std::min(least, at(chunks));
    return least;
}

/// Lower bound: every node sends 2 (n - 1) / n of the message in any all-reduce.
double bandwidth_bound(const Tree& tree) {
    const auto n = static_cast<double>(tree.nodes);
    return 2 * (n - 1) / n * tree.message / tree.bandwidth;
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const Tree tree = tree_at(point);
    const auto chunks =
        kernels::best_tree_chunks(tree.nodes, tree.message, tree.bandwidth, tree.latency);
    const double time = time_of(tree, chunks), bound = bandwidth_bound(tree);
    return {{time, static_cast<double>(chunks), time_of(tree, 1), released_time(tree), bound,
             time < bound ? 1.0 : 0.0},
            solvers::Status::formula};
}

double seconds(const Point&) {
    return 1e-6;
}

void check(const GridSpec& grid, Faults& faults) {
    GridCheck(grid, faults).at_most("nodes", 1 << 24);
}

}  // namespace

Study tree_study() {
    Study study{
        {"double-binary-tree",
         "all-reduce over two binary trees, by formula (SWOT, figure 9)",
         {},
         {"nodes", "message", "bandwidth", "planes", "per_step_latency", "reconfiguration_delay"}},
        {number_column("completion_time", "s", "of the best number of chunks"),
         count_column("chunks", "that number, among 1, 2, 4, ... up to the nodes"),
         number_column("plain_time", "s", "of one chunk: nothing is pipelined"),
         number_column("released_time", "s",
                       "as SWOT's released code has it: divides by the chunks twice, with "
                       "one plane's bandwidth and one reconfiguration; for comparison only"),
         number_column("bandwidth_bound", "s",
                       "2 (n - 1) / n of the message over the bandwidth: no all-reduce is "
                       "faster, but both formulas of long pipelines are"),
         count_column("below_bandwidth_bound",
                      "1: completion_time is, which no all-reduce can be")},
        seconds,
        row,
        check};
    using enum Kind;
    using enum Domain;
    study.entry.keys = {
        {"nodes", count, at_least_two, "of the all-reduce", "256"},
        {"planes", count, natural,
         "switch planes that share the bandwidth; only released_time reads them", "8"},
        {"message", bytes, positive, "of every node", "\"32MB\""},
        {"bandwidth", rate, positive, "of a node, all planes together", "\"100GB/s\""},
        {"per_step_latency", seconds, non_negative, "of every step", "\"20us\""},
        {"reconfiguration_delay", seconds, non_negative, "of a plane; only released_time pays it",
         "\"200us\""}};
    return study;
}

}  // namespace lightsweep::sweeps
