// Makes lines of solvers/frontier/plans/found_plans.txt: the plans that long searches find for
// these numbers of nodes, on every base, on one, two, four and eight lanes. A search has so many
// times the default effort. It keeps so many plans that no sampled point takes 0.3 % longer than
// with all of them.
//
//     build/release/tests/bench/frontier_table 10 16 48 64 > lines.txt
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <set>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/gathers/torus_sets.hpp"
#include "solvers/frontier/plans/found_plans.hpp"

using namespace lightsweep::solvers::frontier;

namespace {

using Plans = std::vector<FrontierPlan>;

/// Points over all ratios of hops, transmission and delay to the latency of a step. Prefix plans
/// fit a delay, so that delays lie close together.
std::vector<BoundParameters> sampled() {
    std::vector<BoundParameters> points;
    for (const double per_hop : {0.0, 0.1, 1.0})
        for (double z = -3; z <= 5; z += 0.125)
            for (double delay = -3; delay <= 6; delay += 0.03125)
                points.push_back({1, per_hop, std::pow(10, z), std::pow(10, delay)});
    return points;
}

/// Places of plans without which some point takes longer than the tolerance; the first `free` count
/// anyway. The next one is always the fastest plan of the point that is the worst off.
std::set<std::size_t> useful(const Plans& plans, std::size_t free) {
    constexpr double tolerance = 1.003;
    const auto points = sampled();
    std::vector<double> now(points.size(), INFINITY), best = now;
    std::vector<std::size_t> fastest(points.size());
    const auto improve = [&](std::size_t plan) {
        for (std::size_t i = 0; i < points.size(); ++i)
            now[i] = std::min(now[i], plans[plan].time(points[i]));
    };
    for (std::size_t plan = 0; plan < plans.size(); ++plan)
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double time = plans[plan].time(points[i]);
            if (plan < free) now[i] = std::min(now[i], time);
            if (time >= best[i]) continue;
            best[i] = time;
            fastest[i] = plan;
        }
    std::set<std::size_t> kept;
    while (true) {
        std::size_t worst = 0;
        for (std::size_t i = 1; i < points.size(); ++i)
            if (now[i] * best[worst] > now[worst] * best[i]) worst = i;
        if (now[worst] <= best[worst] * tolerance) return kept;
        kept.insert(fastest[worst]);
        improve(fastest[worst]);
    }
}

void print(const std::string& primitive, const FrontierBase& base, const Plans& plans,
           std::size_t free) {
    std::set<std::string> lines;
    for (const auto i : useful(plans, free)) {
        const auto line =
            primitive + " " + table_key(base) + "|" + found_plan(primitive, plans[i]).line();
        const std::string_view only[] = {line};
        // Without its idle steps a plan may no longer be one of its family.
        if (!found_plans(primitive, base, only).empty()) lines.insert(line);
    }
    for (const auto& line : lines) std::cout << line << std::endl;
    std::cerr << primitive << " " << table_key(base) << ": " << lines.size() << " plans"
              << std::endl;
}

void print_all(const FrontierBase& base, double times) {
    auto plans = static_digit_exchanges(base);
    plans.push_back(shifts_in_turn(base.nodes(), base.lanes));
    append(plans, walk_exchanges(base.nodes(), base.lanes));
    append(plans, digit_exchanges(base));
    const auto free = plans.size();
    append(plans, searched_exchanges(base, default_effort));
    if (times > 1) append(plans, searched_exchanges(base, times * default_effort));
    print("alltoall", base, plans, free);
    if (base.kind == FrontierBase::Kind::torus)
        print("allgather", base,
              torus_set_plans(base.rows, base.columns, base.lanes, 20 * times * default_effort), 0);
}

}  // namespace

int main(int argc, char** argv) {
    using Kind = FrontierBase::Kind;
    std::cout << "# primitive and structure (base, rows, columns, lanes)|family|group (a b rho)|"
                 "topology:lanes:peers=hops:x of every step\n";
    for (int i = 2; i < argc; ++i) {
        const Node n = std::atoi(argv[i]);
        Node rows = 1;
        for (Node r = 2; r * r <= n; ++r)
            if (n % r == 0) rows = r;
        for (const Node k : {1, 2, 4, 8}) {
            print_all({Kind::ring_uni, 1, n, k}, std::atof(argv[1]));
            if (k > 1) print_all({Kind::ring, 1, n, k}, std::atof(argv[1]));
            if (k > 2 && rows > 1) print_all({Kind::torus, rows, n / rows, k}, std::atof(argv[1]));
        }
    }
}
