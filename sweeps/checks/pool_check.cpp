// Checks of the key `pool` and related keys: whether the bases exist on the grid's nodes.
#include <set>
#include <stdexcept>

#include "kernels/topologies/topology_text.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/combinations.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_reported = 20;

/// Checks the members on every number of nodes in the grid.
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

/// Checks pool_size and switching against the bases beside each topology of the grid.
class SizeCheck {
  public:
    SizeCheck(const GridSpec& grid, Faults& faults)
        : grid_(grid), points_(points_of(grid)), sizes_(grid.find("pool_size")), faults_(faults) {}

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
            const std::size_t bases = points_->make_pool(at).others.size() + 1;
            if (sizes_) compare(grid_.value_index("pool_size", at), bases);
        } catch (const NotApplicable&) {
            // too few ports for a base here: its rows report it
        } catch (const std::invalid_argument& fault) {
            // Members and topologies have checks of their own.
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
    std::unique_ptr<const GridPoints> points_;
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
