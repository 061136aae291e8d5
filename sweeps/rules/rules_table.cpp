#include <algorithm>
#include <stdexcept>
#include <vector>

#include "solvers/external/external_scheduler.hpp"
#include "sweeps/points/grid_check.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

// Every set of rules, one file each.
extern const Rules addanki_rules, bridge_rules, pccl_rules, swot_rules, optree_rules, common_rules;

namespace {

std::vector<const Rules*>& all_rules() {
    static std::vector<const Rules*> table{&addanki_rules, &bridge_rules, &pccl_rules,
                                           &swot_rules,    &optree_rules, &common_rules};
    return table;
}

bool holds(std::span<const std::string_view> keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

/// A flag that is nowhere set asks for nothing.
bool asks_for_something(const AxisValues& axis) {
    return axis.kind != Kind::flag ||
           std::ranges::any_of(axis.numbers, [](double value) { return value != 0; });
}

/// Keys of other rules than the grid's.
class ForeignKeys : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        const auto& ours = find_rules(grid().rules);
        for (const Rules* rules : rules_table())
            for (const auto key : rules->own_keys)
                if (!holds(ours.own_keys, key)) look_at(std::string(key));
    }

  private:
    void look_at(const std::string& key) {
        const AxisValues* axis = grid().find(key);
        if (!axis || !asks_for_something(*axis)) return;
        std::string owners, first;
        for (const Rules* rules : rules_table()) {
            if (!holds(rules->own_keys, key)) continue;
            if (first.empty()) first = rules->name;
            owners += (owners.empty() ? "" : " and ") + std::string(rules->name);
        }
        report(key, 0, "is known under rules = " + owners + " alone",
               "rules = \"" + first + "\", or remove it");
    }
};

}  // namespace

std::span<const Rules* const> rules_table() {
    return all_rules();
}

const Rules& find_rules(std::string_view name) {
    if (name.empty()) return *all_rules().front();
    for (const Rules* rules : all_rules())
        if (rules->name == name) return *rules;
    throw std::invalid_argument("rules = " + std::string(name) + " are unknown");
}

std::span<const solvers::SchedulerRow> scheduler_table(std::string_view rules) {
    return find_rules(rules).table();
}

const solvers::SchedulerRow& find_scheduler(std::string_view name, std::string_view rules) {
    using namespace solvers;
    if (!name.starts_with(external::prefix))
        return *solvers::find_scheduler(name, scheduler_table(rules));
    for (const auto hardware : external::all_hardware)
        if (find_rules(rules).knows(external::sample_row(hardware).traits))
            return external::row_of(name, hardware);
    throw std::invalid_argument(std::string(name) +
                                ": is not known under rules = " + std::string(rules));
}

std::unique_ptr<const GridPoints> points_of(const GridSpec& grid) {
    return find_rules(grid.rules).points(grid);
}

void check_rules(const GridSpec& grid, Faults& faults) {
    const auto& rules = find_rules(grid.rules);
    if (rules.check) rules.check(grid, faults);
    ForeignKeys(grid, faults).run();
}

AddedRules::AddedRules(const Rules& rules) {
    all_rules().push_back(&rules);
}

AddedRules::~AddedRules() {
    all_rules().pop_back();
}

}  // namespace lightsweep::sweeps
