#include "sweeps/checks/grid_checks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/matrices/byte_matrix.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/values/spelling.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;
using Names = std::vector<std::string>;

std::string path_of(const GridSpec& grid, const std::string& key) {
    return grid.name.empty() ? key : "grid." + grid.name + "." + key;
}

void check_item(const GridSpec& grid, Faults& faults) {
    const AxisValues* item = grid.find("item");
    if (!item) return;
    for (const auto& name : grid.collectives()) {
        const auto parts = kernels::sequence_parts(name);
        if (std::ranges::all_of(
                parts, [](std::string_view part) { return part.starts_with("allgather/"); }))
            continue;
        return item->refuse("is one node's item of an all-gather, and " + name + " is none",
                            "give message", faults);
    }
}

void check_steps(const GridSpec& grid, Faults& faults) {
    std::set<std::int64_t> sizes;
    for_each_combination(grid, {"nodes", "group_size"}, [&](const Indices& at) {
        sizes.insert(grid.members(at));
        return true;
    });
    const bool labels = find_rules(grid.rules).takes_labels;
    for (std::size_t k = 0; k < grid.steps.size(); ++k) {
        try {
            if (!labels && grid.steps[k].form == CustomStep::Form::label)
                throw std::invalid_argument(
                    "cfg names no peers, and flow on the base needs them: give shift, xor or peer");
            for (const auto n : sizes) {
                const bool idle = permutation_of(grid.steps[k], static_cast<Node>(n)).is_identity();
                if (idle && grid.groups({}).given())
                    throw std::invalid_argument("moves nothing in groups of " + std::to_string(n) +
                                                " nodes: give a shift that is no multiple of it");
                for (const auto& other : grid.steps[k].other_peers)
                    permutation_of(other, static_cast<Node>(n));
            }
        } catch (const std::invalid_argument& fault) {
            faults.add({grid.steps[k].line, grid.steps[k].source},
                       path_of(grid, "steps[" + std::to_string(k) + "]"), "", fault.what());
        }
    }
}

void check_bandwidth(const GridSpec& grid, Faults& faults) {
    const AxisValues* planes = grid.find("planes");
    const AxisValues* each = grid.find("plane_bandwidth");
    if (each && !planes)
        each->refuse("the number of planes is missing", "add planes, e.g. planes = 4", faults);
    if (each || !planes) return;
    if (find_rules(grid.rules).planes_share_bandwidth) return;
    const bool inherited = planes->path.starts_with("fabric.");
    for (const std::string key : {"bandwidth", "link_rate"})
        if (grid.find(key))
            planes->refuse("is read together with plane_bandwidth only, and " + key + " is given",
                           inherited ? "give planes and plane_bandwidth in the grids that use them"
                                     : "remove planes, or give plane_bandwidth instead of " + key,
                           faults);
}

/// The collectives of a grid, sorted by their use of `order`.
struct Orders {
    Names obeying, pinned, without;

    explicit Orders(const GridSpec& grid) {
        std::set<std::string> names;
        for (const auto& collective : grid.collectives())
            for (const auto part : kernels::sequence_parts(collective)) names.emplace(part);
        for (const auto& name : names) {
            const auto found = kernels::find_collective(name);
            const bool ordered = found.row && found.row->ordered;
            (!ordered ? without : found.pinned ? pinned : obeying).push_back(name);
        }
    }
};

void check_order(const GridSpec& grid, Faults& faults) {
    const AxisValues* order = grid.find("order");
    if (!order) return;
    const Orders orders(grid);
    if (orders.obeying.empty() && orders.pinned.empty())
        return order->refuse("no algorithm here has an order: " + join(orders.without), "remove it",
                             faults);
    for (const auto& name : orders.pinned)
        for (const auto& wanted : order->labels)
            if (!name.ends_with("-" + wanted))
                return order->refuse("contradicts " + name + ", whose name fixes the order",
                                     "remove order, or the ending of the name", faults);
}

