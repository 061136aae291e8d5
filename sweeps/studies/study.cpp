#include "sweeps/studies/study.hpp"

#include <algorithm>
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
    static const auto table = [] {
        std::vector<Study> all = {routing_study(),  fibres_study(), rack_study(),
                                  training_study(), tree_study(),   back_to_back_study(),
                                  physical_study(), trace_study()};
        for (auto& study : all)
            for (auto& key : study.entry.keys) {
                key.structural = false;  // no step costs depend on it
                key.optional = true;
            }
        return all;
    }();
    return table;
}

const Study& find_study(const std::string& name) {
    const auto& table = study_table();
    const auto found =
        std::ranges::find_if(table, [&](const Study& one) { return one.entry.name == name; });
    if (found == table.end()) throw std::invalid_argument("study = " + name + ": is not known");
    return *found;
}

engine::Column count_column(const char* name, const char* meaning) {
    return {name, "1", meaning, engine::ElementType::i32, -1, {}, 1, {}};
}

engine::Column number_column(const char* name, const char* units, const char* meaning) {
    return {name, units, meaning, engine::ElementType::f64, no_value, {}, 1, {}};
}

engine::Column code_column(const char* name, const char* meaning,
                           std::vector<std::pair<int, std::string>> codes, double fill,
                           engine::ElementType type) {
    return {name, "1", meaning, type, fill, std::move(codes), 1, {}};
}

engine::Column words_column(const char* name, std::string meaning, std::size_t width,
                            const char* width_name) {
    return {name, "1", std::move(meaning), engine::ElementType::u64, 0, {}, width, width_name};
}

}  // namespace lightsweep::sweeps
