#include "sweeps/interchange/msccl_plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

using kernels::Node;
using kernels::Permutation;

namespace {

/// Circuits of every plane and round: who sends to whom.
using PlaneRounds = std::vector<std::map<std::size_t, std::vector<Node>>>;

PlaneRounds circuits_of(const ForeignSteps& by_channel) {
    PlaneRounds planes;
    for (std::size_t round = 0; round < by_channel.steps.size(); ++round)
        for (const auto& one : by_channel.steps[round]) {
            const auto channel = static_cast<std::size_t>(one.channel);
            if (planes.size() <= channel) planes.resize(channel + 1);
            auto& to = planes[channel]
                           .try_emplace(round, static_cast<std::size_t>(by_channel.n), -1)
                           .first->second;
            if (std::exchange(to[one.from], one.to) != -1)
                throw engine::BadInput("round " + std::to_string(round) + ": gpu " +
                                       std::to_string(one.from) +
                                       " sends to two peers on channel " + std::to_string(channel) +
                                       ": a port of a plane has one; give them channels");
        }
    return planes;
}

kernels::PlaneTrack track_of(const std::map<std::size_t, std::vector<Node>>& rounds) {
    kernels::PlaneTrack track;
    std::ptrdiff_t before = -1;
    for (const auto& [round, to] : rounds) {
        const auto circuits = Permutation::list(to);
        const auto& now = track.setups.empty() ? track.held : track.setups.back().circuits;
        if (!now)
            track.held = circuits;
        else if (*now != circuits)
            track.setups.push_back({circuits, round, before, 0, 0});
        before = static_cast<std::ptrdiff_t>(round);
    }
    return track;
}

void read_tracks(const JsonPlace& controller, kernels::ExecutionPlan& plan) {
    controller.at("n").whole(plan.n, plan.n);
    const auto held = controller.at("held").items();
    if (held.size() != plan.planes.size())
        controller.at("held").refuse("has " + std::to_string(held.size()) + " planes, the file " +
                                         std::to_string(plan.planes.size()) + " channels",
                                     "give the program's own controller file");
    for (std::size_t j = 0; j < held.size(); ++j) {
        plan.planes[j] = {};
        if (!held[j].is_null()) plan.planes[j].held = read_circuits(held[j], plan.n);
    }
    for (const auto& setup : controller.at("reconfigurations").items()) {
        const auto most = static_cast<std::int64_t>(plan.planes.size()) - 1;
        read_setup(setup, plan.n,
                   plan.planes[static_cast<std::size_t>(setup.at("plane").whole(0, most))].setups);
    }
}

}  // namespace

kernels::ExecutionPlan plan_of_rounds(const ForeignSteps& by_channel, const ForeignSteps& steps,
                                      const JsonPlace* controller) {
    kernels::ExecutionPlan plan;
    plan.collective = by_channel.collective;
    plan.n = by_channel.n;
    plan.copies.resize(static_cast<std::size_t>(plan.n));
    const auto rounds = circuits_of(by_channel);
    for (const auto& plane : rounds) plan.planes.push_back(track_of(plane));
    if (controller) read_tracks(*controller, plan);
    const auto forms = forms_of(steps, false, "the program");
    auto& sizes = plan.buffers.emplace_back();
    for (std::size_t round = 0; round < by_channel.steps.size(); ++round) {
        std::map<int, std::size_t> groups;
        std::map<std::pair<Node, Node>, std::int64_t> sent;
        for (const auto& one : by_channel.steps[round]) {
            const auto [group, is_new] = groups.emplace(one.channel, plan.groups.size());
            const auto& setups = plan.planes[static_cast<std::size_t>(one.channel)].setups;
            const auto number = std::ranges::count_if(
                setups, [&](const auto& setup) { return setup.for_step <= round; });
            if (is_new)
                plan.groups.push_back({round,
                                       {one.channel},
                                       {static_cast<int>(number)},
                                       static_cast<std::ptrdiff_t>(round) - 1,
                                       0,
                                       0});
            std::int64_t offset =
                std::exchange(sent[{one.from, one.to}], sent[{one.from, one.to}] + one.bytes);
            for (const auto& peer : forms[round].peers) {
                if (peer(one.from) == one.to) break;
                offset += forms[round].bytes;
            }
            plan.streams.push_back({round,
                                    0,
                                    group->second,
                                    one.from,
                                    {{one.channel, one.to}},
                                    {{kernels::Buffer::outgoing, offset, one.bytes}},
                                    {{kernels::Buffer::incoming, offset, one.bytes}}});
            for (const auto buffer : {kernels::Buffer::outgoing, kernels::Buffer::incoming}) {
                auto& size = sizes[static_cast<std::size_t>(buffer)];
                size = std::max(size, offset + one.bytes);
            }
        }
    }
    return plan;
}

}  // namespace lightsweep::sweeps
