// Checks of groups, of a grid and of the entries of its traces.
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;

class GroupCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        each_combination({"nodes"}, [&](const Indices& at) {
            for (std::size_t i = 0; i < grid().parallel.size(); ++i)
                look_at(grid().parallel[i], i, static_cast<Node>(number("nodes", at, 1)));
        });
        const std::string key = grid().members_key();
        if (key == "nodes") return;
        for (const auto& name : grid().collectives())
            if (name == matrix_collective)
                report(key, 0, "has no meaning beside " + name,
                       "the matrix of all nodes, with the groups as its blocks");
        for (const auto& step : grid().steps)
            if (step.form == CustomStep::Form::label)
                return report(key, 0, "needs peers, and cfg names none",
                              "shift, xor or peer, or no groups, which cost what one costs");
        if (has_word("topology", "wdm-ring"))
            report(key, 0, "has no meaning on a WDM ring, whose schedules are of the whole ring",
                   "another topology");
        each_combination({"nodes", "group_size", "group_stride"}, [&](const Indices& at) {
            const auto fault =
                fault_of(grid().groups(at), static_cast<Node>(number("nodes", at, 1)));
            if (fault) report(key, grid().value_index(key, at), fault->problem, fault->remedy);
        });
    }

  private:
    void look_at(const TraceEntry& entry, std::size_t i, Node n) {
        std::string path = grid().name.empty() ? "" : "grid." + grid().name + ".";
        path += "parallel[" + std::to_string(i) + "]";
        if (const auto fault = fault_of(entry.groups, n))
            return faults().add(grid().parallel_place, path + ".groups", "", fault->problem,
                                fault->remedy);
        const auto fault = fault_of_steps(entry, n);
        if (!fault.problem.empty())
            faults().add(grid().parallel_place, path, "", fault.problem, fault.remedy);
    }

    static kernels::GroupFault fault_of_steps(const TraceEntry& entry, Node n) {
        if (entry.collective.ends_with("/any") || entry.collective == matrix_collective)
            return {entry.collective + " has no steps of its own", "an algorithm by its name"};
        for (const auto& step : entry.steps)
            if (step.form == CustomStep::Form::label)
                return {"cfg names no peers, which decide what is glued", "shift, xor or peer"};
        try {
            const auto steps = collective_of(entry, n).steps;
            for (std::size_t k = 0; k < steps.size() && !entry.steps.empty(); ++k)
                if (steps[k].peer.is_identity())
                    return {"steps[" + std::to_string(k) + "] moves nothing in its groups",
                            "a shift that is no multiple of their size"};
            return {};
        } catch (const std::invalid_argument& fault) {
            return {fault.what(), "other nodes, groups or steps"};
        }
    }
};

}  // namespace

void check_groups(const GridSpec& grid, Faults& faults) {
    GroupCheck(grid, faults).run();
}

std::string note_on_groups(const GridSpec& grid) {
    if (grid.group_lists.empty()) return "";
    double most = 0;
    for (const double n : grid.find("nodes")->numbers) most = std::max(most, n);
    const double busy = static_cast<double>(grid.group_lists.size() * grid.group_lists[0].size());
    if (busy >= most) return "";
    return format_exact(most - busy) + " of " + format_exact(most) +
           " nodes are in no group, and idle";
}

}  // namespace lightsweep::sweeps
