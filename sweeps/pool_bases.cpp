#include "sweeps/pool_bases.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "kernels/circuit_changes.hpp"
#include "kernels/topology_text.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/spec/combinations.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_reported = 20;

/// The given matrix over the members, reordered: the base's place first.
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
            "the factors are those of the pool, and the base in force at "
            "the start, " +
            base.describe() + ", is none of it: add it to pool");
    pool.switching = {Price::by_pair, factors_from(grid.switching, grid.pool.size(), base_at)};
    return pool;
}

namespace {

/// Members on every number of nodes that the grid has.
bool check_members(const GridSpec& grid, Faults& faults) {
    const AxisValues* nodes = grid.find("nodes");
    const std::size_t before = faults.size();
    for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
        for (const auto& member : grid.pool) {
            try {
                kernels::topology_of_text(member.text,
                                          static_cast<kernels::Node>(nodes->numbers[i]),
                                          kernels::LinkBandwidth::full);
            } catch (const std::invalid_argument& fault) {
                faults.add(member.place, member.path, "",
                           std::string(fault.what()) + ", on nodes = " + nodes->text(i));
            }
            if (faults.size() >= before + most_reported) return false;
        }
    }
    return faults.size() == before;
}

/// pool_size and switching against the bases that stand beside each topology of the grid.
class SizeCheck {
  public:
    SizeCheck(const GridSpec& grid, Faults& faults)
        : grid_(grid), points_(grid), sizes_(grid.find("pool_size")), faults_(faults) {}

    void run() {
        const std::vector<std::string> keys{"topology", "nodes", "dims",           "offsets",
                                            "degree",   "seed",  "link_bandwidth", "pool_size"};
        for_each_combination(grid_, keys, [&](const Indices& at) {
            if (grid_.verdict(at) != Verdict::no) look_at(at);
            return reported_.size() < most_reported;
        });
    }

  private:
    void look_at(const Indices& at) {
        try {
            const std::size_t bases = points_.make_pool(at).others.size() + 1;
            if (sizes_) compare(grid_.value_index("pool_size", at), bases);
        } catch (const NotApplicable&) {
            // too few ports for a base here: its rows say so
        } catch (const std::invalid_argument& fault) {
            // Members have been checked, and topologies have checks of their own.
            if (!grid_.switching.factors.empty() && reported_.insert(fault.what()).second)
                faults_.add(grid_.switching.place, grid_.switching.path, "", fault.what());
        }
    }

    void compare(std::size_t i, std::size_t bases) {
        if (sizes_->numbers[i] <= static_cast<double>(bases)) return;
        if (!reported_.insert(sizes_->name(i)).second) return;
        faults_.add(sizes_->place(i), sizes_->name(i), sizes_->text(i),
                    "the pool has " + std::to_string(bases) +
                        " bases, the one in force at the start included",
                    "at most " + std::to_string(bases) + ", or a larger pool");
    }

    const GridSpec& grid_;
    GridPoints points_;
    const AxisValues* sizes_;
    Faults& faults_;
    std::set<std::string> reported_;
};

}  // namespace

void check_pool(const GridSpec& grid, Faults& faults) {
    if (grid.pool.empty()) {
        if (const AxisValues* size = grid.find("pool_size"))
            faults.add(size->place(0), size->name(0), size->text(0),
                       "there is no pool to choose from", "give pool = [...]");
        return;
    }
    if (check_members(grid, faults)) SizeCheck(grid, faults).run();
}

}  // namespace lightsweep::sweeps