/// Remedy for `ports`: some rules take the ports from a few algorithms only and have no degree.
std::string ports_remedy(const GridSpec& grid) {
    const auto only = find_rules(grid.rules).ported_algorithms;
    Names ported;
    for (const auto& row : kernels::collective_table())
        if (row.build_ported && row.name.ends_with(only)) ported.emplace_back(row.name);
    return "remove it, or take an algorithm that has: " + join(ported) +
           (only.empty() ? "; degree is the number of ports of a node" : "");
}

/// Requires an algorithm that reads ports, and at most as many ports as a node has peers.
void check_ports(const GridSpec& grid, Faults& faults) {
    const AxisValues* ports = grid.find("ports");
    if (!ports) return;
    bool obeyed = false;
    for (const auto& name : grid.collectives())
        for (const auto part : kernels::sequence_parts(name)) {
            const auto found = kernels::find_collective(part);
            obeyed = obeyed || (found.row && found.row->build_ported);
        }
    if (!obeyed) return ports->refuse("no algorithm here has ports", ports_remedy(grid), faults);
    std::string problem;
    for_each_combination(
        grid, {"collective", "primitive", "algorithm", "nodes", "group_size", "ports"},
        [&](const Indices& at) {
            if (grid.verdict(at) == Verdict::no || !grid.applicable(at)) return true;
            const auto count =
                static_cast<std::int64_t>(ports->numbers[grid.value_index("ports", at)]);
            const auto why = kernels::refuse_ports(grid.collective(at), grid.members(at), count);
            const bool is_listed = ports->size() > 1;
            if (why) problem = (is_listed ? std::to_string(count) + ": " : "") + *why;
            return problem.empty();
        });
    if (!problem.empty())
        ports->refuse(problem, "give fewer, or where = \"ports < nodes\"", faults);
}

}  // namespace

void check_grid(const GridSpec& grid, Faults& faults) {
    const std::size_t before = faults.size();
    if (!grid.study.empty()) {
        const Study& study = find_study(grid.study);
        if (study.check != nullptr) study.check(grid, faults);
        if (!study.entry.uses_schedulers) return;
    }
    check_item(grid, faults);
    const std::size_t before_groups = faults.size();
    if (grid.find("nodes")) check_groups(grid, faults);
    if (faults.size() != before_groups) return;
    check_matrices(grid, faults);
    if (grid.find("nodes")) check_rules(grid, faults);
    check_topologies(grid, faults);
    bool sound_edges = true;
    if (const AxisValues* nodes = grid.find("nodes")) {
        sound_edges = check_edges(grid, *nodes, faults);
        check_steps(grid, faults);
    }
    if (faults.size() == before) check_pool(grid, faults);
    check_bandwidth(grid, faults);
    check_order(grid, faults);
    check_dims(grid, faults);
    const std::size_t before_ports = faults.size();
    if (before_ports == before && grid.find("nodes")) check_ports(grid, faults);
    if (sound_edges && faults.size() == before_ports) check_overflow(grid, faults);
}

