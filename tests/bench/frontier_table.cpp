// Makes solvers/frontier/found_exchanges.txt: the all-to-alls of these numbers of nodes, on every
// base, one, two, four and eight lanes, as searches of the default effort find them. Minutes of
// 64 nodes and more.
//
//     build/release/tests/bench/frontier_table 8 16 32 64 > solvers/frontier/found_exchanges.txt
#include <cstdlib>
#include <iostream>
#include <set>

#include "solvers/frontier/exchange_plans.hpp"

using namespace lightsweep::solvers::frontier;

namespace {

void print(const FrontierBase& base) {
    std::vector<FrontierPlan> plans;
    for (const auto family : {static_exchanges, together, prefix_exchanges, late_exchanges})
        append(plans, family(base, default_effort, nullptr));
    std::set<std::string> lines;
    for (const auto& plan : without_dominated(std::move(plans))) {
        if (plan.family == "static digits" || plan.text == "shifts in turn") continue;
        FoundExchange found{plan.family, (*plan.moves)(), {}};
        for (const auto& step : plan.steps) found.topologies.push_back(step.topology);
        lines.insert(table_key(base) + "|" + found.text());
    }
    for (const auto& line : lines) std::cout << line << std::endl;
    std::cerr << table_key(base) << ": " << lines.size() << " plans" << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
    using Kind = FrontierBase::Kind;
    std::cout << "# structure (base, rows, columns, lanes)|family|group (a b rho)|"
                 "topology:lanes:peers of every step\n";
    for (int i = 1; i < argc; ++i) {
        const Node n = std::atoi(argv[i]);
        Node rows = 1;
        for (Node r = 2; r * r <= n; ++r)
            if (n % r == 0) rows = r;
        for (const Node k : {1, 2, 4, 8}) {
            print({Kind::ring_uni, 1, n, k});
            if (k > 1) print({Kind::ring, 1, n, k});
            if (k > 2 && rows > 1) print({Kind::torus, rows, n / rows, k});
        }
    }
}
