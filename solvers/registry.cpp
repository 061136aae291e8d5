#include "solvers/registry.hpp"

#include <array>

#include "solvers/addanki/addanki.hpp"
#include "solvers/baselines/baselines.hpp"

namespace lightsweep::solvers {

namespace {

double no_seconds(double) {
    return 0.0;
}

constexpr std::array program_options{OptionRow{
    "max_nodes", "branch and bound nodes before a point gives up", &SchedulerOptions::max_nodes}};

constexpr std::array table{
    SchedulerRow{"static",
                 "baseline",
                 "the base topology in every step",
                 {},
                 false,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 baselines::prepare_static},
    SchedulerRow{"every-step",
                 "baseline (BvN schedule)",
                 "a matching for every step, one delay each",
                 {},
                 true,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 baselines::prepare_every_step},
    SchedulerRow{"threshold",
                 "Addanki 2025, section 4",
                 "match a step iff it saves more than one delay; 2-competitive",
                 {},
                 true,
                 no_seconds,
                 baselines::threshold_point_seconds,
                 baselines::prepare_threshold},
    SchedulerRow{"addanki",
                 "Addanki 2025, eq. 7",
                 "optimum over base and matching in every step",
                 {},
                 true,
                 addanki::addanki_prepare_seconds,
                 addanki::addanki_point_seconds,
                 addanki::prepare_addanki},
    SchedulerRow{"addanki-milp", "Addanki 2025, eq. 7",
                 "the printed 0-1 program through CBC, a witness", program_options, true,
                 no_seconds, addanki::program_point_seconds, addanki::prepare_program},
};

}  // namespace

std::span<const SchedulerRow> scheduler_table() {
    return table;
}

const SchedulerRow* find_scheduler(std::string_view name) {
    for (const auto& row : table)
        if (row.name == name) return &row;
    return nullptr;
}

}  // namespace lightsweep::solvers
