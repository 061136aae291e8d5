// One accounting for all (rules = common): every scheduler on the same k equal lanes of a node, or
// on the same WDM ring; congestion by flow or by paths, one delay per change.
#include <map>
#include <mutex>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "solvers/flow/lane_solver.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

using kernels::Node;
using kernels::Topology;

namespace {

/// The base as far as distances go.
Topology distances_of(const Topology& base) {
    if (base.kind() != Topology::Kind::lanes) return base;
    const bool both_ways = base.lane_list().size() > 1;
    return both_ways ? Topology::ring(base.size(), kernels::LinkBandwidth::split)
                     : Topology::ring_uni(base.size());
}

/// Bounds on all schedulers, shared by problems of the same primitive, nodes, lanes and base in all
/// sweeps and lines of the process.
class KnownBounds {
  public:
    static KnownBounds& of_process() {
        static KnownBounds known;
        return known;
    }

    std::shared_ptr<const kernels::CommonBounds> of(const solvers::Problem& structure,
                                                    std::int64_t lanes) {
        const auto primitive = structure.collective.primitive;
        if (primitive >= kernels::Primitive::custom) return nullptr;  // the rooted ones neither
        const auto n = structure.collective.n;
        const Key key{primitive, n, lanes, structure.base.describe()};
        {
            const std::scoped_lock lock(guard_);
            if (const auto known = all_.find(key); known != all_.end()) return known->second;
        }
        auto made = std::make_shared<const kernels::CommonBounds>(
            primitive, n, static_cast<Node>(lanes),
            kernels::path_lengths(distances_of(structure.base)));
        const std::scoped_lock lock(guard_);
        if (all_.size() > most_known) all_.clear();
        return all_.try_emplace(key, std::move(made)).first->second;
    }

  private:
    static constexpr std::size_t most_known = 1024;
    using Key = std::tuple<kernels::Primitive, Node, std::int64_t, std::string>;
    std::mutex guard_;
    std::map<Key, std::shared_ptr<const kernels::CommonBounds>> all_;
};

class CommonPoints : public GridPoints {
  public:
    explicit CommonPoints(const GridSpec& grid)
        : GridPoints(grid), wdm_delay_(grid, "wdm_reconfiguration_delay") {}

    solvers::StepMeasure measure(const Indices& indices) const override {
        if (text_at(grid(), "route", indices, "flow") == "path")
            return solvers::measures::lanes_path;
        return text_at(grid(), "hops", indices, "pairs") == "ways" ? solvers::measures::lanes_ways
                                                                   : solvers::measures::lanes_flow;
    }

    solvers::Problem make_problem(const Indices& indices, bool, const KnownCosts&) const override {
        const bool rings = on_wdm_rings(indices);
        auto structure = rings ? on_the_ring(indices) : on_lanes(indices);
        structure.subrings.restore = number("restore", indices, 0) != 0;
        structure.bounds = KnownBounds::of_process().of(
            structure, rings ? 2 * structure.rings->wavelengths : std::int64_t{lanes(indices)});
        return structure;
    }

    Topology make_topology(const Indices& indices) const override {
        const Node n = nodes(indices);
        if (on_wdm_rings(indices)) return Topology::ring(n, kernels::LinkBandwidth::full);
        std::vector<Node> dims;
        for (const auto size : tuple_at(grid(), "dims", indices))
            dims.push_back(static_cast<Node>(size));
        auto base = solvers::one_accounting::base_topology(
            text_at(grid(), "topology", indices, "ring-uni"), n, lanes(indices), dims);
        if (!base) throw NotApplicable{solvers::Reason::too_few_lanes};
        return std::move(*base);
    }

