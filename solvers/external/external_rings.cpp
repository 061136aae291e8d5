// Programs that schedule lightpaths on a WDM ring (external_scheduler.hpp).
#include <xxhash.h>

#include <map>
#include <mutex>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/lightpath_check.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/external/asked_program.hpp"
#include "solvers/optree/ring_schedulers.hpp"

namespace lightsweep::solvers::external {

namespace {

using kernels::Lightpath;

class ExternalRing : public PreparedScheduler {
  public:
    ExternalRing(const AskedProgram& program, Subject problem)
        : PreparedScheduler(place_of_a_plan(std::move(problem))),
          program_(program),
          rings_(*structure().rings) {}

    const LightpathConstruction* lightpaths(std::uint64_t decision) const override {
        const std::scoped_lock lock(guard_);
        const auto found = known_.find(decision);
        return found == known_.end() ? nullptr : &found->second;
    }

  private:
    Json line_of(const kernels::DelayRow& row, double delay) const {
        auto line = head(program_, structure().collective, row, delay);
        line.update(
            {{"nodes", rings_.shape.nodes()},
             {"wavelengths", rings_.wavelengths},
             {"items_per_node", rings_.items_per_node},
             {"transmitters", rings_.is_limited() ? rings_.transmitters : rings_.wavelengths},
             {"item_time", row.message_time / rings_.parts()},
             {"held", rings_.held}});
        return line;
    }
    std::int64_t number(const Json& path, const char* key, std::int64_t most, int step) const {
        const auto found = path.is_object() ? path.find(key) : path.end();
        if (!path.is_object() || found == path.end() || !found->is_number_integer() ||
            found->get<double>() < 0 || found->get<double>() > static_cast<double>(most))
            refuse(program_, "says " + path.dump().substr(0, 120) + " in step " +
                                 std::to_string(step) + "; \"" + key +
                                 "\" must be a whole number from 0 to " + std::to_string(most));
        return found->get<std::int64_t>();
    }
    Lightpath path_of(const Json& given, int step) const {
        const kernels::Node last = rings_.shape.nodes() - 1;
        Lightpath path{
            step,
            static_cast<kernels::Node>(number(given, "source", last, step)),
            static_cast<kernels::Node>(number(given, "destination", last, step)),
            static_cast<std::int32_t>(
                number(given, "item", static_cast<std::int64_t>(rings_.parts()) - 1, step)),
            static_cast<std::int16_t>(number(given, "wavelength", rings_.wavelengths - 1, step)),
            kernels::Direction::clockwise};
        const auto direction = given.value("direction", Json());
        if (direction == "counterclockwise")
            path.direction = kernels::Direction::counterclockwise;
        else if (direction != "clockwise")
            refuse(program_, "says \"direction\": " + direction.dump().substr(0, 40) + " in step " +
                                 std::to_string(step) +
                                 "; say \"clockwise\" or "
                                 "\"counterclockwise\"");
        return path;
    }
    kernels::LightpathSchedule schedule_in(const Json& steps) const {
        kernels::Lightpaths paths;
        for (int step = 0; const auto& given : steps) {
            if (!given.is_array() || given.empty())
                refuse(program_, "has no lightpaths in step " + std::to_string(step) +
                                     "; write [{...}], or leave the step out");
            for (const auto& one : given) paths.push_back(path_of(one, step));
            ++step;
        }
        auto schedule =
            kernels::ring_schedule(rings_.shape.nodes(), rings_.wavelengths, rings_.items_per_node);
        schedule.stages.push_back({static_cast<std::int32_t>(steps.size()),
                                   kernels::Dimension::along_rows,
                                   [paths = std::move(paths)](kernels::Lightpaths& all) {
                                       all.insert(all.end(), paths.begin(), paths.end());
                                   }});
        return schedule;
    }
    optree::GatherConstruction plan_of(const Json& steps) const {
        optree::GatherConstruction plan;
        plan.task = {rings_.shape.nodes(), rings_.wavelengths, rings_.items_per_node};
        plan.form = program_.name;
        plan.steps = plan.reconfigurations = static_cast<std::int64_t>(steps.size());
        plan.schedule = schedule_in(steps);
        plan.lower_bound = kernels::gather_lower_bound(plan.task.nodes, plan.task.wavelengths,
                                                       plan.task.items_per_node);
        const auto checked = kernels::check_all_gather(plan.schedule);
        if (!checked.valid()) refuse(program_, "is illegal: " + checked.fault);
        const auto sent = kernels::figures_of(plan.schedule).most_sent;
        if (rings_.is_limited() && sent > rings_.transmitters)
            refuse(program_, "is illegal: a node sends " + std::to_string(sent) +
                                 " lightpaths at once in one direction, transmitters = " +
                                 std::to_string(rings_.transmitters));
        return plan;
    }
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), 1);
        result.more_steps.resize(row.delays.size());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto steps = schedule_of(program_, line_of(row, row.delays[i]));
            auto costs = optree::costs_of(rings_, plan_of(steps));
            optree::store(costs, 0, rings_.parts(), row, i, result);
            if (!result.want_decisions) continue;
            // Of the text, so that it is the same in every process and on every machine.
            const auto text = steps.dump();
            result.decision[i] = XXH3_64bits(text.data(), text.size());
            const std::scoped_lock lock(guard_);
            known_.try_emplace(result.decision[i], std::move(costs.plans.front()));
        }
    }

    const AskedProgram& program_;
    const LightpathRings& rings_;
    mutable std::mutex guard_{};
    mutable std::map<std::uint64_t, LightpathConstruction> known_{};
};

}  // namespace

Prepared prepare_on_rings(const AskedProgram& program, Subject problem) {
    return std::make_unique<ExternalRing>(program, std::move(problem));
}

}  // namespace lightsweep::solvers::external
