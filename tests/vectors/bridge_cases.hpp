#pragma once
// What the tests of BRIDGE's reference vectors share.

#include <boost/test/unit_test.hpp>

#include "solvers/bridge/subring_space.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {

using kernels::Node;
using solvers::bridge::Segments;

inline std::vector<Json> bridge_cases(const std::string& function) {
    std::ifstream in(std::string(LIGHTSWEEP_SOURCE_DIR) + "/tests/vectors/bridge.json");
    const Json all = Json::parse(in);
    std::vector<Json> found;
    for (const auto& one : all.at("cases"))
        if (one.at("function") == function) found.push_back(one);
    BOOST_TEST_REQUIRE(!found.empty(), "no case of " << function);
    return found;
}

inline void check_close(const Json& c, const std::string& what, double value,
                        const Json& expected) {
    BOOST_TEST(close(value, expected.get<double>()),
               c["id"] << " " << what << ": " << value << ", expected " << expected);
}

inline kernels::Collective bruck(const std::string& name, Node n, Node ports = 1) {
    const std::map<std::string, std::string> names{{"a2a", "alltoall/bruck"},
                                                   {"rs", "reduce-scatter/bruck-near"},
                                                   {"ag", "allgather/bruck-near"},
                                                   {"ar_rsag", "allreduce/bruck-near"},
                                                   {"ar_lat", "allreduce/bruck-latency"}};
    return kernels::build_collective(names.at(name), n, {}, ports);
}

}  // namespace lightsweep::tests
