#include "sweeps/studies/study.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

solvers::ResultRow PlannedCollective::plan(double message) const {
    solvers::ResultRow row;
    row.want_decisions = true;
    kernels::Parameters at = parameters_;
    at.message = message;
    ready_->plan->evaluate(kernels::row_at(at), row);
    return row;
}

kernels::Schedule PlannedCollective::schedule(const solvers::ResultRow& plan) const {
    const auto& space = ready_->plan->space();
    return space.decode({plan.decision.data(), space.words()}).schedule;
}

const std::vector<Study>& study_table() {
    static const std::vector<Study> table = {routing_study(),  fibres_study(), rack_study(),
                                             training_study(), tree_study(),   back_to_back_study(),
                                             physical_study()};
    return table;
}

const Study& find_study(const std::string& name) {
    const auto& table = study_table();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const Study& one) { return one.entry.name == name; });
    if (found == table.end()) throw std::invalid_argument("study = " + name + ": is not known");
    return *found;
}

engine::Column study_count(const char* name, const char* meaning) {
    return {name, "1", meaning, engine::ElementType::i32, -1, {}, 1, {}};
}

engine::Column study_number(const char* name, const char* units, const char* meaning) {
    constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
    return {name, units, meaning, engine::ElementType::f64, no_value, {}, 1, {}};
}

KeyEntry study_key(std::string name, Kind kind, Domain domain, std::string description,
                   std::string example, std::vector<std::string> words) {
    KeyEntry key{std::move(name), kind, false, domain, std::move(description), std::move(example),
                 std::move(words)};
    key.optional = true;
    return key;
}

void check_at_most(const GridSpec& grid, const std::string& key, double most, Faults& faults) {
    const AxisValues* axis = grid.find(key);
    for (std::size_t i = 0; axis != nullptr && i < axis->size(); ++i)
        if (axis->numbers[i] > most)
            faults.add(axis->place(i), axis->name(i), axis->text(i), key + " is too large",
                       "at most " + format_exact(most));
}

}  // namespace lightsweep::sweeps