namespace {

void note_order(const GridSpec& grid, std::vector<std::string>& notes) {
    if (!grid.find("order")) return;
    Orders orders(grid);
    if (orders.without.empty()) return;
    Names& ordered = orders.obeying;
    ordered.insert(ordered.end(), orders.pinned.begin(), orders.pinned.end());
    notes.push_back("grid " + grid.name + ": order applies to " + join(ordered) + " only; " +
                    join(orders.without) + (orders.without.size() == 1 ? " has" : " have") +
                    " none");
}

/// Notes that matchings take several configurations, so that rows are feasible with a bound.
void note_split(const GridSpec& grid, std::vector<std::string>& notes) {
    const AxisValues *ports = grid.find("ports"), *degree = grid.find("degree");
    if (!ports || !degree) return;
    const auto least = *std::ranges::min_element(degree->numbers);
    const auto most = *std::ranges::max_element(ports->numbers);
    if (least < most)
        notes.push_back("grid " + grid.name +
                        ": where degree < ports a step's matching is split into ceil(ports / "
                        "degree) configurations, and its rows are feasible, with a bound");
}

/// Notes algorithms that run on none of the grid's numbers of nodes that stand beside them, and
/// those that run on some of them only: their other points are not applicable.
void note_nodes(const GridSpec& grid, std::vector<std::string>& notes) {
    if (!grid.find("nodes")) return;
    std::map<std::string, std::pair<std::set<double>, std::set<double>>> fits;  // and does not
    std::map<std::string, std::string> reasons;
    for_each_combination(grid, {"collective", "primitive", "algorithm", "nodes", "group_size"},
                         [&](const Indices& at) {
                             const std::string name(grid.collective(at));
                             if (name.empty() || carries_bytes(name)) return true;
                             if (grid.verdict(at) == Verdict::no) return true;
                             const auto n = static_cast<double>(grid.members(at));
                             const auto why = kernels::refuse_nodes(std::string_view(name),
                                                                    static_cast<Node>(n));
                             auto& [fitting, refused] = fits[name];
                             (why ? refused : fitting).insert(n);
                             if (why) reasons[name] = *why;
                             return true;
                         });
    for (const auto& [name, lists] : fits) {
        if (lists.second.empty()) continue;
        Names refused;
        for (const double n : lists.second) refused.push_back(format_exact(n));
        notes.push_back("grid " + grid.name + ": " + reasons[name] + "; not applicable on " +
                        (lists.first.empty() ? "any of its nodes, " : "") + join(refused));
    }
}

/// Notes options of schedulers that the sweep does not evaluate.
void note_options(const Sweep& sweep, const SchedulerTables& tables, const std::string& where,
                  std::vector<std::string>& notes) {
    for (const auto& [scheduler, options] : tables)
        if (std::ranges::find(sweep.schedulers, scheduler) == sweep.schedulers.end())
            notes.push_back(where + "the options of " + scheduler +
                            " are not read, because schedulers does not list it");
}

/// Notes the unit of capacities other than 1, and nodes that no link reaches or leaves.
void note_edges(const GridSpec& grid, std::vector<std::string>& notes) {
    if (!grid.edges) return;
    for (const double n : grid.find("nodes")->numbers) {
        std::vector<bool> linked(static_cast<std::size_t>(n), false);
        double largest = 0;
        for (const auto& link : edges_of(*grid.edges, static_cast<Node>(n))) {
            linked[link.from] = linked[link.to] = true;
            largest = std::max(largest, link.capacity);
        }
        if (largest > 1)
            notes.push_back("grid " + grid.name + ": a link of the file has " +
                            format_exact(largest) + " times the bandwidth of a node; capacities " +
                            "are multiples of it");
        const auto alone = std::ranges::find(linked, false);
        if (alone != linked.end())
            notes.push_back("grid " + grid.name + ": no link of the file has node " +
                            std::to_string(alone - linked.begin()) + " of " + format_exact(n) +
                            "; steps in which it takes part run on circuits of their own only");
    }
}

/// Notes matrices in which a node sends to itself.
void note_matrices(const GridSpec& grid, std::vector<std::string>& notes) {
    for (const auto& file : grid.matrices)
        for (const double n : grid.find("nodes")->numbers)
            if (matrix_of(file, static_cast<Node>(n)).had_diagonal)
                notes.push_back("grid " + grid.name + ": " + file.path +
                                " has bytes on its diagonal, from a node to itself; they are "
                                "ignored");
}

}  // namespace

std::vector<std::string> notes_on(const Sweep& sweep) {
    std::vector<std::string> notes;
    note_options(sweep, sweep.scheduler_options, "", notes);
    for (const auto& grid : sweep.grids) {
        note_order(grid, notes);
        note_split(grid, notes);
        note_dims(grid, notes);
        note_nodes(grid, notes);
        note_edges(grid, notes);
        note_matrices(grid, notes);
        if (const auto note = note_on_groups(grid); !note.empty())
            notes.push_back("grid " + grid.name + ": " + note);
        note_options(sweep, grid.scheduler_options, "grid " + grid.name + ": ", notes);
    }
    return notes;
}

}  // namespace lightsweep::sweeps
