#include "sweeps/cli/plan_json.hpp"

namespace lightsweep::sweeps {

using Json = nlohmann::ordered_json;
using kernels::ByteRange;

namespace {

Json range_of(const ByteRange& range) {
    return {{"buffer", kernels::buffer_names[static_cast<std::size_t>(range.buffer)]},
            {"offset", range.offset},
            {"bytes", range.bytes}};
}

}  // namespace

Json circuits_json(const kernels::Permutation& circuits) {
    if (circuits.is_label()) return {{"label", circuits.describe()}};
    if (const auto offset = circuits.as_shift()) return {{"shift", *offset}};
    if (const auto mask = circuits.as_exclusive_or()) return {{"xor", *mask}};
    Json peers = Json::array();
    for (kernels::Node rank = 0; rank < circuits.size(); ++rank) peers.push_back(circuits(rank));
    return {{"peers", std::move(peers)}};
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

Json copies_json(const kernels::RankTrack& track) {
    Json copies = Json::array();
    for (const auto& copy : track.copies)
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

}  // namespace lightsweep::sweeps
