// Programs that schedule switch planes (external_scheduler.hpp).
#include "solvers/external/asked_program.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::external {

namespace {

class ExternalPlanes : public swot::PlaneScheduler {
  public:
    ExternalPlanes(const AskedProgram& program, Subject structure)
        : PlaneScheduler(std::move(structure)), program_(program) {}

  private:
    Json line_of(const kernels::Collective& collective, const kernels::PlaneProblem& problem,
                 const kernels::DelayRow& row, double delay) const {
        constexpr const char* starts[] = {"free", "first", "cold", "individual"};
        auto line = head(program_, collective, row, delay);
        line["initial"] = starts[static_cast<std::size_t>(problem.initial)];
        auto planes = Json::array(), held = Json::array(), steps = Json::array();
        for (const auto& plane : problem.planes)
            planes.push_back({{"bandwidth", plane.bandwidth},
                              {"reconfiguration_delay", plane.reconfiguration_delay}});
        for (const auto& one : problem.held) held.push_back(one ? Json(*one) : Json(nullptr));
        for (const auto& step : problem.steps) {
            auto others = Json::array();
            for (const auto& one : step.others)
                others.push_back({{"configuration", one.configuration}, {"bytes", one.bytes}});
            steps.push_back({{"configuration", step.configuration},
                             {"bytes", step.bytes},
                             {"others", std::move(others)}});
        }
        line.update({{"planes", std::move(planes)}, {"held", held}, {"steps", std::move(steps)}});
        return line;
    }
    kernels::PlaneUse use_of(const Json& given, std::size_t step) const {
        const auto has = [&](const char* key) {
            return given.is_object() && given.contains(key) && given[key].is_number();
        };
        const bool is_use = has("plane") && given["plane"].is_number_integer() && has("bytes");
        const double plane = is_use ? given["plane"].get<double>() : -1;
        const double peer = has("peer") ? given["peer"].get<double>() : 0;
        if (!is_use || plane < 0 || plane > 1e6 || !(peer >= 0 && peer <= 1e6) ||
            !(given["bytes"].get<double>() >= 0))
            refuse(program_, "says " + given.dump().substr(0, 80) + " in step " +
                                 std::to_string(step) +
                                 "; say {\"plane\": 0, \"bytes\": 0.5} with planes of the problem");
        return {static_cast<int>(plane), given["bytes"].get<double>(),
                static_cast<std::size_t>(peer)};
    }
    swot::Answer answer(const kernels::Collective& collective, const kernels::DelayRow& row,
                        std::size_t i) const {
        const auto problem = swot::plane_problem(collective, structure().planes, row, i);
        kernels::PlaneSchedule schedule;
        for (const auto& given :
             schedule_of(program_, line_of(collective, problem, row, row.delays[i]))) {
            auto& step = schedule.steps.emplace_back();
            if (!given.is_array())
                refuse(program_, "has no list for step " +
                                     std::to_string(schedule.steps.size() - 1) + "; write [...]");
            for (const auto& one : given) step.push_back(use_of(one, schedule.steps.size() - 1));
        }
        const auto timeline = kernels::replay_planes(problem, schedule);
        if (!timeline.violation.empty()) refuse(program_, "is illegal: " + timeline.violation);
        return {timeline.end(), swot::ideal_time(problem), Status::feasible,
                timeline.n_reconfigurations, std::move(schedule)};
    }
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        if (row.delays.empty()) return;
        const auto collective = carried(row);
        const auto parts =
            swot::fixed_parts(swot::plane_problem(*collective, structure().planes, row, 0));
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            auto found = answer(*collective, row, i);
            if (collective.get() != &structure().collective) found.collective = collective;
            if (!result.want_decisions) found.schedule.reset();
            store(parts, i, std::move(found), result);
        }
    }

    const AskedProgram& program_;
};

}  // namespace

Prepared prepare_on_planes(const AskedProgram& program, Subject problem) {
    return std::make_unique<ExternalPlanes>(program, std::move(problem));
}

}  // namespace lightsweep::solvers::external
