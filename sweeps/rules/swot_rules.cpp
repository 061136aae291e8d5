// SWOT: parallel switch planes that carry circuits and nothing else; each plane pays its own
// reconfigurations while the others send.
#include <algorithm>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

namespace {

class SwotPoints : public BasePoints {
  public:
    using BasePoints::BasePoints;

    solvers::StepMeasure measure(const Indices&) const override {
        return solvers::measures::switch_planes;
    }
    solvers::Problem make_problem(const Indices& indices, bool, const KnownCosts&) const override {
        auto planes = switch_planes(indices);
        const auto count = static_cast<kernels::Node>(planes.speeds.size());
        solvers::Problem structure{
            kernels::in_rounds(on_fabric(indices), count), make_topology(indices), {}};
        structure.measure = measure(indices);
        structure.planes = std::move(planes);
        structure.matrix = matrix_task(indices);
        structure.entries = entries(indices);
        return structure;
    }
    double n_steps(const Indices& indices) const override {
        // Where the number of planes is open, one plane has the most rounds.
        const auto failed = std::ranges::count(tuple_at(grid(), "plane_speeds", indices), 0);
        return n_rounds(indices,
                        std::max(1.0, number("planes", indices, 0) - static_cast<double>(failed)));
    }
    double build_seconds(const Indices&) const override { return 0; }

  protected:
    double bandwidth(const Indices& indices, const solvers::Problem& structure) const override {
        return plane_rate(indices) * structure.planes.total_speed();
    }

  private:
    /// Of one ordinary plane [B/s].
    double plane_rate(const Indices& indices) const {
        if (bandwidth_) return bandwidth_.at(indices, 0) / planes_.at(indices, 1);
        return (link_rate_ ? link_rate_ : plane_bandwidth_).at(indices, 0);
    }

    solvers::SwitchPlanes switch_planes(const Indices& indices) const {
        const auto count = static_cast<std::size_t>(number("planes", indices, 0));
        auto speeds = tuple_at(grid(), "plane_speeds", indices);
        auto delays = tuple_at(grid(), "plane_delays", indices);
        speeds.resize(count, 100);
        delays.resize(count, 100);
        solvers::SwitchPlanes planes;
        for (std::size_t j = 0; j < count; ++j) {
            if (speeds[j] == 0) continue;
            planes.numbers.push_back(static_cast<int>(j));
            planes.speeds.push_back(static_cast<double>(speeds[j]) / 100);
            planes.delays.push_back(static_cast<double>(delays[j]) / 100);
        }
        planes.initial = initial_planes(text_at(grid(), "initial", indices, "free"));
        return planes;
    }
};

bool knows(const solvers::SchedulerTraits& traits) {
    return traits.planes() != nullptr;
}

SchedulerEntry keys(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{std::string(row.name), std::string(row.summary), {}, {"planes"}, {}};
    entry.axes = {"order",     "planes",           "plane_speeds", "message",
                  "bandwidth", "per_step_latency", "initial"};
    add_group_keys(entry);
    if (row.reads_delay)
        for (const char* key : {"plane_delays", "reconfiguration_delay", "technology"})
            entry.axes.emplace_back(key);
    return entry;
}

class SwotCheck : public BruckCheck {
  public:
    using BruckCheck::BruckCheck;

    void run() {
        refuse_keys({"topology", "degree", "link_bandwidth", "compute_time", "port_delay",
                     "per_hop_latency"},
                    "means nothing under rules = swot, whose planes switch circuits", "remove it");
        check_volumes();
        at_most("planes", most_planes, "are more than any node has ports");
        refuse_pool("rules = swot know no pool", "rules = \"addanki\", or no pool");
        allow_words("initial", {"free", "first", "cold"},
                    "is nothing that switch planes start with",
                    "free: each holds its own first configuration; first: all that of the "
                    "first step; cold: none");
        check_bruck();
        for (const char* key : {"plane_speeds", "plane_delays"}) check_tuple(key);
    }

  private:
    /// SWOT's own volumes are known of three algorithms.
    void check_volumes() {
        each("volumes", [this](const AxisValues& volumes, std::size_t i) {
            if (volumes.labels[i] != "swot") return;
            bool open = false, changes = false;
            for (const auto& name : grid().collectives())
                for (const auto part : kernels::sequence_parts(name)) {
                    open |= part.ends_with("/any");
                    changes |= part == "alltoall/shift" || part == "allreduce/ring" ||
                               part.starts_with("alltoall/bruck");
                }
            if (open)
                report("volumes", i, "are known of some algorithms only, which no choice may mix",
                       "exact, or name the algorithms");
            else if (!changes)
                report("volumes", i,
                       "change alltoall/shift, alltoall/bruck and allreduce/ring alone",
                       "remove it");
        });
    }

    /// A percentage for every plane.
    void check_tuple(const char* key) {
        const AxisValues* axis = grid().find(key);
        if (!axis || !grid().find("planes")) return;
        each_combination({"planes", key}, [&](const Indices& at) { look_at_tuple(*axis, at); });
    }

    void look_at_tuple(const AxisValues& axis, const Indices& at) {
        const std::size_t i = grid().value_index(axis.key, at);
        const auto& percent = axis.tuples[i];
        const auto planes = number("planes", at, 1);
        if (static_cast<std::int64_t>(percent.size()) != planes)
            report(axis.key, i,
                   "has " + std::to_string(percent.size()) + " entries on " +
                       std::to_string(planes) + " planes",
                   "one for every plane, for example 100 each");
        else if (axis.key == "plane_speeds" &&
                 std::ranges::all_of(percent, [](auto p) { return p == 0; }))
            report(axis.key, i, "leaves no plane that works", "more than 0 for one of them");
    }
};

constexpr std::string_view own_keys[] = {"initial", "hops", "plane_speeds", "plane_delays"};

}  // namespace

extern constinit const Rules swot_rules{
    .name = "swot",
    .summary = "circuits on parallel switch planes, each reconfigured while the others send",
    .own_keys = own_keys,
    .knows = knows,
    .keys = keys,
    .check = run_check<SwotCheck>,
    .points = make_points<SwotPoints>,
    .planes_share_bandwidth = true,
    .takes_matrices = true,
    .takes_labels = true};

}  // namespace lightsweep::sweeps
