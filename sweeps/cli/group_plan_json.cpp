#include "sweeps/cli/group_plan_json.hpp"

#include <stdexcept>

#include "kernels/execution_agreement.hpp"
#include "kernels/relayed_execution.hpp"
#include "kernels/relayed_execution_check.hpp"
#include "solvers/flow/group_routes.hpp"
#include "sweeps/cli/plan_json.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;

Json groups_of(const Solution& s, const kernels::RelayedPlan& plan) {
    Json groups = Json::array();
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
        const auto& group = plan.groups[g];
        Json waits = Json::array();
        for (std::size_t j = 0; j < group.planes.size(); ++j)
            waits.push_back({{"plane", s.plane_number(group.planes[j])},
                             {"after_reconfiguration", group.after_reconfiguration[j]}});
        groups.push_back({{"group", g},
                          {"step", group.step},
                          {"after_step", group.after_step},
                          {"planes", std::move(waits)},
                          {"planned_start", group.planned_start},
                          {"planned_end", group.planned_end}});
    }
    return groups;
}

/// What every rank does for every stream that touches it.
class RankTracks {
  public:
    RankTracks(const Solution& s, const kernels::RelayedPlan& plan) : s_(s), plan_(plan) {
        const auto n = static_cast<std::size_t>(plan.tracks.n);
        sends_.assign(n, Json::array());
        relays_ = receives_ = sends_;
        for (std::size_t i = 0; i < plan.streams.size(); ++i) follow(i, plan.streams[i]);
    }
    Json json() {
        Json ranks = Json::array();
        for (std::size_t rank = 0; rank < sends_.size(); ++rank)
            ranks.push_back({{"rank", rank},
                             {"copies", copies_json(plan_.tracks.ranks[rank])},
                             {"sends", std::move(sends_[rank])},
                             {"relays", std::move(relays_[rank])},
                             {"receives", std::move(receives_[rank])}});
        return ranks;
    }

  private:
    void follow(std::size_t i, const kernels::RelayedStream& stream) {
        const auto bytes = kernels::bytes_of(stream.send);
        const auto& way = stream.way;
        auto send = begin(i, stream);
        send.update({{"plane", plane(way[0])},
                     {"to", way[0].to},
                     {"target", stream.target()},
                     {"send", ranges_json(stream.send)}});
        sends_[static_cast<std::size_t>(stream.origin)].push_back(std::move(send));
        kernels::Node from = stream.origin;
        for (std::size_t h = 0; h + 1 < way.size(); from = way[h++].to) {
            auto relay = begin(i, stream);
            relay.update({{"from", from},
                          {"from_plane", plane(way[h])},
                          {"plane", plane(way[h + 1])},
                          {"to", way[h + 1].to},
                          {"bytes", bytes}});
            relays_[static_cast<std::size_t>(way[h].to)].push_back(std::move(relay));
        }
        auto receive = begin(i, stream);
        receive.update({{"plane", plane(way.back())},
                        {"from", from},
                        {"origin", stream.origin},
                        {"receive", ranges_json(stream.receive)},
                        {"reduce", stream.reduce}});
        receives_[static_cast<std::size_t>(stream.target())].push_back(std::move(receive));
    }
    static Json begin(std::size_t i, const kernels::RelayedStream& stream) {
        return {
            {"stream", i}, {"step", stream.step}, {"part", stream.part}, {"group", stream.group}};
    }
    int plane(const kernels::RelayHop& hop) const { return s_.plane_number(hop.plane); }

    const Solution& s_;
    const kernels::RelayedPlan& plan_;
    std::vector<Json> sends_{}, relays_{}, receives_{};
};

}  // namespace

std::string group_plan_json(const Solution& s) {
    const auto& run = *s.planes;
    const auto k = s.structure->lanes;
    const auto start = kernels::circuits_of_planes(s.structure->base, k);
    const auto measure = solvers::oracle_of(s.structure->accounting, 0);
    const bool splits = s.structure->accounting == solvers::Accounting::lanes_flow;
    const auto plan = kernels::plan_groups({run.collective, start, s.parameters, measure},
                                           run.groups, solvers::flow::group_router(k, splits));
    const auto carried = kernels::execute_relayed(plan, start, s.parameters, run.collective);
    if (!carried.violation.empty())
        throw std::runtime_error("the plan does not run: " + carried.violation);
    return Json{
        {"collective", plan.tracks.collective},   {"n", plan.tracks.n},
        {"message", plan.tracks.message},         {"knows_blocks", plan.tracks.knows_blocks},
        {"completion_time", s.row.completion[0]}, {"planned_time", plan.tracks.planned_end},
        {"simulated_time", carried.end},          {"rounding_time", plan.tracks.rounding_time},
        {"buffers", buffers_json(plan.tracks)},   {"controller", controller_json(s, plan.tracks)},
        {"groups", groups_of(s, plan)},           {"ranks", RankTracks(s, plan).json()}}
        .dump(2);
}

}  // namespace lightsweep::sweeps
