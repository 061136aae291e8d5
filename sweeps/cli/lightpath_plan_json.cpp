#include "sweeps/cli/solution_output.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "engine/io/errors.hpp"
#include "sweeps/events/lightpath_events.hpp"
#include "sweeps/interchange/plan_head.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = OrderedJson;
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

Circuit circuit_of(const Lightpath& path) {
    return {path.source, path.destination, path.direction, path.wavelength};
}

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
    PlanWriter(const LightpathRun& run, LightpathRings::Half half)
        : run_(run),
          schedule_(run.schedule),
          half_(half),
          sends_(static_cast<std::size_t>(schedule_.shape.nodes()), Json::array()),
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
    /// Adds the step's circuits to the setup that they are part of, if they are not of the start.
    void gather(const kernels::StepPaths& step) {
        const auto after = std::ranges::upper_bound(run_.setups, step.begin->step);
        if (after == run_.setups.begin()) return;
        auto& circuits = setups_[*std::prev(after)];
        for (const auto* path = step.begin; path != step.end; ++path)
            circuits.insert(circuit_of(*path));
    }
    void set_up(const std::pair<const std::int32_t, std::set<Circuit>>& setup) {
        controller_.push_back({{"for_step", setup.first},
                               {"start", now_},
                               {"end", now_ + run_.delay},
                               {"circuits", circuits_of(setup.second)}});
        now_ += run_.delay;
    }
    void write_step(const kernels::StepPaths& step) {
        const bool reduce = reduces(step.stage);
        std::map<Circuit, std::int32_t> sent;
        for (const auto* path = step.begin; path != step.end; ++path) {
            const auto slot = sent[circuit_of(*path)]++;
            sends_[path->source].push_back(entry(*path, slot, "to", path->destination));
            if (schedule_.reception == kernels::Reception::destination) {
                receive(*path, slot, path->destination, reduce);
                continue;
            }
            const auto last = kernels::path_length(schedule_.shape, step.dimension, *path);
            for (Node hops = 1; hops <= last; ++hops)
                receive(*path, slot,
                        kernels::passed_node(schedule_.shape, step.dimension, *path, hops), reduce);
        }
        now_ = end_of(run_.slots[step.begin->step]);
    }
    /// When a circuit of the step that begins now has carried so many items.
    double end_of(std::int32_t items) const { return now_ + run_.latency + items * run_.slot; }
    void receive(const Lightpath& path, std::int32_t slot, Node node, bool reduce) {
        auto one = entry(path, slot, "from", path.source);
        one["reduce"] = reduce;
        receives_[node].push_back(std::move(one));
    }
    /// The step's latency is in front of a circuit's first item.
    Json entry(const Lightpath& path, std::int32_t slot, const char* role, Node peer) const {
        return {{"step", path.step},
                {role, peer},
                {"item", path.item},
                {"direction", name_of(path.direction)},
                {"wavelength", path.wavelength},
                {"start", slot == 0 ? now_ : end_of(slot)},
                {"end", end_of(slot + 1)}};
    }

    const LightpathRun& run_;
    const kernels::LightpathSchedule& schedule_;
    LightpathRings::Half half_;
    double now_ = 0;
    std::map<std::int32_t, std::set<Circuit>> setups_{};  ///< by the step before which they happen
    Json controller_ = Json::array();
    std::vector<Json> sends_, receives_;
};

}  // namespace

std::string lightpath_plan_json(const Solution& s) {
    if (!s.lightpaths) throw engine::BadInput(no_lightpaths(s));
    const auto& rings = *s.structure->rings;
    if (count_lightpaths(*s.lightpaths, rings) > most_planned_lightpaths)
        throw engine::BadInput(size_of(*s.lightpaths, rings) + "; a plan lists at most " +
                               std::to_string(most_planned_lightpaths) +
                               ", an all-gather's of 512 nodes with whole items: take fewer nodes");
    const auto run = run_lightpaths(s);
    const auto& schedule = run.schedule;
    PlanWriter writer(run, rings.half);
    writer.write();
    auto all = plan_head(s, "lightpaths");
    all["hardware"] = {{"per_step_latency", run.latency},
                       {"item_time", run.slot},
                       {"reconfiguration_delay", run.delay}};
    const auto items = static_cast<double>(s.lightpaths->schedule.items());
    all.update({{"message", s.parameters.message},
                {"wavelengths", schedule.wavelengths},
                {"items_per_node", schedule.items_per_node},
                {"item_bytes", s.parameters.message / items},
                {"tapped", schedule.reception == kernels::Reception::every_node},
                {"steps", schedule.steps()},
                {"planned_time", writer.end()},
                {"reconfigurations_charged", s.row.n_reconfigurations[0]},
                {"reconfigurations_planned", run.setups.size()},
                {"lit_at_start", run.start == kernels::LitAtStart::nothing
                                     ? "nothing"
                                     : "neighbour ring on all wavelengths"},
                {"controller", writer.controller()},
                {"ranks", writer.ranks()}});
    return all.dump(2);
}

}  // namespace lightsweep::sweeps
