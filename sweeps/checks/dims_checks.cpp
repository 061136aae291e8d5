// Checks of the key dims: every entry must be read by a topology or an algorithm.
#include <algorithm>
#include <set>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "sweeps/checks/grid_checks.hpp"
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
            on_topology_ = on_topology_ ||
                           (topology && row.dimensions > 0 &&
                            std::count(topology->labels.begin(), topology->labels.end(), row.name));
        for (const auto& collective : grid.collectives())
            for (const auto part : kernels::sequence_parts(collective)) {
                const auto found = kernels::find_collective(part);
                const bool is_lattice =
                    found.row && found.row->lattice.dimensions > 0 && found.dims.empty();
                if (is_lattice || part.ends_with("/any")) algorithms_.emplace(part);
            }
    }

    void check(Faults& faults) const {
        if (!dims_ || on_topology_) return;
        for (std::size_t i = 0; i < dims_->size(); ++i)
            if (reading(i).empty())
                faults.add(
                    dims_->place(i), dims_->name(i), dims_->text(i),
                    "no algorithm of this grid has " + std::to_string(dims_->tuples[i].size()) +
                        " dimensions: " + join(Names(algorithms_.begin(), algorithms_.end())),
                    "give as many sizes as one of them has");
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
};

}  // namespace

void check_dims(const GridSpec& grid, Faults& faults) {
    DimsUse(grid).check(faults);
}

void note_dims(const GridSpec& grid, std::vector<std::string>& notes) {
    const auto names = DimsUse(grid).untouched();
    if (!names.empty())
        notes.push_back("grid " + grid.name + ": dims has no sizes for " + join(names) +
                        ": ascending powers of two");
}

}  // namespace lightsweep::sweeps
