// OpTree: all-gathers on rings of wavelengths, or tori of them. A step is one slot of an item per
// lightpath; it pays the item's time, the conversion and, unless circuits are held, one setup.
#include "kernels/wdm/gather_steps.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

namespace {

using solvers::LightpathRings;

kernels::Conversion conversion_of(const std::string& word) {
    if (word == "per-flit") return kernels::Conversion::per_flit;
    return word == "pipelined" ? kernels::Conversion::pipelined : kernels::Conversion::none;
}

class OptreePoints : public GridPoints {
  public:
    explicit OptreePoints(const GridSpec& grid)
        : GridPoints(grid),
          wavelength_bandwidth_(grid, "wavelength_bandwidth"),
          flit_(grid, "flit"),
          cycle_(grid, "cycle"),
          packet_(grid, "packet") {}

    solvers::StepMeasure measure(const Indices&) const override {
        return solvers::measures::concurrent_flow;
    }
    solvers::Problem make_problem(const Indices& indices, bool, const KnownCosts&) const override {
        const auto n = nodes(indices);
        return ring_structure(rings_at(grid(), indices, n, false), n);
    }
    kernels::Topology make_topology(const Indices& indices) const override {
        return kernels::Topology::ring(nodes(indices), kernels::LinkBandwidth::full);
    }
    bool on_wdm_rings(const Indices&) const override { return true; }
    /// What planning depends on.
    double n_steps(const Indices& indices) const override { return nodes(indices); }

    /// The conversion is the per-step latency, whole packets are the message.
    kernels::Parameters parameters(const Indices& indices,
                                   const solvers::Problem& structure) const override {
        kernels::GatherTiming timing;
        const double parts = structure.rings->parts();
        timing.item =
            item_ ? item_.at(indices, 0) / static_cast<double>(structure.rings->items_per_node)
                  : message_.at(indices, 0) / parts;
        timing.bandwidth = wavelength_bandwidth_.at(indices, 1);
        timing.conversion = conversion_of(text_at(grid(), "conversion", indices, "none"));
        timing.flit = flit_.at(indices, timing.flit);
        timing.clock = 1 / cycle_.at(indices, 1 / timing.clock);
        timing.packet = packet_.at(indices, 0);
        kernels::Parameters p{};
        p.per_step_latency = kernels::overhead(timing);
        p.message = kernels::item_on_air(timing) * parts;
        p.bandwidth = timing.bandwidth;
        p.reconfiguration_delay = delay(indices);
        return p;
    }

  protected:
    double links_of(const solvers::Problem&) const override { return 1; }

  private:
    const Source wavelength_bandwidth_, flit_, cycle_, packet_;
};

bool knows(const solvers::SchedulerTraits& traits) {
    return traits.ring() && !traits.ring()->shares_lanes;
}

SchedulerEntry keys(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{
        std::string(row.name), std::string(row.summary), {}, {"topology", "wavelengths"}, {}};
    entry.axes = {"topology",     "wavelengths", "items_per_node",
                  "transmitters", "message",     "reconfiguration_delay",
                  "bandwidth",    "conversion",  "flit",
                  "cycle",        "packet"};
    if (row.traits.ring()->reads_stages) entry.axes.push_back("stages");
    if (row.traits.ring()->is_built) entry.axes.push_back("standing");
    return entry;
}

class OptreeCheck : public BaseCheck {
  public:
    using BaseCheck::BaseCheck;

    void run() {
        allow_words("topology", {"wdm-ring", "wdm-torus"},
                    "has no wavelengths, on which rules = optree schedule",
                    "wdm-ring or wdm-torus");
        at_most("wavelengths", 32767, "is too large");
        check_collectives();
        check_dims();
        at_most("stages", 1024, "is too large");
        check_conversion();
        refuse_keys({"bandwidth", "link_rate", "plane_bandwidth"},
                    "is no rate that rules = optree charge",
                    "wavelength_bandwidth, the rate of one wavelength");
        refuse_keys({"groups", "group_size"},
                    "has no meaning under rules = optree, whose rings are whole",
                    "rules = \"common\" on a switch, or the ring of one group alone");
        refuse_pool("rules = optree know no pool", "remove it");
        check_bruck();
    }

  private:
    void check_collectives() {
        const char* key = grid().find("collective") ? "collective" : "algorithm";
        each(key, [&](const AxisValues& axis, std::size_t i) {
            const auto& name = axis.labels[i];
            const bool open = std::string_view(key) == "algorithm"
                                  ? name == "any"
                                  : name == "allgather/any" || name == "reduce-scatter/any" ||
                                        name == "allreduce/any";
            if (!open)
                report(key, i,
                       "is no collective whose algorithm the schedulers of rules = optree choose",
                       "allgather/any, reduce-scatter/any or allreduce/any");
        });
    }

    void check_dims() {
        const AxisValues* topology = grid().find("topology");
        if (topology == nullptr) return;
        const auto& names = topology->labels;
        const auto tori = std::ranges::find(names, "wdm-torus");
        if (tori == names.end() && grid().find("dims"))
            return report("dims", 0, "is read by wdm-torus alone", "remove it");
        if (tori != names.end() && !grid().find("dims"))
            return report("topology", static_cast<std::size_t>(tori - names.begin()),
                          "needs its rows and columns", "for example dims = [32, 32]");
        each("dims", [&](const AxisValues& axis, std::size_t i) {
            if (axis.tuples[i].size() != 2)
                report("dims", i, "is not rows and columns", "for example [32, 32]");
        });
    }

    void check_conversion() {
        if (has_word("conversion", "pipelined") || has_word("conversion", "per-flit")) return;
        refuse_keys({"flit", "cycle"}, "means nothing where nothing is converted",
                    "conversion = \"pipelined\" or \"per-flit\", or remove it");
    }
};

constexpr std::string_view own_keys[] = {"transmitters", "stages",     "items_per_node",
                                         "standing",     "conversion", "wavelength_bandwidth"};

}  // namespace

extern constinit const Rules optree_rules{
    .name = "optree",
    .summary = "lightpaths on WDM rings and tori, one item per lightpath and step",
    .own_keys = own_keys,
    .knows = knows,
    .keys = keys,
    .check = run_check<OptreeCheck>,
    .points = make_points<OptreePoints>};

}  // namespace lightsweep::sweeps
