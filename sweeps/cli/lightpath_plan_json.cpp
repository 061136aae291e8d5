#include "sweeps/cli/lightpath_plan_json.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/errors.hpp"
#include "kernels/standing_circuits.hpp"
#include "sweeps/lightpath_events.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;
using kernels::Lightpath;
using kernels::Node;
using solvers::LightpathRings;

constexpr std::int64_t most_planned_lightpaths = std::int64_t{1} << 18;
constexpr const char* direction_names[] = {"clockwise", "counterclockwise"};

const char* name_of(kernels::Direction direction) {
    return direction_names[static_cast<std::size_t>(direction)];
}

/// Everything that a circuit is.
struct Circuit {
    Node source, destination;
    kernels::Direction direction;
    std::int16_t wavelength;

    auto operator<=>(const Circuit&) const = default;
};

Json circuits_of(const std::set<Circuit>& circuits) {
    Json all = Json::array();
    for (const auto& one : circuits)
        all.push_back({{"source", one.source},
                       {"destination", one.destination},
                       {"direction", name_of(one.direction)},
                       {"wavelength", one.wavelength}});
    return all;
}

/// Both tracks, step after step.
class PlanWriter {
  public:
    PlanWriter(const Solution& s, const kernels::LightpathSchedule& schedule)
        : schedule_(schedule),
          half_(s.structure->rings->half),
          held_(s.structure->rings->held),
          delay_(s.parameters.reconfiguration_delay),
          duration_(s.parameters.per_step_latency +
                    s.parameters.message / s.structure->rings->parts() / s.parameters.bandwidth),
          standing_(schedule.shape, schedule.wavelengths),
          sends_(static_cast<std::size_t>(schedule.shape.nodes()), Json::array()),
          receives_(sends_) {}

    void write() {
        kernels::for_each_step(schedule_, [&](const kernels::StepPaths& step) { gather(step); });
        kernels::for_each_step(schedule_, [&](const kernels::StepPaths& step) {
            const auto setup = setups_.find(step.begin->step);
            if (setup != setups_.end()) set_up(*setup);
            write_step(step);
        });
    }
    Json controller() { return std::move(controller_); }
    Json ranks() {
        Json all = Json::array();
        for (std::size_t rank = 0; rank < sends_.size(); ++rank)
            all.push_back({{"rank", rank},
                           {"sends", std::move(sends_[rank])},
                           {"receives", std::move(receives_[rank])}});
        return all;
    }
    double end() const { return now_; }

  private:
    bool reduces(std::size_t stage) const {
        if (half_ == LightpathRings::Half::both) return stage < schedule_.stages.size() / 2;
        return half_ == LightpathRings::Half::scatter;
    }
    /// Adds the step's circuits to the setup that they are part of.
    void gather(const kernels::StepPaths& step) {
        if (!held_ || standing_.need_setup(step)) last_setup_ = step.begin->step;
        auto& circuits = setups_[last_setup_];
        for (const auto* path = step.begin; path != step.end; ++path)
            circuits.insert({path->source, path->destination, path->direction, path->wavelength});
    }
    void set_up(const std::pair<const std::int32_t, std::set<Circuit>>& setup) {
        controller_.push_back({{"for_step", setup.first},
                               {"start", now_},
                               {"end", now_ + delay_},
                               {"circuits", circuits_of(setup.second)}});
        now_ += delay_;
    }
    void write_step(const kernels::StepPaths& step) {
        const bool reduce = reduces(step.stage);
        for (const auto* path = step.begin; path != step.end; ++path) {
            sends_[static_cast<std::size_t>(path->source)].push_back(
                entry(*path, "to", path->destination));
            if (schedule_.reception == kernels::Reception::destination) {
                receive(*path, path->destination, reduce);
                continue;
            }
            const auto last = kernels::path_length(schedule_.shape, step.dimension, *path);
            for (Node hops = 1; hops <= last; ++hops)
                receive(*path, kernels::passed_node(schedule_.shape, step.dimension, *path, hops),
                        reduce);
        }
        now_ += duration_;
    }
    void receive(const Lightpath& path, Node node, bool reduce) {
        auto one = entry(path, "from", path.source);
        one["reduce"] = reduce;
        receives_[static_cast<std::size_t>(node)].push_back(std::move(one));
    }
    Json entry(const Lightpath& path, const char* role, Node peer) const {
        return {{"step", path.step},
                {role, peer},
                {"item", path.item},
                {"direction", name_of(path.direction)},
                {"wavelength", path.wavelength},
                {"start", now_},
                {"end", now_ + duration_}};
    }

    const kernels::LightpathSchedule& schedule_;
    LightpathRings::Half half_;
    bool held_;
    double delay_, duration_, now_ = 0;
    kernels::StandingCircuits standing_;
    std::int32_t last_setup_ = 0;
    std::map<std::int32_t, std::set<Circuit>> setups_{};  ///< by the step before which they happen
    Json controller_ = Json::array();
    std::vector<Json> sends_, receives_;
};

}  // namespace

std::string lightpath_plan_json(const Solution& s) {
    if (!s.lightpaths) throw engine::BadInput("a formula has no plan; take wdm-optimal");
    const auto& rings = *s.structure->rings;
    const auto count = count_lightpaths(*s.lightpaths, rings);
    if (count > most_planned_lightpaths)
        throw engine::BadInput("nodes = " + std::to_string(rings.shape.nodes()) + ": has " +
                               std::to_string(count) + " lightpaths; a plan lists at most " +
                               std::to_string(most_planned_lightpaths) +
                               ", an all-gather's of 512 nodes: take fewer nodes");
    const auto schedule = carried_out(*s.lightpaths, rings.half);
    PlanWriter writer(s, schedule);
    writer.write();
    return Json{{"collective", kernels::name_of(s.structure->collective.primitive)},
                {"n", schedule.shape.nodes()},
                {"wavelengths", schedule.wavelengths},
                {"items_per_node", schedule.items_per_node},
                {"item_bytes", s.parameters.message / rings.parts()},
                {"tapped", schedule.reception == kernels::Reception::every_node},
                {"steps", schedule.steps()},
                {"completion_time", s.row.completion[0]},
                {"planned_time", writer.end()},
                {"controller", writer.controller()},
                {"ranks", writer.ranks()}}
        .dump(2);
}

}  // namespace lightsweep::sweeps
