// The study "physical": the limits of loss and crosstalk on a WDM ring, and the all-gather within
// them (OpTree, eq. 4 to 9, with the corrections of kernels/wdm/optical_budget.hpp).

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "solvers/optree/gather_construction.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::OpticalDevices;
using solvers::Reason;
using solvers::Status;
using solvers::optree::Method;

/// A device value that a grid may set instead of its preset's.
struct DeviceKey {
    const char *name, *description, *example;
    double OpticalDevices::*value;
    Domain domain = Domain::any;
};
constexpr DeviceKey device_keys[] = {
    {"modulator_loss", "P_m [dB], over the preset's", "1", &OpticalDevices::modulator_loss},
    {"pass_loss", "per interface passed [dB], over the preset's", "0.02",
     &OpticalDevices::pass_loss, Domain::positive},
    {"power_penalty", "of the extinction ratio [dB], over the preset's", "4",
     &OpticalDevices::power_penalty},
    {"receiver_sensitivity", "[dBm], over the preset's; 0 is the paper's form of eq. 6", "0",
     &OpticalDevices::receiver_sensitivity},
    {"laser_power", "[dBm], over the preset's", "25", &OpticalDevices::laser_power},
    {"receiver_crosstalk", "per interface passed [dBm], over the preset's", "-60",
     &OpticalDevices::receiver_crosstalk},
    {"transmitter_crosstalk", "[dBm], over the preset's", "-45",
     &OpticalDevices::transmitter_crosstalk},
    {"other_noise", "[dBm], over the preset's", "-50", &OpticalDevices::other_noise}};

constexpr const char* formula = "formula";

std::vector<std::string> method_words() {
    std::vector<std::string> words{formula};
    for (const auto method : solvers::optree::all_methods())
        words.emplace_back(solvers::optree::method_name(method));
    return words;
}

Method method_of(const std::string& word) {
    for (const auto method : solvers::optree::all_methods())
        if (word == solvers::optree::method_name(method)) return method;
    return Method::optimal;
}

OpticalDevices devices_of(const Point& point) {
    const auto name = point.text("devices", "");
    auto devices = kernels::find_device_preset(name)->devices;
    for (const auto& key : device_keys)
        devices.*key.value = point.number(key.name, devices.*key.value);
    return devices;
}

std::int64_t whole(const Point& point, const char* key, double otherwise) {
    return static_cast<std::int64_t>(point.number(key, otherwise));
}

/// Steps and longest lightpath without the budget, and the steps within it.
struct Design {
    double longest = 0;  ///< interfaces
    std::int64_t steps = 0, lower_bound = 0;
    std::int64_t capped_steps = -1, capped_longest = -1;
};

Design formula_design(const Point& point, std::int64_t allowed) {
    const auto n = whole(point, "nodes", 1), w = whole(point, "wavelengths", 1);
    const auto usual = kernels::best_stages(n, kernels::StageRule::argmin);
    const auto k = whole(point, "stages", static_cast<double>(usual));
    Design design{kernels::longest_path_printed(n, k), kernels::theorem_steps(n, w, k),
                  kernels::gather_lower_bound(n, w)};
    if (design.longest <= static_cast<double>(allowed)) design.capped_steps = design.steps;
    return design;
}

Design built_design(const Point& point, Method method, const OpticalDevices& devices,
                    double error_rate) {
    using namespace solvers::optree;
    const RingTask task{whole(point, "nodes", 1), whole(point, "wavelengths", 1)};
    const auto free = plan_gather(task, method);
    const auto longest = kernels::figures_of(free.schedule).longest;
    Design design{static_cast<double>(longest), free.steps, free.lower_bound};
    const auto capped = plan_powered_gather(task, method, devices, error_rate);
    if (!capped.possible) return design;
    design.lower_bound = capped.lower_bound;
    design.capped_steps = capped.steps;
    design.capped_longest = capped.steps == free.steps && capped.form == free.form
                                ? longest
                                : kernels::figures_of(capped.schedule).longest;
    return design;
}

/// Bit error rate of a path with so many interfaces: the remaining light against the noise.
double error_rate_at(const OpticalDevices& devices, double interfaces) {
    const double received =
        devices.laser_power - kernels::insertion_loss(devices, interfaces) - devices.power_penalty;
    const double noise =
        kernels::crosstalk_power(devices, interfaces) + kernels::milliwatts(devices.other_noise);
    return kernels::bit_error_rate(kernels::milliwatts(received) / noise);
}

