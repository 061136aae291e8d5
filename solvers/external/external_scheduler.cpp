#include "solvers/external/external_scheduler.hpp"

#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/row_parts.hpp"
#include "solvers/external/asked_program.hpp"
#include "solvers/external/program.hpp"
#include "solvers/one_accounting/common_rows.hpp"
#include "solvers/one_accounting/papers/paper_walks.hpp"
#include "solvers/optree/optree_rows.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::external {

Json head(const AskedProgram& program, const kernels::Collective& collective,
          const kernels::DelayRow& row, double delay) {
    return {{"scheduler", program.name},
            {"collective", collective.name()},
            {"nodes", collective.n},
            {"message", row.message_time},
            {"bandwidth", 1},
            {"per_step_latency", row.per_step_latency},
            {"per_hop_latency", row.per_hop_latency},
            {"reconfiguration_delay", delay}};
}

[[noreturn]] void refuse(const AskedProgram& program, const std::string& what) {
    throw std::runtime_error(program.path + ": its answer " + what);
}

Json schedule_of(const AskedProgram& program, const Json& problem) {
    const auto answer = Json::parse(ask(program.path, problem.dump()), nullptr, false);
    if (answer.is_discarded() || !answer.is_object() || !answer.contains("schedule") ||
        !answer["schedule"].is_array())
        refuse(program, "has no list \"schedule\"; print {\"schedule\": [...]}");
    const auto given = answer["schedule"].size();
    const auto steps = problem.contains("steps") ? problem["steps"].size() : given;
    if (given != steps)
        refuse(program, "has " + std::to_string(given) + " entries; the problem has " +
                            std::to_string(steps) + " steps");
    return answer["schedule"];
}

namespace {

constexpr std::size_t most_programs = 16;

struct Program : AskedProgram {
    std::array<SchedulerRow, all_hardware.size()> rows;  ///< by hardware
};

/// Programs are added and never removed or moved.
struct Programs {
    std::mutex guard;
    std::array<Program, most_programs> all{};
    std::size_t count = 0;
};
Programs& programs() {
    static Programs known;
    return known;
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json peers(const kernels::Permutation& peer) {
    if (const auto offset = peer.as_shift()) return {{"shift", *offset}};
    if (const auto mask = peer.as_exclusive_or()) return {{"xor", *mask}};
    auto list = Json::array();
    for (kernels::Node node = 0; node < peer.size(); ++node)
        list.push_back(peer(node) == node ? -1 : peer(node));
    return {{"peer", std::move(list)}};
}

// ---- on a base
// -----------------------------------------------------------------------------------

kernels::DecisionMask decided(const AskedProgram& program, const Problem& problem,
                              const kernels::DelayRow& row, double delay) {
    auto line = head(program, problem.collective, row, delay);
    line["topology"] = problem.base.describe();
    const auto& costs = problem.costs;
    auto steps = Json::array();
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        auto step = peers(problem.collective.steps[i].peer);
        step["bytes"] = costs.share[i] * row.message_time;
        step["hops"] = number(costs.hops[i]);
        step["stretch"] = number(costs.stretch[i]);
        steps.push_back(std::move(step));
    }
    line["steps"] = std::move(steps);
    const auto schedule = schedule_of(program, line);
    auto mask = kernels::base_throughout(costs.steps());
    for (std::size_t i = 0; i < costs.steps(); ++i)
        if (schedule[i] == "matching")
            kernels::match_step(mask, i);
        else if (schedule[i] != "base")
            refuse(program, "says " + schedule[i].dump().substr(0, 40) + " for step " +
                                std::to_string(i) + "; say \"base\" or \"matching\"");
    return mask;
}

/// No plan of base and own circuits is faster: each step where it is faster, without delays.
double least_of(const kernels::StepCosts& costs, const kernels::DelayRow& row) {
    const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time, 1, 0};
    auto mask = kernels::base_throughout(costs.steps());
    for (std::size_t i = 0; i < costs.steps(); ++i)
        if (costs.extra_time(i, p) > 0) kernels::match_step(mask, i);
    return time_of(costs, mask, p);
}

Prepared prepare_on_base(const AskedProgram& program, Subject problem) {
    const auto decide = [&program, problem](const kernels::DelayRow& row,
                                            std::size_t i) -> PointSchedule {
        const auto mask = decided(program, *problem, row, row.delays[i]);
        return {solvers::schedule_of(problem->costs, mask), least_of(problem->costs, row),
                Status::feasible};
    };
    const double volume = problem->costs.volume;
    return std::make_unique<PreparedPoints>(base_or_matching(problem), volume, decide);
}

// ---- on lanes
// ------------------------------------------------------------------------------------

Prepared prepare_on_lanes(const AskedProgram& program, Subject problem) {
    const auto walks =
        std::make_shared<const UniformWalks>(one_accounting::base_and_own(problem, false));
    const auto decide = [&program, problem, walks](const kernels::DelayRow& row,
                                                   std::size_t i) -> PointSchedule {
        const auto mask = decided(program, *problem, row, row.delays[i]);
        std::vector<std::size_t> states;
        double bound = row.per_step_latency * static_cast<double>(walks->steps()) +
                       row.message_time * walks->volume;
        for (const auto& choices : walks->choices) {
            const auto step = states.size();
            const auto& chosen = kernels::is_matched(mask, step) ? choices.back() : choices.front();
            if (!kernels::is_matched(mask, step) && chosen.state != 0)
                refuse(program, "says \"base\" for step " + std::to_string(step) +
                                    ", which the base does not connect; say \"matching\"");
            states.push_back(chosen.state);
            double least = kernels::unreachable_cost;
            for (const auto& one : choices)
                least = std::min(
                    least, row.per_hop_latency * one.hops + row.message_time * one.congestion);
            bound += least;
        }
        return {solvers::schedule_of(*walks, states), bound, Status::feasible};
    };
    return std::make_unique<PreparedPoints>(walks->decisions, walks->volume, decide);
}

