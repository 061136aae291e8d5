// The study "fibres": the number of fibres that random circuits between servers need (PCCL,
// Algorithm 4).

#include "kernels/rack/fibre_routes.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "sweeps/studies/circuit_keys.hpp"

namespace lightsweep::sweeps {

namespace {

using solvers::Status;

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto servers = grid_shape(point, "servers");
    const auto circuits = circuits_at(point, servers.nodes());
    solvers::pccl::FibreBudget budget;
    budget.passes = static_cast<int>(point.number("passes", budget.passes));
    budget.max_nodes = static_cast<int>(point.number("max_nodes", budget.max_nodes));
    const auto plan = solvers::pccl::fewest_fibres(servers, circuits, {}, budget);
    const auto found = kernels::route_by_wavelength(
        servers, circuits, plan.routes, static_cast<int>(point.number("wavelengths", 1)),
        budget.passes);
    return {{static_cast<double>(found.fibres), static_cast<double>(found.bound),
             static_cast<double>(plan.routes.cut_bound), hops_of(found.routes),
             static_cast<double>(plan.nodes)},
            found.proven() ? Status::optimal : Status::budget,
            found.proven() ? solvers::Reason::none : solvers::Reason::node_limit};
}

double seconds(const Point& point) {
    const auto& servers = point.tuples.at("servers");
    const double places = static_cast<double>(servers[0]) * static_cast<double>(servers[1]);
    return 1e-5 * point.number("circuits", 0) + 1e-8 * places * places;
}

void check(const GridSpec& grid, Faults& faults) {
    GridCheck check(grid, faults);
    check_grid_shape(check, "servers");
    check_circuit_keys(check);
    for (const char* key : {"passes", "max_nodes"}) check.at_most(key, 1'000'000);
    check.each("servers", [&](const AxisValues& servers, std::size_t i) {
        if (servers.tuples[i] == std::vector<std::int64_t>{1, 1})
            check.report("servers", i, "has one server, and circuits join two",
                         "for example [8, 8]");
    });
}

}  // namespace

Study fibres_study() {
    Study study{{"fibres", "fibres between servers for circuits", {}, {"servers", "circuits"}},
                {count_column("fibres", "enough on every edge between servers"),
                 count_column("lower_bound", "no routes need fewer"),
                 count_column("cut_bound", "circuits on some edge, by cuts alone"),
                 number_column("hops", "1", "edges taken by all circuits"),
                 count_column("nodes", "of branch and bound")},
                seconds,
                row,
                check,
                "processor time of routes, bounds and program"};
    using enum Kind;
    using enum Domain;
    study.entry.keys = circuit_keys(
        {"servers", tuple, natural, "rows and columns of servers", "[8, 8]"},
        {{"wavelengths", count, natural, "of a fibre; 1 if not given", "1"},
         {"passes", count, whole, "of taking out and routing again; 200 if not given", "200"},
         {"max_nodes", count, whole,
          "branch and bound nodes where bounds leave a gap; 200 if not given", "200"}});
    return study;
}

}  // namespace lightsweep::sweeps
