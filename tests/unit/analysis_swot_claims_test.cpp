// What SWOT's claims are judged with: the paper's percentages, proofs, and a list without gaps.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/reports/claim_report.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_swot_claims)

using namespace swot_points;

std::span<const Claim> swot_claims() {
    const auto papers = claimed_papers();
    return std::ranges::find(papers, std::string_view("swot"), &ClaimedPaper::rules)->claims;
}

std::ptrdiff_t recorded_as(Verdict verdict) {
    const auto claims = swot_claims();
    return std::count_if(claims.begin(), claims.end(),
                         [&](const Claim& one) { return one.recorded == verdict; });
}

BOOST_AUTO_TEST_CASE(all_are_there_in_order_the_second_one_twice) {
    const auto claims = swot_claims();
    BOOST_REQUIRE_EQUAL(claims.size(), 32U);
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::size_t number = i < 2    ? i + 1
                                   : i < 24 ? i
                                            : i + 1;  // 24 was no claim of the paper
        BOOST_TEST(claims[i].number == static_cast<int>(number));
        BOOST_TEST(claims[i].part == (i == 2 ? "b" : ""));
        BOOST_TEST((claims[i].recorded != Verdict::not_judged));
    }
    BOOST_TEST(recorded_as(Verdict::reproduced) == 16);
    BOOST_TEST(recorded_as(Verdict::beaten) == 6);
    BOOST_TEST(recorded_as(Verdict::close) == 2);
    BOOST_TEST(recorded_as(Verdict::depends_on_reading) == 4);
    BOOST_TEST(recorded_as(Verdict::not_reproduced) == 2);
    BOOST_TEST(recorded_as(Verdict::impossible) == 2);
}

// 45.47 % rounds to 45.5 %, 84.53 % and 52.72 % are more than 84.0 % and 46.9 %.
BOOST_AUTO_TEST_CASE(a_share_is_the_papers_or_more_or_close_or_neither) {
    BOOST_TEST((as_printed(.4547, .455) == Verdict::reproduced));
    BOOST_TEST((as_printed(.4555, .455) == Verdict::reproduced));
    BOOST_TEST((as_printed(.8453, .84) == Verdict::beaten));
    BOOST_TEST((as_printed(.5272, .469) == Verdict::beaten));
    BOOST_TEST((as_printed(.2297, .23, .01) == Verdict::reproduced));
    BOOST_TEST((as_printed(.2297, .23) == Verdict::reproduced));
    BOOST_TEST((as_printed(.2294, .23) == Verdict::close));
    BOOST_TEST((as_printed(.2, .23) == Verdict::not_reproduced));
}

// 0.125 MB twelve times doubled, six times fourfold: 512 MB both times.
BOOST_AUTO_TEST_CASE(sizes_are_those_of_the_release) {
    BOOST_TEST(sizes_of_figure_7().size() == 13U);
    BOOST_TEST(sizes_of_figure_10().size() == 7U);
    BOOST_TEST(sizes_of_figure_7().front() == 125e3);
    BOOST_TEST(sizes_of_figure_7().back() == 512e6);
    BOOST_TEST(sizes_of_figure_10().back() == 512e6);
}

// Saved of 1500 us at 1200 us: 20 %; at the bound of 1000 us it would be a third.
BOOST_AUTO_TEST_CASE(a_line_says_what_is_saved_and_what_may_be) {
    Judgement result;
    add_line({"here", "Strawman", 1500e-6, {1200e-6, 1000e-6}, 1500e-6, 1300e-6, 1e-6}, result);
    BOOST_REQUIRE_EQUAL(result.findings.size(), 5U);
    BOOST_TEST(result.findings[0].agrees());
    BOOST_TEST(!result.findings[1].agrees());
    BOOST_TEST(result.findings[3].print(result.findings[3].value) == "20.0 %");
    BOOST_TEST(result.findings[4].print(result.findings[4].value) == "33.3 %");
    BOOST_TEST(describe({reduce, 256, 8, 512e6}) == "256 nodes, 8 planes, 512 MB");
    BOOST_TEST(describe({reduce, 16, 4, 0}) == "16 nodes, 4 planes");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
