// Checks of dims, whose entries must be read by a topology or an algorithm, and of pool, whose
// bases must exist on the grid's nodes.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

using Names = std::vector<std::string>;

/// Whether every entry of dims is read: by topologies, which refuse sizes that do not fit, or by
/// algorithms with as many dimensions.
class DimsUse {
  public:
    explicit DimsUse(const GridSpec& grid) : dims_(grid.find("dims")) {
        const AxisValues* topology = grid.find("topology");
        for (const auto& row : kernels::topology_table())
            on_topology_ = on_topology_ || (topology && row.dimensions > 0 &&
                                            std::ranges::count(topology->labels, row.name));
        for (const auto& collective : grid.collectives())
            for (const auto part : kernels::sequence_parts(collective)) {
                const auto found = kernels::find_collective(part);
                const bool is_lattice = found.row && found.row->lattice.dimensions != 0;
                const bool is_sized = is_lattice && !found.dims.empty();
                if (is_sized) sizes_.emplace(found.dims.begin(), found.dims.end());
                if ((is_lattice && !is_sized) || part.ends_with("/any")) algorithms_.emplace(part);
            }
    }

    void check(Faults& faults) const {
        if (!dims_ || on_topology_) return;
        for (std::size_t i = 0; i < dims_->size(); ++i)
            if (reading(i).empty() && !sizes_.contains(dims_->tuples[i]))
                dims_->refuse(
                    i,
                    "no algorithm here has " + std::to_string(dims_->tuples[i].size()) +
                        " dimensions: " + join(Names(algorithms_.begin(), algorithms_.end())),
                    "give as many sizes as one of them has", faults);
    }
    /// Algorithms without sizes of their own whose number of dimensions is that of entry i.
    Names reading(std::size_t i) const {
        Names names;
        for (const auto& name : algorithms_)
            if (kernels::on_dims(name, dims_->tuples[i]) != name) names.push_back(name);
        return names;
    }
    /// Algorithms that keep their usual sizes, because all entries have other numbers of
    /// dimensions.
    Names untouched() const {
        Names names(algorithms_.begin(), algorithms_.end());
        for (std::size_t i = 0; dims_ && i < dims_->size(); ++i)
            for (const auto& name : reading(i)) std::erase(names, name);
        return dims_ ? names : Names{};
    }

  private:
    const AxisValues* dims_;
    bool on_topology_ = false;
    std::set<std::string> algorithms_;
    std::set<std::vector<std::int64_t>> sizes_;  ///< that names give themselves
};

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
        sizes_->refuse(i,
                       "the pool has " + std::to_string(bases) +
                           " bases, the one in force at the start included",
                       "at most " + std::to_string(bases) + ", or a larger pool", faults_);
    }

    const GridSpec& grid_;
    std::unique_ptr<const GridPoints> points_;
    const AxisValues* sizes_;
    Faults& faults_;
    std::set<std::string> reported_;
};

}  // namespace

void check_dims(const GridSpec& grid, Faults& faults) {
    DimsUse(grid).check(faults);
}

void note_dims(const GridSpec& grid, std::vector<std::string>& notes) {
    const auto names = DimsUse(grid).untouched();
    if (!names.empty())
        notes.push_back("grid " + grid.name + ": no entry of dims has as many sizes as " +
                        join(names) + " take: their own sizes are ascending powers of two");
}

void check_pool(const GridSpec& grid, Faults& faults) {
    if (grid.pool.empty()) {
        if (const AxisValues* size = grid.find("pool_size"))
            size->refuse(0, "there is no pool to choose from", "give pool = [...]", faults);
        return;
    }
    if (check_members(grid, faults)) SizeCheck(grid, faults).run();
}

}  // namespace lightsweep::sweeps
