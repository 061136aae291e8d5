// The study "rack": whether the circuits of a schedule fit a rack of servers (PCCL, section 4.2).

#include <algorithm>
#include <set>

#include "kernels/rack/rack.hpp"
#include "sweeps/studies/circuit_keys.hpp"

namespace lightsweep::sweeps {

namespace {

using solvers::Status;

kernels::Rack rack_at(const Point& point) {
    return {grid_shape(point, "servers"),
            static_cast<kernels::Node>(point.number("devices_per_server", 1)),
            static_cast<kernels::Node>(point.number("mesh", 0)),
            static_cast<int>(point.number("wavelengths", 1))};
}

std::set<std::size_t> in_force(const kernels::Schedule& schedule) {
    std::set<std::size_t> used(schedule.choice.begin(), schedule.choice.end());
    for (const auto& later : schedule.later) used.insert(later.begin(), later.end());
    return used;
}

/// Mirrored halves use the circuits of a matching in both directions.
std::vector<kernels::Pair> circuits_of(const kernels::Topology& topology, bool mirrored) {
    std::vector<kernels::Pair> circuits;
    const bool back = mirrored && topology.kind() == kernels::Topology::Kind::matching;
    for (const auto& link : topology.links()) {
        circuits.push_back({link.from, link.to});
        if (back) circuits.push_back({link.to, link.from});
    }
    return circuits;
}

void take_worst(kernels::RackVerdict& worst, const kernels::RackVerdict& one) {
    worst.answer = std::max(worst.answer, one.answer);
    worst.best.circuits = std::max(worst.best.circuits, one.best.circuits);
    worst.best.outside = std::max(worst.best.outside, one.best.outside);
    worst.best.fibres = std::max(worst.best.fibres, one.best.fibres);
    worst.best.fibre_bound = std::max(worst.best.fibre_bound, one.best.fibre_bound);
    worst.best.unrouted = std::max(worst.best.unrouted, one.best.unrouted);
}

StudyRow row(const Point& point, const PlannedCollective* planned) {
    using Answer = kernels::RackVerdict::Answer;
    const auto plan = planned->plan();
    if (plan.n_reconfigurations[0] < 0) return {{}, plan.status[0], plan.reason[0]};
    const auto schedule = planned->schedule(plan);
    const auto rack = rack_at(point);
    const auto there = static_cast<int>(point.number("fibres", 0));
    const bool mirrored = planned->structure().collective.mirrored;
    const auto topologies = in_force(schedule);
    kernels::RackVerdict worst{Answer::fits, {}};
    for (const std::size_t one : topologies)
        take_worst(worst, judge_rack(rack, circuits_of(schedule.topologies[one], mirrored), there));
    return {{worst.answer == Answer::fits ? 1.0 : 0.0, static_cast<double>(topologies.size()),
             static_cast<double>(worst.best.circuits), static_cast<double>(worst.best.outside),
             static_cast<double>(worst.best.fibres), static_cast<double>(worst.best.fibre_bound),
             static_cast<double>(worst.best.unrouted)},
            worst.answer == Answer::unknown ? Status::feasible : Status::optimal};
}

double seconds(const Point& point) {
    const double side = point.number("mesh", 0);
    return 1.5e-7 * point.number("nodes", 0) * side * side;
}

/// Checks that every combination of servers, devices and nodes has as many places as nodes, and
/// that every mesh has room for its devices.
class RackCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        check_grid_shape(*this, "servers");
        check_circuit_keys(*this);
        at_most("mesh", largest_mesh);
        at_most("devices_per_server", most_devices);
        if (grid().find("nodes") && grid().find("servers") && grid().find("mesh"))
            each_combination({"servers", "devices_per_server", "nodes", "mesh"},
                             [this](const Indices& at) { look_at(at); });
    }

  private:
    static constexpr std::int64_t most_devices = 1'000'000;

    void look_at(const Indices& at) {
        const std::size_t i = grid().value_index("servers", at);
        const auto& servers = grid().find("servers")->tuples[i];
        const auto devices = number("devices_per_server", at, 1), nodes = number("nodes", at, 0);
        if (!shape_fault(servers).empty() || devices > most_devices) return;  // reported above
        const auto there = devices * servers[0] * servers[1];
        if (there != nodes)
            report("servers", i,
                   "has " + std::to_string(there) + " devices, not " + std::to_string(nodes),
                   "zip = [\"servers\", \"nodes\"] pairs them; devices_per_server counts");
        const auto places = kernels::device_places(static_cast<kernels::Node>(devices));
        const auto least = std::max({places.rows, places.columns, kernels::Node{2}});
        if (number("mesh", at, 0) < least)
            report("mesh", grid().value_index("mesh", at),
                   "is too small for " + std::to_string(devices) + " devices",
                   "at least " + std::to_string(least));
    }
};

}  // namespace

Study rack_study() {
    Study study{{"rack", "whether the circuits of schedules fit a rack", {}, {"servers", "mesh"}},
                {count_column("fits",
                              "1: fibres are enough and all circuits found ways; 0: proven that "
                              "they are not if the status is optimal, else none were found"),
                 count_column("topologies", "that the schedule uses, each checked by itself"),
                 count_column("circuits", "of the topology that has most"),
                 count_column("circuits_between_servers", "of the topology that has most"),
                 count_column("fibres_needed", "enough on every edge, for every topology"),
                 count_column("fibres_bound", "no routes need fewer"),
                 count_column("ways_failed",
                              "ways through meshes not found, of the worst topology, on the "
                              "best number of wavelengths; they may exist")},
                seconds,
                row,
                run_check<RackCheck>};
    study.entry.uses_schedulers = true;
    using enum Kind;
    using enum Domain;
    study.entry.keys = {
        {"servers", tuple, natural, "rows and columns of servers", "[4, 4]"},
        {"devices_per_server", count, natural, "nodes of a server; 1 if not given", "8"},
        {"mesh", count, at_least_two, "interferometers along a side of a server's mesh", "32"},
        {"fibres", count, natural, "on every edge between servers; as many as wanted if not given",
         "4"},
        {"wavelengths", count, natural, "circuits that a fibre or waveguide takes; 1 if not given",
         "1"}};
    return study;
}

}  // namespace lightsweep::sweeps
