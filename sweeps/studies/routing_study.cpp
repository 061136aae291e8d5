// The study "routing": random circuits through a mesh of interferometers (PCCL, Algorithm 3 and
// figure 19a).

#include "kernels/rack/mesh_routes.hpp"
#include "sweeps/studies/circuit_keys.hpp"

namespace lightsweep::sweeps {

namespace {

/// Circuits between waveguides on two different sides of the mesh, from the generator of
/// random_circuits over the places on its sides: 4 (side - 1), clockwise from the upper left.
std::vector<kernels::Pair> between_sides(const Point& point, kernels::Node side) {
    const kernels::Node length = side - 1;
    const auto node_of = [&](kernels::Node place) {
        const kernels::Node along = place % length, last = side - 1;
        switch (place / length) {
            case 0:
                return along;
            case 1:
                return along * side + last;
            case 2:
                return last * side + last - along;
            default:
                return (last - along) * side;
        }
    };
    // Doubles the number of circuits until enough of them end on different sides.
    const auto wanted = static_cast<std::size_t>(point.number("circuits", 0));
    Point more = point;
    std::vector<kernels::Pair> result;
    for (std::size_t drawn = 2 * wanted; result.size() < wanted; drawn *= 2) {
        more.numbers["circuits"] = static_cast<double>(drawn);
        result.clear();
        for (const auto& pair : circuits_at(more, 4 * length))
            if (pair.from / length != pair.to / length && result.size() < wanted)
                result.push_back({node_of(pair.from), node_of(pair.to)});
    }
    return result;
}

kernels::MeshRoutes routes_at(const Point& point) {
    const auto side = static_cast<kernels::Node>(point.number("mesh", 0));
    const auto circuits = point.text("ends", "anywhere") == "sides"
                              ? between_sides(point, side)
                              : circuits_at(point, side * side);
    const kernels::MeshRules standard;
    const auto overlap = static_cast<int>(point.number("max_overlap", standard.max_overlap));
    if (point.text("rule", "trials") == "around-full")
        return kernels::route_mesh_around_full({side, side}, circuits, overlap);
    return kernels::route_mesh({side, side}, circuits,
                               {overlap, static_cast<int>(point.number("trials", standard.trials)),
                                point.number("penalty", standard.penalty)});
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto found = routes_at(point);
    return {{static_cast<double>(found.routed()), static_cast<double>(found.failed.size()),
             static_cast<double>(found.max_load), hops_of(found.routes)},
            solvers::Status::feasible};
}

/// Measured where a tenth of the circuits fails, because those use all their trials over the whole
/// mesh.
double seconds(const Point& point) {
    const double side = point.number("mesh", 0);
    return 1e-7 * point.number("circuits", 0) * side * side;
}

void check(const GridSpec& grid, Faults& faults) {
    GridCheck check(grid, faults);
    check_circuit_keys(check);
    check.at_most("mesh", largest_mesh);
    for (const char* key : {"trials", "max_overlap"}) check.at_most(key, 1'000'000);
    check.require(
        "penalty", [](double value) { return value >= 1; }, "would make full waveguides cheaper",
        "a factor >= 1, e.g. 2");
}

}  // namespace

Study routing_study() {
    Study study{{"routing", "circuits through a mesh of interferometers", {}, {"mesh", "circuits"}},
                {count_column("circuits_routed", "circuits that found a way"),
                 count_column("circuits_failed", "circuits that found none; one may exist"),
                 count_column("max_load", "circuits on the fullest waveguide"),
                 number_column("hops", "1", "waveguides taken by all circuits")},
                seconds,
                row,
                check,
                "processor time of the routing"};
    using enum Kind;
    using enum Domain;
    study.entry.keys = circuit_keys(
        {"mesh", count, at_least_two, "interferometers along a side of the square mesh", "64"},
        {word_key("ends", "where circuits end: anywhere, or on two different sides of the mesh",
                  "\"sides\"", "", {"anywhere", "sides"}),
         word_key("rule", "Algorithm 3 with trials, or shortest ways around full waveguides",
                  "\"trials\"", "", {"trials", "around-full"}),
         {"max_overlap", count, natural, "circuits that a waveguide takes; 1 if not given", "1"},
         {"trials", count, natural, "ways tried per circuit; 50 if not given", "50"},
         {"penalty", count, positive, "factor on full waveguides; 2 if not given", "2"}});
    return study;
}

}  // namespace lightsweep::sweeps
