#include "sweeps/interchange/playable_plan.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

#include "engine/io/errors.hpp"
#include "kernels/execution/plan_pieces.hpp"
#include "sweeps/interchange/judge.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Operation;
using kernels::Node;

constexpr std::pair<const char*, PlayedPart> operations[] = {
    {"allreduce", {Operation::all_reduce, "MPI_Allreduce"}},
    {"reduce-scatter", {Operation::reduce_scatter, "MPI_Reduce_scatter"}},
    {"allgather", {Operation::all_gather, "MPI_Allgatherv"}},
    {"alltoall", {Operation::all_to_all, "MPI_Alltoallv"}},
    {"broadcast", {Operation::broadcast, "MPI_Bcast"}},
    {"reduce", {Operation::reduce, "MPI_Reduce"}},
    {"gather", {Operation::gather, "MPI_Gatherv"}},
    {"scatter", {Operation::scatter, "MPI_Scatterv"}}};

/// Steps wait for steps before them alone, so that a plan can stop only where a setup waits for a
/// step that waits for it.
void require_end(const kernels::ExecutionPlan& plan) {
    for (const auto& group : plan.groups)
        for (std::size_t j = 0; j < group.planes.size(); ++j) {
            const auto& setups = plan.planes[static_cast<std::size_t>(group.planes[j])].setups;
            for (int c = 0; c < group.after_reconfiguration[j]; ++c)
                if (setups[static_cast<std::size_t>(c)].after_step >=
                    static_cast<std::ptrdiff_t>(group.step))
                    throw engine::BadInput(
                        "step " + std::to_string(group.step) + ", plane " +
                        std::to_string(group.planes[j]) + ": waits for reconfiguration " +
                        std::to_string(c + 1) + ", which waits for step " +
                        std::to_string(setups[static_cast<std::size_t>(c)].after_step) +
                        "; correct after_step");
        }
}

void require_no_violation(const std::vector<std::string>& violations) {
    if (!violations.empty())
        throw engine::BadInput(violations.front() + "; lightsweep judge names all that is wrong");
}

/// Throws where the solution's steps are not those of its groups.
void require_steps_of(const RankGroups& groups, const kernels::Collective& all) {
    const auto lifted = kernels::in_groups(groups.members, groups.lists, all.n);
    if (!std::ranges::equal(lifted.steps, all.steps, [](const auto& one, const auto& other) {
            return one.peer == other.peer && one.other_peers == other.other_peers;
        }))
        throw engine::BadInput(
            "groups: the scheduler takes other steps than the collective of a group; choose one "
            "that keeps them");
}

/// One group's plan in all groups at once.
void in_all_groups(const kernels::GroupLists& groups, Node n, PlayablePlan& playable) {
    auto& plan = playable.plan;
    playable.groups = groups;
    plan.n = n;
    const auto streams = std::exchange(plan.streams, {});
    const auto copies = std::exchange(
        plan.copies, std::vector<std::vector<kernels::LocalCopy>>(static_cast<std::size_t>(n)));
    for (const auto& group : groups) {
        const auto node = [&](auto member) {
            return static_cast<Node>(group[static_cast<std::size_t>(member)]);
        };
        for (auto stream : streams) {
            stream.origin = node(stream.origin);
            for (auto& hop : stream.way) hop.to = node(hop.to);
            plan.streams.push_back(std::move(stream));
        }
        for (std::size_t member = 0; member < group.size(); ++member)
            plan.copies[static_cast<std::size_t>(node(member))] = copies[member];
    }
}

