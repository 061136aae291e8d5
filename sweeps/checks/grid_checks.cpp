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

/// The message of a file's fault already names that file and its line.
void refuse_edges(const TextFile& file, const std::string& message, Faults& faults) {
    const std::size_t example = message.rfind("`from to [capacity]`");
    const std::size_t remedy =
        example == std::string::npos ? example : message.rfind(" write ", example);
    if (remedy != std::string::npos)
        return faults.add(file.place, file.key, "", message.substr(0, remedy - 1),
                          message.substr(remedy + 1));
    faults.add(file.place, file.key, "", message,
               "lines are `from to [capacity]`: nodes from 0 to nodes - 1, capacity > 0");
}

/// Checks the links on every number of nodes; true if they fit all.
bool check_edges(const GridSpec& grid, const AxisValues& nodes, Faults& faults) {
    if (!grid.edges) return true;
    for (const double n : nodes.numbers) {
        try {
            kernels::Topology::edges(static_cast<Node>(n),
                                     edges_of(*grid.edges, static_cast<Node>(n)),
                                     kernels::LinkBandwidth::full);
        } catch (const std::invalid_argument& fault) {
            refuse_edges(*grid.edges, fault.what(), faults);
            return false;
        }
    }
    return true;
}

/// Checks of an uneven all-to-all.
class MatrixCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        const auto names = grid().collectives();
        const bool uneven = std::ranges::find(names, matrix_collective) != names.end();
        check_hops(uneven);
        if (!uneven) return;
        if (!find_rules(grid().rules).takes_matrices) refuse_rules();
        for (const char* key : {"message", "item"})
            if (grid().find(key))
                report(key, 0, "is not read by alltoall/matrix, whose matrix has its bytes",
                       "collective = \"alltoall/matrix\" in a grid of its own");
        at_most("nodes", most_nodes, "are more than an uneven all-to-all takes");
        at_most("generator_scale", kernels::MatrixGenerator::most_scale);
        at_most("generator_skew", 100, "is more than 100 percent");
        for (std::size_t i = 0; i < grid().matrices.size(); ++i) look_at(grid().matrices[i]);
    }

  private:
    static constexpr std::int64_t most_nodes = 1024;

    /// Those of shifts in turn are numbers, those of steps that are routed are words.
    void check_hops(bool uneven) {
        const auto* hops = grid().find("hops");
        const auto& own = find_rules(grid().rules).own_keys;
        const bool routed = std::ranges::find(own, "route") != own.end();
        for (std::size_t i = 0; hops && i < hops->labels.size(); ++i) {
            const bool is_number = hops->labels[i] < "a";
            if (uneven && !is_number)
                report("hops", i, "is for steps that are routed", "hops = 1 or 2");
            else if (!uneven && (is_number || !routed))
                report("hops", i, "is for " + matrix_name() + (routed ? "" : " alone here"),
                       routed ? "\"pairs\" or \"ways\"" : "remove it");
        }
    }
    static std::string matrix_name() { return std::string(matrix_collective); }

    void refuse_rules() {
        Names known;
        for (const Rules* rules : rules_table())
            if (rules->takes_matrices) known.emplace_back(rules->name);
        report(grid().find("collective") ? "collective" : "algorithm", 0,
               "is not known under rules = " + grid().rules, "rules = " + join(known));
    }
    void look_at(const TextFile& file) {
        const AxisValues* nodes = grid().find("nodes");
        for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
            if (!(nodes->numbers[i] <= most_nodes)) continue;
            try {
                matrix_of(file, static_cast<Node>(nodes->numbers[i]));
            } catch (const std::invalid_argument& fault) {
                return faults().add(file.place, file.key, "", fault.what());
            }
        }
    }
};

/// Builds every base topology of the grid once, and reports what it refuses as a fault. Too few
/// ports for a topology are a fault only if no other topology remains.
class TopologyCheck {
  public:
    TopologyCheck(const GridSpec& grid, const AxisValues& topology, Faults& faults)
        : grid_(grid), points_(points_of(grid)), topology_(topology), faults_(faults) {}

    void run() {
        if (const AxisValues* degree = grid_.find("degree"))
            for (std::size_t i = 0; i < degree->size(); ++i)
                if (degree->numbers[i] > most_ports)
                    return degree->refuse(i, "is more than any node has",
                                          "at most " + std::to_string(most_ports), faults_);
        const std::vector<std::string> keys{"topology", "nodes", "dims",           "offsets",
                                            "degree",   "seed",  "link_bandwidth", "planes"};
        for_each_combination(grid_, keys, [&](const Indices& at) {
            if (grid_.verdict(at) != Verdict::no) build(at);
            return reported_.size() < most_reported;
        });
        // A single problem of rules that compare everything is not applicable, as a point of a
        // file.
        const bool is_problem = grid_.name.empty();
        if (is_problem && find_rules(grid_.rules).compares_everything) return;
        if (reported_.empty() && !usable_ && too_few_) report_too_few();
    }

  private:
    /// Reports a missing count, which is a separate fault.
    void report_too_few() {
        if (const auto report = find_rules(grid_.rules).report_no_base)
            report(grid_, faults_);
        else if (const AxisValues* degree = grid_.find("degree"))
            degree->refuse("a node has more links than ports on every topology here",
                           "give more ports, or ring-uni (1 link), ring (2)", faults_);
    }

    void build(const Indices& at) {
        try {
            points_->make_topology(at);
            usable_ = true;
        } catch (const NotApplicable&) {
            too_few_ = true;
        } catch (const std::invalid_argument& fault) {
            const std::size_t i = grid_.value_index("topology", at);
            if (topology_.labels[i] == "edges") return;  // check_edges has it, with the line
            if (reported_.insert(fault.what()).second) report(fault.what(), i, at);
        }
    }

    /// Reports at the key that the message is about, which may differ from topology.
    void report(const std::string& message, std::size_t topology, const Indices& at) {
        for (const std::string key : {"offsets", "dims", "degree", "seed"}) {
            const AxisValues* axis = grid_.find(key);
            const std::string word = key == "offsets" ? "offset" : key;
            if (!axis || message.find(word) == std::string::npos) continue;
            const std::size_t i = grid_.value_index(key, at);
            return faults_.add(axis->place(i), axis->name(i), "", message);
        }
        faults_.add(topology_.place(topology), topology_.name(topology), "", message);
    }

    static constexpr std::size_t most_reported = 20;
    static constexpr int most_ports = 1 << 24;
    const GridSpec& grid_;
    const std::unique_ptr<const GridPoints> points_;
    const AxisValues& topology_;
    Faults& faults_;
    std::set<std::string> reported_;
    bool usable_ = false, too_few_ = false;
};

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
    MatrixCheck(grid, faults).run();
    if (grid.find("nodes")) check_rules(grid, faults);
    if (const AxisValues* topology = grid.find("topology"))
        TopologyCheck(grid, *topology, faults).run();
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