// ---- rows
// ----------------------------------------------------------------------------------------

/// A function of its own for every program: a row's `prepare` knows nothing but the problem.
template <std::size_t index, Hardware hardware>
Prepared prepare_program(Subject problem, const SchedulerOptions&) {
    const auto& program = programs().all[index];
    if constexpr (hardware == Hardware::planes)
        return prepare_on_planes(program, std::move(problem));
    else if constexpr (hardware == Hardware::rings)
        return prepare_on_rings(program, std::move(problem));
    else if constexpr (hardware == Hardware::lanes)
        return prepare_on_lanes(program, std::move(problem));
    else
        return prepare_on_base(program, std::move(problem));
}

template <std::size_t... index>
constexpr auto prepare_table(std::index_sequence<index...>) {
    return std::array<std::array<Prepare, all_hardware.size()>, sizeof...(index)>{
        {{prepare_program<index, Hardware::base>, prepare_program<index, Hardware::planes>,
          prepare_program<index, Hardware::lanes>, prepare_program<index, Hardware::rings>}...}};
}
constexpr auto prepares = prepare_table(std::make_index_sequence<most_programs>());

constexpr double answer_estimate(double) {
    return 1e-3;
}

/// The bound holds on one ring.
std::optional<Reason> refuse_tori(const Problem& problem, const SchedulerOptions& options) {
    if (problem.rings->is_torus()) return Reason::torus_not_supported;
    return optree::refuse_optimal(problem, options);
}

SchedulerTraits traits_on(Hardware hardware) {
    if (hardware == Hardware::lanes)
        return one_accounting::program_traits(one_accounting::refuse_without_own);
    if (hardware == Hardware::rings)
        return optree::lightpath_traits(refuse_tori, "single WDM rings");
    SchedulerTraits traits{.lists_envelope = false, .hardware = BaseTraits{}};
    if (hardware == Hardware::planes) {
        traits.hardware = PlaneTraits{};
        traits.why_not_applicable = swot::refuse_mirrored_halves;
    }
    return traits;
}

SchedulerRow row_named(std::string_view name, Hardware hardware, Prepare prepare) {
    return scheduler_row(name, "another program", "its decisions, charged as those of all others",
                         prepare, no_seconds, answer_estimate, traits_on(hardware));
}

/// The program of this name. Throws std::invalid_argument where none was named so.
const Program& program_of(std::string_view name) {
    auto& known = programs();
    const std::scoped_lock lock(known.guard);
    for (std::size_t i = 0; i < known.count; ++i)
        if (known.all[i].name == name) return known.all[i];
    throw std::invalid_argument(std::string(name) + ": is no program that was named before");
}

constexpr std::size_t place_of(Hardware hardware) {
    return static_cast<std::size_t>(hardware);
}

}  // namespace

std::string name_of_program(const std::string& text) {
    std::error_code error;
    const auto path =
        std::filesystem::absolute(text.substr(prefix.size()), error).lexically_normal();
    if (!std::filesystem::is_regular_file(path, error))
        throw std::invalid_argument(
            "is no file: write external: and the path of a program, as "
            "external:./mine.py");
    if (access(path.c_str(), X_OK) != 0)
        throw std::invalid_argument("may not be started: chmod +x " + path.filename().string());
    const auto name = std::string(prefix) + path.filename().string();
    auto& known = programs();
    const std::scoped_lock lock(known.guard);
    for (std::size_t i = 0; i < known.count; ++i)
        if (known.all[i].name == name) {
            if (known.all[i].path == path) return name;
            throw std::invalid_argument("has the file name of " + known.all[i].path +
                                        ": results are named after it; rename one");
        }
    if (known.count == most_programs)
        throw std::invalid_argument("is one program too many: at most 16");
    auto& program = known.all[known.count];
    program.name = name;
    program.path = path.string();
    for (const auto hardware : all_hardware)
        program.rows[place_of(hardware)] =
            row_named(program.name, hardware, prepares[known.count][place_of(hardware)]);
    ++known.count;
    return name;
}

const SchedulerRow& row_of(std::string_view name, Hardware hardware) {
    return program_of(name).rows[place_of(hardware)];
}

std::string content_of(std::string_view name) {
    std::ifstream file(program_of(name).path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

int place_of(const SchedulerRow& row) {
    auto& known = programs();
    const std::scoped_lock lock(known.guard);
    for (std::size_t i = 0; i < known.count; ++i)
        for (std::size_t j = 0; j < all_hardware.size(); ++j)
            if (&known.all[i].rows[j] == &row)
                return -2 - static_cast<int>(all_hardware.size() * i + j);
    return -1;
}

const SchedulerRow& sample_row(Hardware hardware) {
    static const std::array samples{row_named("external", Hardware::base, nullptr),
                                    row_named("external", Hardware::planes, nullptr),
                                    row_named("external", Hardware::lanes, nullptr),
                                    row_named("external", Hardware::rings, nullptr)};
    return samples[place_of(hardware)];
}

}  // namespace lightsweep::solvers::external