    /// Too few nodes or lanes, or an algorithm that is named on a WDM ring, rule a problem out.
    bool has_structure(const Indices& indices) const override {
        const auto name = collective(indices);
        if (on_wdm_rings(indices) && !name.ends_with("/any")) return false;
        return !kernels::refuse_nodes(name, members(indices)) && has_topology(indices);
    }
    bool has_topology_of(const solvers::SchedulerRow& scheduler,
                         const Indices& indices) const override {
        return scheduler.traits.runs_on(on_wdm_rings(indices));
    }
    bool on_wdm_rings(const Indices& indices) const override {
        return text_at(grid(), "topology", indices, "") == "wdm-ring";
    }
    double n_steps(const Indices& indices) const override {
        return on_wdm_rings(indices) ? nodes(indices) : n_rounds(indices, lanes(indices));
    }
    /// Of shifts on a torus, whose rows are moved by different numbers: routes of every node are
    /// counted, and on small tori a program finds the flow.
    double build_seconds(const Indices& indices) const override {
        const auto* row = kernels::find_collective(collective(indices)).row;
        if (text_at(grid(), "topology", indices, "") != "torus2d" || !row || !row->facts.shifts)
            return 0;
        const double n = nodes(indices);
        const bool by_program = n <= solvers::flow::most_split_nodes &&
                                text_at(grid(), "route", indices, "flow") == "flow";
        return (by_program ? 1e-5 : 9e-8) * size(indices).matchings * n;
    }
    /// They are made with the problem, and not shared.
    double build_seconds(const Indices&, const Topology&) const override { return 0; }
    /// That of WDM rings, where the grid gives one.
    std::optional<double> own_delay(const Indices& indices,
                                    const solvers::Problem& structure) const override {
        if (!structure.rings || !wdm_delay_) return std::nullopt;
        return wdm_delay_.at(indices, 0);
    }

  protected:
    kernels::Collective make_collective(const Indices& indices, Node n) const override {
        if (kernels::refuse_nodes(collective(indices), n))
            throw NotApplicable{solvers::Reason::nodes_not_supported};
        auto collective = GridPoints::make_collective(indices, n);
        collective.pipeline = nullptr;  // the number of chunks is that of all schedulers
        return collective;
    }
    /// Bruck's large volumes go the short way.
    std::optional<kernels::Order> usual_order() const override { return kernels::Order::near; }
    double links_of(const solvers::Problem& structure) const override { return structure.lanes; }

  private:
    Node lanes(const Indices& indices) const {
        return static_cast<Node>(number("planes", indices, 1));
    }
    /// Steps of more peers than lanes are several. Of an open algorithm those that need this have
    /// no place, so that its choice is among exact ones.
    static kernels::Collective in_turns(kernels::Collective collective, Node lanes) {
        if (!collective.alternatives.empty()) return collective;
        return kernels::in_rounds(std::move(collective), lanes);
    }
    solvers::Problem on_lanes(const Indices& indices) const {
        auto base = make_topology(indices);
        auto structure = solvers::one_accounting::make_problem(
            in_turns(on_fabric(indices), lanes(indices)), std::move(base), lanes(indices),
            measure(indices));
        structure.matrix = matrix_task(indices);
        return structure;
    }
    /// The algorithm belongs to the scheduler: primitive/any.
    solvers::Problem on_the_ring(const Indices& indices) const {
        if (!grid().collective(indices).ends_with("/any"))
            throw NotApplicable{solvers::Reason::no_such_algorithm};
        const auto n = nodes(indices);
        auto structure = ring_structure(rings_at(grid(), indices, n, true), n);
        structure.measure = measure(indices);
        return structure;
    }

    const Source wdm_delay_;
};

bool knows(const solvers::SchedulerTraits& traits) {
    return traits.shares_lanes();
}

/// On the lanes of a switch, or on a WDM ring.
SchedulerEntry keys(const solvers::SchedulerRow& row) {
    const bool ring = row.traits.runs_on(true), lanes = row.traits.runs_on(false);
    SchedulerEntry entry{std::string(row.name), std::string(row.summary), {}, {"topology"}, {}};
    if (ring != lanes) entry.needs.push_back(ring ? "wavelengths" : "planes");
    entry.axes = {"topology", "message", "bandwidth", "per_step_latency", "per_hop_latency"};
    if (ring) entry.axes.emplace_back("wavelengths");
    if (lanes) entry.axes.emplace_back("planes");
    if (lanes) entry.axes.insert(entry.axes.end(), {"order", "route", "hops"});
    if (lanes) add_group_keys(entry);
    if (row.reads_delay) entry.axes.insert(entry.axes.end(), {"reconfiguration_delay", "restore"});
    if (ring) entry.axes.emplace_back("wdm_reconfiguration_delay");
    return entry;
}

class CommonCheck : public BaseCheck {
  public:
    using BaseCheck::BaseCheck;

