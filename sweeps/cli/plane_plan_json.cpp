#include "sweeps/cli/solution_output.hpp"

#include <map>
#include <stdexcept>

#include "kernels/execution/plane_execution.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "solvers/flow/group_routes.hpp"
#include "sweeps/interchange/plan_head.hpp"

namespace lightsweep::sweeps {

using Json = OrderedJson;
using kernels::ByteRange;

namespace {

Json range_of(const ByteRange& range) {
    return {{"buffer", kernels::buffer_names[static_cast<std::size_t>(range.buffer)]},
            {"offset", range.offset},
            {"bytes", range.bytes}};
}

Json ranges_json(const std::vector<ByteRange>& ranges) {
    Json all = Json::array();
    for (const auto& range : ranges) all.push_back(range_of(range));
    return all;
}

Json controller_json(const Solution& s, const kernels::ExecutionPlan& plan) {
    Json planes = Json::array();
    for (std::size_t j = 0; j < plan.planes.size(); ++j) {
        const auto& track = plan.planes[j];
        Json setups = Json::array();
        for (std::size_t c = 0; c < track.setups.size(); ++c) {
            const auto& setup = track.setups[c];
            setups.push_back({{"number", c + 1},
                              {"circuits", circuits_json(setup.circuits)},
                              {"after_step", setup.after_step},
                              {"for_step", setup.for_step},
                              {"planned_start", setup.planned_start},
                              {"planned_end", setup.planned_end}});
        }
        planes.push_back({{"plane", s.plane_number(static_cast<int>(j))},
                          {"held", track.held ? circuits_json(*track.held) : Json(nullptr)},
                          {"reconfigurations", std::move(setups)}});
    }
    return planes;
}

Json copies_json(const std::vector<kernels::LocalCopy>& own) {
    Json copies = Json::array();
    for (const auto& copy : own)
        copies.push_back(
            {{"part", copy.part}, {"from", range_of(copy.from)}, {"to", range_of(copy.to)}});
    return copies;
}

Json buffers_json(const kernels::ExecutionPlan& plan) {
    Json parts = Json::array();
    for (const auto& sizes : plan.buffers) {
        Json part = Json::object();
        for (std::size_t b = 0; b < sizes.size(); ++b)
            if (sizes[b] > 0) part[kernels::buffer_names[b]] = sizes[b];
        parts.push_back(std::move(part));
    }
    return parts;
}

// ---- streams together --------------------------------------------------------------------------

Json groups_of(const Solution& s, const kernels::ExecutionPlan& plan) {
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

/// What every rank does for every stream that touches it, in a plan together.
class StreamsOfRanks {
  public:
    StreamsOfRanks(const Solution& s, const kernels::ExecutionPlan& plan) : s_(s), plan_(plan) {
        const auto n = static_cast<std::size_t>(plan.n);
        sends_.assign(n, Json::array());
        relays_ = receives_ = sends_;
        for (std::size_t i = 0; i < plan.streams.size(); ++i) follow(i, plan.streams[i]);
    }
    Json json() {
        Json ranks = Json::array();
        for (std::size_t rank = 0; rank < sends_.size(); ++rank)
            ranks.push_back({{"rank", rank},
                             {"copies", copies_json(plan_.copies[rank])},
                             {"sends", std::move(sends_[rank])},
                             {"relays", std::move(relays_[rank])},
                             {"receives", std::move(receives_[rank])}});
        return ranks;
    }

  private:
    void follow(std::size_t i, const kernels::Stream& stream) {
        const auto bytes = kernels::bytes_of(stream.send);
        const auto& way = stream.way;
        auto send = begin(i, stream);
        send.update({{"plane", plane(way[0])},
                     {"to", way[0].to},
                     {"target", stream.target()},
                     {"send", ranges_json(stream.send)}});
        sends_[stream.origin].push_back(std::move(send));
        kernels::Node from = stream.origin;
        for (std::size_t h = 0; h + 1 < way.size(); from = way[h++].to) {
            auto relay = begin(i, stream);
            relay.update({{"from", from},
                          {"from_plane", plane(way[h])},
                          {"plane", plane(way[h + 1])},
                          {"to", way[h + 1].to},
                          {"bytes", bytes}});
            relays_[way[h].to].push_back(std::move(relay));
        }
        auto receive = begin(i, stream);
        receive.update({{"plane", plane(way.back())},
                        {"from", from},
                        {"origin", stream.origin},
                        {"receive", ranges_json(stream.receive)},
                        {"reduce", stream.reduce}});
        receives_[stream.target()].push_back(std::move(receive));
    }
    static Json begin(std::size_t i, const kernels::Stream& stream) {
        return {
            {"stream", i}, {"step", stream.step}, {"part", stream.part}, {"group", stream.group}};
    }
    int plane(const kernels::RelayHop& hop) const { return s_.plane_number(hop.plane); }

    const Solution& s_;
    const kernels::ExecutionPlan& plan_;
    std::vector<Json> sends_{}, relays_{}, receives_{};
};

// ---- streams by rank ---------------------------------------------------------------------------

/// What one rank sends and receives in one step over its port of one plane.
struct Transfer {
    const kernels::Stream *sent = nullptr, *received = nullptr;
};

Json transfer_of(const Solution& s, const kernels::ExecutionPlan& plan, const Transfer& one) {
    const auto& any = one.sent ? *one.sent : *one.received;
    const auto& group = plan.groups[any.group];
    return {
        {"step", any.step},
        {"part", any.part},
        {"plane", s.plane_number(group.planes[0])},
        {"send_to", one.sent ? one.sent->target() : -1},
        {"send", ranges_json(one.sent ? one.sent->send : std::vector<ByteRange>{})},
        {"receive_from", one.received ? one.received->origin : -1},
        {"receive", ranges_json(one.received ? one.received->receive : std::vector<ByteRange>{})},
        {"reduce", one.received && one.received->reduce},
        {"after_step", group.after_step},
        {"after_reconfiguration", group.after_reconfiguration[0]},
        {"planned_start", group.planned_start},
        {"planned_end", group.planned_end}};
}

Json transfers_of_ranks(const Solution& s, const kernels::ExecutionPlan& plan) {
    std::vector<std::map<std::pair<std::size_t, int>, Transfer>> all(plan.copies.size());
    for (const auto& stream : plan.streams) {
        const std::pair at{stream.step, stream.way[0].plane};
        all[stream.origin][at].sent = &stream;
        all[stream.target()][at].received = &stream;
    }
    Json ranks = Json::array();
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        Json transfers = Json::array();
        for (const auto& [at, one] : all[rank]) transfers.push_back(transfer_of(s, plan, one));
        ranks.push_back({{"rank", rank},
                         {"copies", copies_json(plan.copies[rank])},
                         {"transfers", std::move(transfers)}});
    }
    return ranks;
}

kernels::GroupRouter router_of(const Solution& s) {
    if (!s.planes->over_relays()) return {};
    return solvers::flow::group_router(s.planes->problem,
                                       s.structure->measure != solvers::measures::lanes_path);
}

/// The plan on the planes of the solution, carried out once.
std::string plan_json_of(const Solution& s, const kernels::ExecutionPlan& plan) {
    const auto& run = *s.planes;
    const auto carried = kernels::execute(plan, run.problem, run.collective);
    if (!carried.violation.empty())
        throw std::runtime_error("the plan does not run: " + carried.violation);
    auto all = plan_head(s, plan.together ? "groups" : "planes");
    all.update({{"message", plan.message},
                {"knows_blocks", plan.knows_blocks},
                {"planned_time", plan.planned_end},
                {"simulated_time", carried.end},
                {"rounding_time", plan.rounding_time},
                {"buffers", buffers_json(plan)},
                {"controller", controller_json(s, plan)}});
    if (plan.together) all["groups"] = groups_of(s, plan);
    all["ranks"] = plan.together ? StreamsOfRanks(s, plan).json() : transfers_of_ranks(s, plan);
    return all.dump(2);
}

}  // namespace

kernels::ExecutionPlan plane_plan(const Solution& s) {
    const auto& run = *s.planes;
    return kernels::plan_execution(run.collective, s.parameters.message, run.problem, run.schedule,
                                   router_of(s));
}

std::string plane_plan_json(const Solution& s) {
    return plan_json_of(s, plane_plan(s));
}

kernels::ExecutionPlan carry_out_listed(Solution& s) {
    auto planned = s.prepared->planned_execution(s.row.decision[0], s.parameters);
    s.collective = planned.promise;
    s.planes = PlanesRun{std::move(planned.promise), std::move(planned.problem), {}, {}};
    return std::move(planned.plan);
}

std::string listed_plan_json(Solution s) {
    const auto plan = carry_out_listed(s);
    return plan_json_of(s, plan);
}

}  // namespace lightsweep::sweeps
