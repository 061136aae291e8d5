#include "sweeps/points/pool_bases.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/topologies/circuit_changes.hpp"
#include "kernels/topologies/topology_text.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

namespace {

/// The given matrix over the members, reordered with the base first.
std::vector<double> factors_from(const SwitchingText& given, std::size_t members,
                                 std::size_t base_at) {
    std::vector<std::size_t> order{base_at};
    for (std::size_t k = 0; k < members; ++k)
        if (k != base_at) order.push_back(k);
    std::vector<double> factors;
    for (const std::size_t from : order)
        for (const std::size_t to : order) factors.push_back(given.factors[from * members + to]);
    return factors;
}

}  // namespace

solvers::Pool pool_beside(const kernels::Topology& base, const GridSpec& grid,
                          kernels::LinkBandwidth bandwidth, kernels::Node degree, int size) {
    using Price = solvers::Switching::Price;
    solvers::Pool pool;
    pool.size = size;
    std::size_t base_at = grid.pool.size();
    for (std::size_t k = 0; k < grid.pool.size(); ++k) {
        auto member =
            on_ports(kernels::topology_of_text(grid.pool[k].text, base.size(), bandwidth), degree);
        if (base_at == grid.pool.size() && kernels::same_circuits(member, base))
            base_at = k;
        else
            pool.others.push_back(std::move(member));
    }
    if (grid.switching.word == "links") pool.switching.price = Price::by_links;
    if (grid.switching.word != "pairs") return pool;
    if (base_at == grid.pool.size())
        throw std::invalid_argument(
            "switching gives factors for the members of pool, but the base in force at the "
            "start, " +
            base.describe() + ", is not a member: add it to pool");
    pool.switching = {Price::by_pair, factors_from(grid.switching, grid.pool.size(), base_at)};
    return pool;
}

}  // namespace lightsweep::sweeps
