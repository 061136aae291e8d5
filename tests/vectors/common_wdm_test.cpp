// The WDM rings among the reference vectors of rules = common.
#include <boost/test/unit_test.hpp>

#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_wdm_vectors)

using namespace solvers::one_accounting;
using kernels::Primitive;

Primitive primitive_named(const std::string& name) {
    for (const auto one : {Primitive::reduce_scatter, Primitive::all_gather, Primitive::all_reduce,
                           Primitive::all_to_all})
        if (name == kernels::name_of(one)) return one;
    throw std::invalid_argument(name);
}

/// The fastest plan of a scheduler at the point of a case.
struct Fastest {
    double time = std::numeric_limits<double>::infinity();
    WdmFigures figures{};
    bool is_formula = false;
};

Fastest fastest(const std::string& scheduler, const Json& in) {
    const auto primitive = primitive_named(in["primitive"]);
    const kernels::Node n = in["nodes"];
    const std::int64_t w = in["wavelengths"];
    const double bandwidth = in["bandwidth"], message = in["message"],
                 step = in["per_step_latency"], hop = in["per_hop_latency"],
                 delay = in["reconfiguration_delay"];
    const auto planes = wdm_envelopes(scheduler, primitive, n, w);
    kernels::Parameters point{step, hop, message, bandwidth, delay};
    std::vector<double> sums(8 * (1 + kernels::row_padding));
    const auto at = [&](std::size_t k) { return &sums[k * (1 + kernels::row_padding)]; };
    std::vector<std::int32_t> changes(1 + kernels::row_padding), plane(changes);
    kernels::envelope_minimum(
        planes.table, kernels::row_at(point),
        {at(0), at(1), at(2), at(3), at(4), at(5), at(6), changes.data(), plane.data(), nullptr});
    const auto& best = planes.table[static_cast<std::size_t>(plane[0])];
    const auto figures = figures_of(planes.plans.at(best.decision[0]), primitive, n, w);
    BOOST_TEST(close(*at(0), static_cast<double>(figures.steps) * (step + hop) +
                                 figures.transmission * message / bandwidth +
                                 static_cast<double>(figures.reconfigurations) * delay));
    BOOST_TEST(changes[0] == figures.reconfigurations);
    return {*at(0), figures, planes.is_formula};
}

std::string status_of(const std::string& scheduler, const Json& in) {
    if (wdm_refusal(scheduler, primitive_named(in["primitive"]))) return "not applicable";
    return fastest(scheduler, in).is_formula ? "formula" : "ok";
}

BOOST_AUTO_TEST_CASE(schedulers_on_rings) {
    std::size_t with_times = 0;
    const auto all = cases("common.json", "wdm");
    BOOST_TEST(all.size() == 30U);
    for (const auto& c : all) {
        const auto &in = c["inputs"], &out = c["expected"];
        const std::string scheduler = in["scheduler"];
        BOOST_TEST(status_of(scheduler, in) == out["status"].get<std::string>(), c["id"]);
        if (!out.contains("completion_time")) continue;
        const auto found = fastest(scheduler, in);
        BOOST_TEST(close(found.time, number(out["completion_time"])),
                   c["id"] << ": " << found.time);
        BOOST_TEST(found.figures.steps == out["steps"].get<std::int64_t>(), c["id"]);
        BOOST_TEST(found.figures.reconfigurations == out["reconfigurations"].get<std::int64_t>(),
                   c["id"]);
        BOOST_TEST(close(found.figures.transmission, number(out["transmission"])), c["id"]);
        ++with_times;
    }
    BOOST_TEST(with_times == 20U);
}

/// A winner on the ring is met, no other time is below the winner, and none lies between it and the
/// next one but at either.
BOOST_AUTO_TEST_CASE(best_of_all) {
    std::size_t won = 0, next = 0;
    for (const auto& c : cases("common.json", "best")) {
        const auto &in = c["inputs"], &out = c["expected"];
        const auto best = number(out["completion_time"]),
                   second = number(out["next_distinct_time"]);
        for (const auto name : wdm_schedulers()) {
            const std::string scheduler(name);
            if (scheduler == "wrht" || scheduler == "wdm-optimal") continue;
            const auto time = fastest(scheduler, in).time;
            BOOST_TEST((close(time, best) || time > best), c["id"] << " " << scheduler);
            BOOST_TEST((close(time, best) || close(time, second) || time > second),
                       c["id"] << " " << scheduler << " " << time);
            next += close(time, second);
            if (scheduler != out["scheduler"].get<std::string>()) continue;
            BOOST_TEST(close(time, best), c["id"] << " " << scheduler << " " << time);
            ++won;
        }
    }
    BOOST_TEST(won == 8U);
    BOOST_TEST(next > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