    void run() {
        allow_words("topology", {"ring-uni", "ring", "torus2d", "wdm-ring"},
                    "is no base of rules = common, where a node's lanes are equal",
                    "ring-uni, ring, torus2d or wdm-ring; tori of WDM rings need rules = "
                    "\"optree\"");
        allow_words("route", {"flow", "path"}, "is no route rule of rules = common",
                    "flow or path");
        refuse_foreign_costs();
        at_most("planes", most_planes, "are more than any node has ports");
        at_most("wavelengths", 32767, "is too large");
        check_widths();
        if (grid().find("wdm_reconfiguration_delay") && grid().find("topology") &&
            !has_word("topology", "wdm-ring"))
            report("wdm_reconfiguration_delay", 0,
                   "is that of WDM rings, and no topology here is one",
                   "topology = [..., \"wdm-ring\"] with wavelengths, or remove it");
        check_bruck();
    }

  protected:
    void look_at(const Indices& at) override {
        BaseCheck::look_at(at);
        const AxisValues* volumes = grid().find("volumes");
        const std::size_t i = volumes ? grid().value_index("volumes", at) : 0;
        if (volumes && volumes->labels[i] == "bridge")
            report("volumes", i,
                   "are more than the blocks need; under rules = common every scheduler moves "
                   "the same bytes",
                   "exact, or rules = \"bridge\"");
    }

  private:
    void refuse_foreign_costs() {
        refuse_keys({"degree", "link_bandwidth", "flow_gap"},
                    "means nothing under rules = common, where links are lanes",
                    "remove it; planes is the number of lanes of a node");
        refuse_keys({"compute_time"}, "is no part of a step under rules = common",
                    "remove it, or add it to per_step_latency, which every step pays");
        refuse_keys({"switch_ports"},
                    "means nothing under rules = common, where all lanes are alike", "remove it");
        refuse_keys({"port_delay"},
                    "is not charged under rules = common, where a change is one delay however many "
                    "ports it touches",
                    "remove it, or take addanki-ports and rules = \"addanki\"");
        refuse_pool("rules = common know no pool: segments has one of its own",
                    "rules = \"addanki\", or no pool");
    }

    /// Switches have planes, rings have wavelengths.
    void check_widths() {
        const AxisValues* topology = grid().find("topology");
        if (topology == nullptr) return;
        const auto& names = topology->labels;
        const auto ring = std::ranges::find(names, "wdm-ring");
        const bool lanes = ring == names.end() || names.size() > 1;
        if (lanes && !grid().find("planes"))
            report("topology", ring == names.begin() ? 1 : 0,
                   "has lanes, and planes, their number per node, is missing",
                   "for example planes = 4");
        if (ring != names.end() && !grid().find("wavelengths"))
            report("topology", static_cast<std::size_t>(ring - names.begin()),
                   "has wavelengths, and their number per fibre is missing",
                   "for example wavelengths = 64");
    }
};

void report_no_base(const GridSpec& grid, Faults& faults) {
    if (const AxisValues* planes = grid.find("planes"))
        planes->refuse(
            "form none of the base topologies on these nodes",
            "any number on ring-uni, an even one on ring, on torus2d a multiple of 4 and "
            "nodes of two sizes >= 3",
            faults);
}

constexpr std::string_view own_keys[] = {"route", "hops", "restore", "wdm_reconfiguration_delay"};
/// Needed by some topologies alone, which are checked with them.
constexpr std::string_view free_keys[] = {"planes", "wavelengths"};

}  // namespace

extern constinit const Rules common_rules{
    .name = "common",
    .summary = "one accounting for all: equal lanes of a node, or a WDM ring, a delay per change",
    .own_keys = own_keys,
    .free_keys = free_keys,
    .table = solvers::common_scheduler_table,
    .knows = knows,
    .keys = keys,
    .check = run_check<CommonCheck>,
    .points = make_points<CommonPoints>,
    .compares_everything = true,
    .planes_share_bandwidth = true,
    .takes_matrices = true,
    .bounds_all_schedulers = true,
    .report_no_base = report_no_base};

}  // namespace lightsweep::sweeps
