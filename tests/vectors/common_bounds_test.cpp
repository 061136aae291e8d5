// Lower bounds under one accounting, against tests/vectors/common.json.
#include <boost/test/unit_test.hpp>

#include "kernels/cost/common_bounds.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_bounds_vectors)

kernels::Primitive primitive_named(const std::string& name) {
    for (const auto one : {kernels::Primitive::reduce_scatter, kernels::Primitive::all_gather,
                           kernels::Primitive::all_reduce, kernels::Primitive::all_to_all})
        if (name == kernels::name_of(one)) return one;
    throw std::invalid_argument(name);
}

BOOST_AUTO_TEST_CASE(lower_bounds) {
    const auto all = cases("common.json", "lower_bound");
    BOOST_TEST(all.size() == 16u);
    for (const auto& one : all) {
        const auto& in = one["inputs"];
        const kernels::Node n = in["nodes"];
        kernels::TopologyParameters base;
        base.n = n;
        base.link_bandwidth = kernels::LinkBandwidth::split;
        const kernels::CommonBounds bounds(
            primitive_named(in["primitive"]), n, in["planes"],
            kernels::path_lengths(kernels::make_topology(in["topology"].get<std::string>(), base)));
        const kernels::BoundParameters p{
            in["per_step_latency"], in["per_hop_latency"],
            in["message"].get<double>() / in["bandwidth"].get<double>(),
            in["reconfiguration_delay"]};
        // These are the first bounds; those of today are never below them.
        const std::pair<const char*, double> values[] = {{"any", bounds.any(p)},
                                                         {"static", bounds.on_base(p)},
                                                         {"sync", bounds.sync(p)},
                                                         {"reconfigured", bounds.reconfigured(p)},
                                                         {"bound", bounds.on_switch(p)}};
        for (const auto& [name, value] : values) {
            const double expected = one["expected"][name];
            BOOST_TEST(value >= expected * (1 - 1e-12),
                       one["id"] << " " << name << ": " << value << ", not " << expected);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