Status status_of(const Design& design, bool is_formula) {
    if (design.capped_steps < 0) return Status::infeasible;
    if (is_formula) return Status::formula;
    return design.capped_steps == design.lower_bound ? Status::optimal : Status::feasible;
}

StudyRow row(const Point& point, const PlannedCollective*) {
    const auto devices = devices_of(point);
    const double error_rate = point.number("bit_error_rate", 1e-9);
    const auto allowed = kernels::longest_path(devices, error_rate);
    const auto word = point.text("design", formula);
    const bool is_formula = word == formula;
    const auto design = is_formula ? formula_design(point, allowed)
                                   : built_design(point, method_of(word), devices, error_rate);
    const auto status = status_of(design, is_formula);
    const double path = design.longest;
    return {{path, kernels::insertion_loss(devices, path),
             kernels::within_loss_budget(devices, path) ? 1.0 : 0.0,
             kernels::dbm(kernels::crosstalk_power(devices, path)), error_rate_at(devices, path),
             kernels::laser_power_for(devices, path, error_rate), static_cast<double>(allowed),
             static_cast<double>(design.steps), static_cast<double>(design.capped_steps),
             static_cast<double>(design.capped_longest), static_cast<double>(design.lower_bound)},
            status,
            status == Status::infeasible ? Reason::power_budget : Reason::none};
}

/// Estimate: lightpaths are visited one by one.
double seconds(const Point& point) {
    const double n = point.number("nodes", 1);
    return point.text("design", formula) == formula ? 1e-6 : 1e-3 + 6e-8 * n * n;
}

/// The lightpaths of the largest stage.
double bytes(const Point& point) {
    const double n = point.number("nodes", 1);
    return point.text("design", formula) == formula ? 0 : sizeof(kernels::Lightpath) * n * n;
}

void check(const GridSpec& grid, Faults& faults) {
    GridCheck check(grid, faults);
    check.at_most("wavelengths", 32767);
    check.at_most("stages", 1024);
    check.at_most("nodes", 8192);
    check.require(
        "bit_error_rate", [](double rate) { return rate > 0 && rate < 0.5; },
        "must lie between 0 and 1/2", "for example 1e-9");
}

std::vector<KeyEntry> keys() {
    using enum Kind;
    using enum Domain;
    std::vector<std::string> presets;
    for (const auto& preset : kernels::device_presets()) presets.emplace_back(preset.name);
    std::vector<KeyEntry> all{
        {"nodes", count, natural, "on the ring", "1024"},
        {"wavelengths", count, natural, "per fibre and direction", "64"},
        word_key("design", "formula: eq. 4's path and Theorem 1; else a schedule that is built",
                 "\"wdm-optimal\"", "", method_words()),
        {"stages", count, natural, "k of the formula; k* if not given", "7"},
        word_key("devices", "assumed device values: the paper gives none", "\"ring-1000\"", "",
                 presets),
        {"bit_error_rate", count, positive, "wanted; 1e-9 if not given", "1e-9"}};
    for (const auto& key : device_keys)
        all.push_back({key.name, count, key.domain, key.description, key.example});
    return all;
}

}  // namespace

Study physical_study() {
    return {
        {"physical",
         "loss, crosstalk and laser power of all-gathers on a WDM ring",
         keys(),
         {"nodes", "wavelengths", "devices"}},
        {number_column("longest_path", "1",
                       "interfaces on the longest lightpath (eq. 4 for the "
                       "formula)"),
         number_column("insertion_loss", "dB", "of the longest lightpath (eq. 5)"),
         count_column("within_loss_budget", "1: the laser's power reaches the receiver (eq. 6)"),
         number_column("crosstalk", "dBm", "worst case on the longest lightpath (eq. 8)"),
         number_column("bit_error_rate_reached", "1", "on the longest lightpath (eq. 9)"),
         number_column("laser_power_needed", "dBm", "for the wanted bit error rate"),
         count_column("allowed_path",
                      "interfaces that loss and bit error rate allow; negative: "
                      "not even none"),
         count_column("steps", "of the all-gather without a budget"),
         count_column("capped_steps", "of the one whose lightpaths are all allowed"),
         count_column("capped_path", "its longest lightpath [segments]"),
         count_column("lower_bound", "no schedule within the budget has fewer steps")},
        seconds,
        row,
        check,
        "",
        bytes};
}

}  // namespace lightsweep::sweeps
