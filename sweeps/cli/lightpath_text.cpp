
#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "engine/io/errors.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/events/lightpath_events.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t most_listed = 80;

const solvers::LightpathRings& rings_of(const Solution& s) {
    return *s.structure->rings;
}

bool is_short(const Solution& s) {
    return s.lightpaths && count_lightpaths(*s.lightpaths, rings_of(s)) <= most_listed_lightpaths;
}

std::string fabric_of(const solvers::LightpathRings& rings) {
    const auto shape = rings.is_torus()
                           ? "a " + std::to_string(rings.shape.rows) + " x " +
                                 std::to_string(rings.shape.columns) + " torus of WDM rings"
                           : std::string("a WDM ring");
    return shape + ", " + std::to_string(rings.wavelengths) +
           (rings.wavelengths == 1 ? " wavelength" : " wavelengths");
}

void print_head(const Solution& s, std::ostream& out) {
    const auto& row = s.row;
    const auto& rings = rings_of(s);
    out << kernels::name_of(s.structure->collective.primitive) << " on " << rings.shape.nodes()
        << " nodes of " << fabric_of(rings) << "\ncompletion time  "
        << seconds_text(row.completion[0]) << " ("
        << solvers::status_names[static_cast<std::size_t>(row.status[0])] << ", lower bound "
        << seconds_text(row.lower_bound[0]) << ")\n";
    if (rings.shares_lanes)
        out << "  startup          " << seconds_text(row.startup[0]) << "\n  propagation      "
            << seconds_text(row.propagation[0]) << '\n';
    out << "  transmission     " << seconds_text(row.transmission[0]) << '\n';
    if (rings.shares_lanes) out << "  congestion       " << seconds_text(row.congestion[0]) << '\n';
    out << "  reconfiguration  " << seconds_text(row.reconfiguration[0]) << " ("
        << row.n_reconfigurations[0] << " in " << row.more_steps_of(0)
        << (row.more_steps_of(0) == 1 ? " step)\n" : " steps)\n");
    if (!rings.shares_lanes && row.startup[0] > 0)
        out << "  conversion       " << seconds_text(row.startup[0]) << '\n';
}

/// Summary of one step.
struct StepSummary {
    std::size_t stage = 0;
    std::int64_t lightpaths = 0;
    kernels::Node longest = 0;
    std::set<std::int16_t> wavelengths{};
    /// Segments taken, summed over both fibres, all wavelengths and the step's time.
    double slots = 0;
};

std::vector<StepSummary> summaries(const kernels::LightpathSchedule& schedule) {
    std::vector<StepSummary> steps(static_cast<std::size_t>(schedule.steps()));
    std::int32_t first = 0;
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage) {
        const auto& one = schedule.stages[stage];
        for (const auto& path : kernels::lightpaths_of(one, first)) {
            auto& step = steps[path.step];
            const auto length = kernels::path_length(schedule.shape, one.dimension, path);
            ++step.lightpaths;
            step.stage = stage;
            step.longest = std::max(step.longest, length);
            step.wavelengths.insert(path.wavelength);
            step.slots += length;
        }
        first += one.steps;
    }
    return steps;
}

/// Notes if a schedule needs fewer setups than it is charged for.
void print_fewer_setups(const Solution& s, const LightpathRun& run, std::ostream& out) {
    const auto charged = s.row.n_reconfigurations[0];
    const auto needed = static_cast<std::int32_t>(run.setups.size());
    if (needed < charged)
        out << "setups needed: " << needed << " of the " << charged << " charged, "
            << seconds_text(run.planned_time()) << " in all\n";
}

void print_lightpath_steps(const Solution& s, std::ostream& out) {
    const auto run = run_lightpaths(s);
    const double all = 2.0 * run.schedule.shape.nodes() * run.schedule.wavelengths;
    const auto steps = summaries(run.schedule);
    out << "\n step  stage  lightpaths  longest  wavelengths  slots used        time\n";
    for (std::size_t i = 0; i < steps.size() && i < most_listed; ++i) {
        const auto step = static_cast<std::int32_t>(i);
        out << std::setw(5) << i << std::setw(7) << steps[i].stage << std::setw(12)
            << steps[i].lightpaths << std::setw(9) << steps[i].longest << std::setw(13)
            << steps[i].wavelengths.size() << std::setw(10) << std::fixed << std::setprecision(1)
            << 100 * steps[i].slots / (all * run.slots[i]) << " %" << std::setw(12)
            << seconds_text(run.duration(step))
            << (std::ranges::binary_search(run.setups, step) ? "  after a setup\n" : "\n");
    }
    if (steps.size() > most_listed) out << "... " << steps.size() - most_listed << " more steps\n";
    print_fewer_setups(s, run, out);
    out << "\n--json lists the lightpaths\n";
}

}  // namespace

void print_lightpaths(const Solution& s, std::ostream& out) {
    print_head(s, out);
    if (!s.lightpaths) {
        out << "  " << no_lightpaths(s) << '\n';
        return;
    }
    if (!s.lightpaths->form.empty()) out << "  plan             " << s.lightpaths->form << '\n';
    if (is_short(s))
        print_lightpath_steps(s, out);
    else
        out << '\n' << too_many_lightpaths(*s.lightpaths, rings_of(s)) << '\n';
}

std::string lightpaths_json(const Solution& s) {
    Json answer = Json::parse(solution_json(s));
    if (!s.lightpaths) return answer.dump(2);
    if (!is_short(s)) throw engine::BadInput(too_many_lightpaths(*s.lightpaths, rings_of(s)));
    const auto schedule = in_steps(*s.lightpaths, rings_of(s).half);
    answer["nodes"] = schedule.shape.nodes();
    answer["wavelengths"] = schedule.wavelengths;
    answer["tapped"] = schedule.reception == kernels::Reception::every_node;
    answer["columns"] = Json::array();
    for (const auto& column : lightpath_columns()) answer["columns"].push_back(column.name);
    Json rows = Json::array();
    std::int32_t first = 0;
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage) {
        for (const auto& path : kernels::lightpaths_of(schedule.stages[stage], first))
            rows.push_back({stage, path.step, path.source, path.destination,
                            static_cast<int>(path.direction), path.wavelength, path.item});
        first += schedule.stages[stage].steps;
    }
    answer["lightpaths"] = std::move(rows);
    return answer.dump();
}

void check_lightpaths(const Solution& s) {
    if (!is_short(s)) return;
    const auto half = rings_of(s).half;
    const auto fault = fault_of(decode(*s.lightpaths, half), half);
    if (!fault.empty()) throw engine::IoError("lightpaths: " + fault);
}

}  // namespace lightsweep::sweeps