/// One transfer per hop.
kernels::ExecutionPlan hop_by_hop(const kernels::ExecutionPlan& plan) {
    std::size_t most = 1;
    for (const auto& stream : plan.streams) most = std::max(most, stream.way.size());
    const auto last_hop = [most](std::ptrdiff_t step) {
        return (step + 1) * static_cast<std::ptrdiff_t>(most) - 1;
    };
    auto hops = plan;
    hops.together = false;
    hops.groups.clear();
    hops.streams.clear();
    for (auto& plane : hops.planes)
        for (auto& setup : plane.setups) setup.after_step = last_hop(setup.after_step);
    std::map<std::pair<std::size_t, Node>, std::int64_t> relayed;  // bytes, by part and rank
    for (const auto& stream : plan.streams) {
        const auto& group = plan.groups[stream.group];
        Node from = stream.origin;
        auto held = stream.send;
        for (std::size_t h = 0; h < stream.way.size(); ++h) {
            const auto [plane, to] = stream.way[h];
            const auto at = std::ranges::find(group.planes, plane) - group.planes.begin();
            if (at == std::ssize(group.planes))
                throw engine::BadInput("groups[" + std::to_string(stream.group) +
                                       "]: a stream uses plane " + std::to_string(plane) +
                                       ", which it does not name; add it");
            const bool is_last = h + 1 == stream.way.size();
            auto next = stream.receive;
            if (!is_last) {
                const auto bytes = kernels::bytes_of(held);
                auto& used = relayed[{stream.part, to}];
                next = {{kernels::Buffer::incoming, used, bytes}};
                used += bytes;
                auto& size = hops.buffers[stream.part][static_cast<std::size_t>(next[0].buffer)];
                size = std::max(size, used);
            }
            const auto step = stream.step * most + h;
            const auto before = static_cast<std::ptrdiff_t>(step) - 1;
            hops.groups.push_back({step,
                                   {plane},
                                   {group.after_reconfiguration[static_cast<std::size_t>(at)]},
                                   h > 0 ? before : last_hop(group.after_step),
                                   0,
                                   0});
            hops.streams.push_back({step,
                                    stream.part,
                                    hops.groups.size() - 1,
                                    from,
                                    {stream.way[h]},
                                    std::move(held),
                                    next,
                                    is_last && stream.reduce});
            held = std::move(next);
            from = to;
        }
    }
    return hops;
}

}  // namespace

std::vector<PlayedPart> parts_of(const std::string& collective, Node root) {
    std::vector<PlayedPart> parts;
    std::istringstream names(collective);
    for (std::string name; std::getline(names, name, '+');) {
        const auto row = std::ranges::find(operations, name.substr(0, name.find('/')),
                                           [](const auto& one) { return std::string(one.first); });
        if (row == std::end(operations))
            throw engine::BadInput("collective = " + collective +
                                   ": MPI has none to compare it with; choose another");
        parts.push_back(row->second);
        parts.back().root = root;
    }
    return parts;
}

void require_playable(const PlayablePlan& playable) {
    const auto& plan = playable.plan;
    if (!plan.knows_blocks)
        throw engine::BadInput(
            "knows_blocks = false: the plan knows amounts, not which data; choose a collective "
            "whose blocks are known");
    if (playable.parts.size() != plan.buffers.size())
        throw engine::BadInput("buffers: has " + std::to_string(plan.buffers.size()) +
                               " parts, collective = " + plan.collective + " has " +
                               std::to_string(playable.parts.size()) + "; give one each");
    auto largest = plan.message;
    for (const auto& sizes : plan.buffers)
        largest = std::max(largest, *std::ranges::max_element(sizes));
    if (largest > most_played_bytes)
        throw engine::BadInput("buffers: one has " + std::to_string(largest) +
                               " bytes, at most 1 GiB is played; plan a smaller message");
    require_end(plan);
}

PlayablePlan playable_planes(const JsonPlace& file) {
    PlayablePlan playable{read_plane_plan(file), {}};
    Node root = 0;
    if (const auto problem = file.at("problem"); problem.has("root"))
        root = static_cast<Node>(problem.at("root").whole(0, playable.plan.n - 1));
    playable.parts = parts_of(playable.plan.collective, root);
    kernels::GroupProblem any;
    any.chooses = true;
    any.planes.resize(playable.plan.planes.size());
    if (const auto fault = kernels::fault_in(playable.plan, any); !fault.empty())
        throw engine::BadInput(fault + "; correct the plan");
    require_playable(playable);
    if (!playable.plan.together) return playable;
    playable.plan = hop_by_hop(playable.plan);
    require_playable(playable);
    return playable;
}

namespace {

/// What one group's members send in every step, by step, sender and receiver.
struct SentByMembers {
    std::map<std::tuple<std::size_t, Node, Node>, std::pair<std::size_t, kernels::Payload>> sent;
    kernels::ExecutionPlan plan{};  ///< with copies and buffers alone
};

SentByMembers sent_by(const kernels::Collective& members, double message) {
    SentByMembers all;
    const auto parts = kernels::parts_of_sequence(members);
    kernels::begin_plan(members, parts, message, 1, all.plan);
    std::vector<double> step_bytes;
    for (const auto& step : members.steps) step_bytes.push_back(step.share * message);
    const auto add_step = [&](std::size_t step, std::size_t part, const auto& payloads) {
        for (std::size_t p = 0; p < payloads.size(); ++p)
            if (payloads[p].bytes > 0)
                all.sent[{step, static_cast<Node>(p % static_cast<std::size_t>(members.n)),
                          payloads[p].to}] = {part, payloads[p]};
    };
    kernels::lay_out(parts, step_bytes, add_step, all.plan);
    return all;
}

/// Bytes begin to end of what a member sends in the place of the amounts; they count as moved.
void take_piece(kernels::Payload& payload, std::int64_t& moved, kernels::Stream& stream) {
    const auto begin = stream.send.front().offset, bytes = kernels::bytes_of(stream.send);
    stream.send = kernels::piece_of(payload.source, begin, begin + bytes);
    stream.receive = kernels::piece_of(payload.target, begin, begin + bytes);
    stream.reduce = payload.reduce;
    moved += kernels::bytes_of(stream.send);
}

}  // namespace

