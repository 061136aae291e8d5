#pragma once
// Reference vectors (tests/vectors/*.json) and the names that they use.

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::tests {

using Json = nlohmann::json;

/// All cases of one kind.
inline std::vector<Json> cases(const std::string& file, const std::string& kind) {
    std::ifstream in(std::string(LIGHTSWEEP_SOURCE_DIR) + "/tests/vectors/" + file);
    const Json all = Json::parse(in);
    std::vector<Json> found;
    for (const auto& one : all.at("cases"))
        if (one.at("kind") == kind) found.push_back(one);
    return found;
}

/// A number, or "inf".
inline double number(const Json& value) {
    return value.is_string() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

inline kernels::Collective collective_named(const std::string& name, kernels::Node n) {
    const std::map<std::string, std::string> names{
        {"hd_doubling", "allreduce/halving-doubling-near"},
        {"hd_halving", "allreduce/halving-doubling-far"},
        {"rd_full", "allreduce/recursive-doubling"},
        {"swing", "allreduce/swing"},
        {"ring", "allreduce/ring"},
        {"a2a_shift", "alltoall/shift"},
        {"a2a_xor", "alltoall/xor"},
        {"a2a_bruck", "alltoall/bruck"},
        {"ag_bruck", "allgather/bruck"}};
    return kernels::build_collective(names.at(name), n);
}

inline kernels::Topology ring_named(const std::string& name, kernels::Node n) {
    if (name == "uni") return kernels::Topology::ring_uni(n);
    return kernels::Topology::ring(
        n, name == "bidir_full" ? kernels::LinkBandwidth::full : kernels::LinkBandwidth::split);
}

/// |a - b| <= tolerance * max(|a|, |b|), or equal (infinities included).
inline bool close(double a, double b, double tolerance = 1e-9) {
    return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

}  // namespace lightsweep::tests
