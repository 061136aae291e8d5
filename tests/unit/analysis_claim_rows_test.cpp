// Claims that are judged by the numbers of their rows: every condition, worked by hand.
#include <boost/test/unit_test.hpp>

#include "analysis/claims/claim.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_claim_rows)

KeyedValues row(std::map<std::string, double> numbers,
                std::map<std::string, std::string> names = {}) {
    return {std::move(numbers), std::move(names)};
}

Verdict verdict(const Rows& rows, const std::vector<double>& values, bool some = false) {
    std::vector<std::optional<Measured>> numbers;
    for (const double value : values) numbers.push_back(Measured{"place", "label", value, plain});
    return judge_numbers(rows, numbers, some).verdict;
}

BOOST_AUTO_TEST_CASE(a_number_of_the_paper_is_near_or_not) {
    BOOST_TEST((verdict({row({{"paper", 10.4}})}, {10.42}) == Verdict::reproduced));
    BOOST_TEST((verdict({row({{"paper", 10}})}, {10.9}) == Verdict::close));
    BOOST_TEST((verdict({row({{"paper", 10}})}, {11.1}) == Verdict::not_reproduced));
    // The worst row counts, and a limit counts beside the number.
    BOOST_TEST(
        (verdict({row({{"paper", 10}}), row({{"paper", 10}})}, {10, 10.9}) == Verdict::close));
    BOOST_TEST((verdict({row({{"paper", 10}, {"above", 10}})}, {10}) == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(limits_may_be_reached_or_not) {
    BOOST_TEST((verdict({row({{"above", 1}, {"below", 2}})}, {1.5}) == Verdict::reproduced));
    BOOST_TEST((verdict({row({{"above", 1}})}, {1}) == Verdict::not_reproduced));
    BOOST_TEST((verdict({row({{"below", 2}})}, {2}) == Verdict::not_reproduced));
    BOOST_TEST((verdict({row({{"least", 1}, {"most", 1}})}, {1}) == Verdict::reproduced));
    BOOST_TEST((verdict({row({{"least", 1}})}, {.999}) == Verdict::not_reproduced));
    BOOST_TEST((verdict({row({{"most", 1}})}, {1.001}) == Verdict::not_reproduced));
    BOOST_TEST((verdict({row({{"is", 7}})}, {7}) == Verdict::reproduced));
    BOOST_TEST((verdict({row({{"is", 7}})}, {7.001}) == Verdict::not_reproduced));
    BOOST_TEST((verdict({row({{"is", 7}, {"within", .01}})}, {7.001}) == Verdict::reproduced));
}

BOOST_AUTO_TEST_CASE(an_order_is_against_the_row_before) {
    const Rows falls{row({}), row({}, {{"order", "falls"}}), row({}, {{"order", "falls"}})};
    BOOST_TEST((verdict(falls, {3, 2, 1}) == Verdict::reproduced));
    BOOST_TEST((verdict(falls, {3, 2, 2}) == Verdict::not_reproduced));
    const Rows rises{row({}), row({{"slack", .1}}, {{"order", "rises"}})};
    BOOST_TEST((verdict(rises, {1, .95}) == Verdict::reproduced));
    BOOST_TEST((verdict(rises, {1, .85}) == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(the_second_reading_saves_what_the_first_does_not_say) {
    const Rows rows{row({{"is", 1}}), row({{"is", 2}}, {{"reading", "first"}}),
                    row({{"is", 3}}, {{"reading", "second"}})};
    BOOST_TEST((verdict(rows, {1, 2, 0}) == Verdict::reproduced));
    BOOST_TEST((verdict(rows, {1, 0, 3}) == Verdict::depends_on_reading));
    BOOST_TEST((verdict(rows, {1, 0, 0}) == Verdict::not_reproduced));
    BOOST_TEST((verdict(rows, {0, 0, 3}) == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(some_rows_are_a_matter_of_reading_where_the_paper_names_no_point) {
    const Rows rows{row({{"is", 1}}), row({{"is", 2}})};
    BOOST_TEST((verdict(rows, {1, 0}) == Verdict::not_reproduced));
    BOOST_TEST((verdict(rows, {1, 0}, true) == Verdict::depends_on_reading));
    BOOST_TEST((verdict(rows, {0, 0}, true) == Verdict::not_reproduced));
    BOOST_TEST((verdict(rows, {1, 2}, true) == Verdict::reproduced));
}

// "Up to 3x": the largest quotient says it, or a point that we chose, or none.
BOOST_AUTO_TEST_CASE(up_to_is_the_largest_or_a_matter_of_the_point) {
    const Rows rows{row({{"up_to", 3}}), row({{"up_to", 3}, {"paper", 3}})};
    BOOST_TEST((verdict(rows, {2.98, 2.5}, true) == Verdict::reproduced));
    BOOST_TEST((verdict(rows, {2.83, 1.7}, true) == Verdict::close));
    BOOST_TEST((verdict(rows, {16.3, 2.83}, true) == Verdict::depends_on_reading));
    BOOST_TEST((verdict(rows, {16.3, 1.7}, true) == Verdict::not_reproduced));
    BOOST_TEST((verdict(rows, {2.9, 16.3}, true) == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(a_row_without_a_condition_is_shown_where_the_file_has_it) {
    const Rows rows{row({{"reference", 5}, {"unit", 1}}), row({}, {{"label", "other"}}), row({})};
    const auto shown = judge_numbers(
        rows, {Measured{"place", "label", 5.4, plain}, Measured{"place", "label", 1, plain}, {}});
    BOOST_TEST((shown.verdict == Verdict::reproduced));
    BOOST_REQUIRE(shown.findings.size() == 2);
    BOOST_TEST(shown.findings[0].agrees());
    BOOST_TEST(shown.findings[0].reference->tolerance == .5, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(shown.findings[1].item == "other");
    BOOST_TEST(!shown.findings[1].reference);
    BOOST_CHECK_THROW(judge_numbers({row({{"least", 1}})}, {std::nullopt}), NotInFile);
    BOOST_CHECK_THROW(judge_numbers({row({{"up_to", 1}})}, {std::nullopt}), NotInFile);
    const Rows order{row({}), row({{"optional", 1}}, {{"order", "rises"}}),
                     row({}, {{"order", "rises"}})};
    const auto without = [](double first, double last) {
        return std::vector<std::optional<Measured>>{
            Measured{"place", "label", first, plain}, {}, Measured{"place", "label", last, plain}};
    };
    BOOST_TEST((judge_numbers(order, without(1, 2)).verdict == Verdict::reproduced));
    BOOST_TEST((judge_numbers(order, without(2, 1)).verdict == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