PlayablePlan playable_amounts(const Solution& solution, const JsonPlace& file,
                              const RankGroups& groups) {
    PlayablePlan playable{read_plane_plan(file), {}, groups.lists};
    auto& plan = playable.plan;
    require_no_violation(judge(solution, plan).violations);
    require_steps_of(groups, solution.planes->collective);
    auto members = sent_by(groups.members, solution.parameters.message);
    playable.parts =
        parts_of(groups.members.name(), kernels::parts_of_sequence(groups.members).front()->root);
    std::map<Node, std::pair<std::size_t, Node>> places;  // group and member
    for (std::size_t g = 0; g < groups.lists.size(); ++g)
        for (std::size_t m = 0; m < groups.lists[g].size(); ++m)
            places[static_cast<Node>(groups.lists[g][m])] = {g, static_cast<Node>(m)};
    std::map<std::pair<std::size_t, const kernels::Payload*>, std::int64_t> moved;
    for (auto& stream : plan.streams) {
        const auto [group, from] = places.at(stream.origin);
        auto& [part, payload] =
            members.sent.at({stream.step, from, places.at(stream.target()).second});
        stream.part = part;
        take_piece(payload, moved[{group, &payload}], stream);
    }
    for (const auto& [at, bytes] : moved)
        if (bytes != at.second->bytes)
            throw engine::BadInput(
                "message = " + std::to_string(members.plan.message) +
                ": the amounts of a step are not those of its blocks; choose a message that the "
                "blocks divide");
    plan.knows_blocks = true;
    plan.message = members.plan.message;
    plan.buffers = members.plan.buffers;
    for (const auto& [rank, place] : places) plan.copies[rank] = members.plan.copies[place.second];
    require_playable(playable);
    return playable;
}

PlayablePlan playable_topologies(const Solution& solution, const JsonPlace& file,
                                 const std::optional<RankGroups>& groups) {
    const auto& collective = groups ? groups->members : solution.collective;
    if (solution.collective.mirrored)
        throw engine::BadInput("mirrored: the halves have no blocks; plan without mirrored");
    const auto read = read_topology_plan(file);
    require_no_violation(judge(solution, read).violations);
    const auto parts = kernels::parts_of_sequence(collective);
    PlayablePlan playable;
    auto& plan = playable.plan;
    kernels::begin_plan(collective, parts, solution.parameters.message, 1, plan);
    playable.parts = parts_of(collective.name(), parts.front()->root);
    const double delay = file.at("hardware").at("reconfiguration_delay").number(0);
    auto& setups = plan.planes.emplace_back().setups;
    for (const auto& [step, topology] : read.setups)
        setups.push_back({kernels::Permutation::shift(plan.n, 0), step,
                          static_cast<std::ptrdiff_t>(step) - 1, 0, delay});
    const auto add_step = [&](std::size_t i, std::size_t part,
                              const std::vector<kernels::Payload>& payloads) {
        const auto before =
            std::ranges::count_if(read.setups, [&](const auto& setup) { return setup.first <= i; });
        plan.groups.push_back(
            {i, {0}, {static_cast<int>(before)}, static_cast<std::ptrdiff_t>(i) - 1, 0, 0});
        for (std::size_t p = 0; p < payloads.size(); ++p)
            if (const auto& one = payloads[p]; one.bytes > 0)
                plan.streams.push_back({i,
                                        part,
                                        plan.groups.size() - 1,
                                        static_cast<Node>(p % static_cast<std::size_t>(plan.n)),
                                        {{0, one.to}},
                                        one.source,
                                        one.target,
                                        one.reduce});
    };
    std::vector<double> step_bytes;
    for (const auto& step : collective.steps)
        step_bytes.push_back(step.share * solution.parameters.message);
    kernels::lay_out(parts, step_bytes, add_step, plan);
    if (groups) {
        require_steps_of(*groups, solution.collective);
        in_all_groups(groups->lists, solution.collective.n, playable);
    }
    require_playable(playable);
    return playable;
}

}  // namespace lightsweep::sweeps
