#include <boost/test/unit_test.hpp>
#include <cmath>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/claim_report.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_grid_view)

engine::Axis axis(const char* name, const char* unit, std::vector<double> values) {
    return {{name, unit, "", std::move(values)}, {}};
}

BOOST_AUTO_TEST_CASE(parametric_axes_have_physical_units) {
    BOOST_TEST(is_parametric(axis("message", "B", {1, 2})));
    BOOST_TEST(is_parametric(axis("bandwidth", "B/s", {1})));
    BOOST_TEST(!is_parametric(axis("nodes", "1", {8, 16})));
    engine::Axis zipped = axis("nodes_message", "1", {0, 1});
    zipped.auxiliary = {{"nodes", "1", "", std::vector<double>{8, 16}},
                        {"message", "B", "", std::vector<double>{1, 2}}};
    BOOST_TEST(!is_parametric(zipped));
    zipped.auxiliary.erase(zipped.auxiliary.begin());
    BOOST_TEST(is_parametric(zipped));
}

// Message and delay span the map although a latency stands between them; 2 x 2 panels remain.
BOOST_AUTO_TEST_CASE(maps_are_message_times_delay) {
    const std::vector<engine::Axis> axes{
        axis("nodes", "1", {8, 16}), axis("message", "B", {1, 2, 3}),
        axis("per_step_latency", "s", {1, 2}), axis("reconfiguration_delay", "s", {1, 2, 3, 4})};
    const auto panels = GridView::panels(axes);
    BOOST_REQUIRE_EQUAL(panels.size(), 4U);
    BOOST_TEST(panels[0].rows->index.name == "message");
    BOOST_TEST(panels[0].columns->index.name == "reconfiguration_delay");
    BOOST_TEST(panels[3].outer.at("nodes") == 1U);
    BOOST_TEST(panels[3].outer.at("per_step_latency") == 1U);
    BOOST_TEST(panels[0].size() == 12U);
}

BOOST_AUTO_TEST_CASE(fewer_axes_give_lists_and_points) {
    const std::vector<engine::Axis> two{axis("nodes", "1", {8}), axis("message", "B", {1, 2})};
    const auto list = GridView::panels(two);
    BOOST_REQUIRE_EQUAL(list.size(), 1U);
    BOOST_TEST((list[0].rows == nullptr));
    BOOST_TEST(list[0].n_columns() == 2U);
    const std::vector<engine::Axis> one{axis("message", "B", {1})};
    BOOST_TEST(GridView::panels(one)[0].size() == 1U);
}

BOOST_AUTO_TEST_CASE(numbers_agree_within_half_a_unit) {
    const auto with = [](double value, double reference, double unit) {
        return Finding{"", "", value, nullptr, rounded(reference, unit), ""}.agrees();
    };
    BOOST_TEST(with(12459.137, 12460, 10));
    BOOST_TEST(!with(12459.137, 12460, 1));
    BOOST_TEST(with(0.0825, 0.082, 1e-3));
    BOOST_TEST(!with(0.08251, 0.082, 1e-3));
    BOOST_TEST(with(INFINITY, INFINITY, 1));
    BOOST_TEST(!with(1, INFINITY, 1));
    BOOST_TEST(!with(NAN, 1, 1));
    BOOST_TEST((Finding{"", "", 7, nullptr}.agrees()));
}

BOOST_AUTO_TEST_CASE(claims_are_numbered_and_say_what_counts) {
    for (const auto& paper : claimed_papers()) {
        int number = 0;
        for (const auto& claim : paper.claims) {
            // What turned out to be no claim of the paper has left its number free.
            const bool is_dropped = (paper.rules == std::string("addanki") && number == 5) ||
                                    (paper.rules == std::string("swot") && number == 23);
            if (claim.part[0] == '\0') number += is_dropped ? 2 : 1;
            BOOST_TEST(claim.number == number);
            for (const std::string text : {claim.statement, claim.paper.number, claim.paper.place,
                                           claim.criterion, claim.needs})
                BOOST_TEST((!text.empty() && text[0] != '@'), paper.rules << " " << number);
            BOOST_TEST((claim.judge != nullptr));
            BOOST_TEST((claim.recorded != Verdict::not_judged));
        }
    }
    std::vector<std::size_t> sizes;
    for (const auto& paper : claimed_papers()) sizes.push_back(paper.claims.size());
    const std::vector<std::size_t> expected{14, 51, 28, 32, 32};
    BOOST_TEST(sizes == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
