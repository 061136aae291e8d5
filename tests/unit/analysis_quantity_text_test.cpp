#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_quantity_text)

BOOST_AUTO_TEST_CASE(units_people_read) {
    BOOST_TEST(readable(421.7e-6, "s") == "421.7 us");
    BOOST_TEST(readable(1e-9, "s") == "1 ns");
    BOOST_TEST(readable(0, "s") == "0 s");
    BOOST_TEST(readable(8388608, "B") == "8 MiB");
    BOOST_TEST(readable(1536, "B") == "1.5 KiB");
    BOOST_TEST(readable(1000, "B") == "1000 B");
    BOOST_TEST(readable(1e6, "B") == "1 MB");
    BOOST_TEST(readable(16777216, "B") == "16 MiB");
    BOOST_TEST(readable(1048576, "kB") == "1.049 MB");
    BOOST_TEST(readable(1333333, "B") == "1.272 MiB");
    BOOST_TEST(readable(1e11, "B/s") == "800 Gbps");
    BOOST_TEST(readable(1.25, "1") == "1.25");
}

// 999.96 us has four digits 1000: the next unit says it better.
BOOST_AUTO_TEST_CASE(rounding_up_takes_the_next_unit) {
    BOOST_TEST(readable(999.96e-6, "s") == "1 ms");
    BOOST_TEST(readable(999.94e-6, "s") == "999.9 us");
}

BOOST_AUTO_TEST_CASE(values_that_are_none) {
    BOOST_TEST(readable(std::nan(""), "s") == "-");
    BOOST_TEST(readable(std::numeric_limits<double>::infinity(), "s") == "inf");
    BOOST_TEST(factor(std::nan("")) == "-");
}

BOOST_AUTO_TEST_CASE(exact_text_reads_back) {
    for (const double value : {0.1, 1e-300, 4.216965034285822e-4, 1.0 / 3})
        BOOST_TEST(std::stod(exact(value)) == value);
}

BOOST_AUTO_TEST_CASE(shares_that_are_small_but_something) {
    BOOST_TEST(percent(0.218) == "21.8 %");
    BOOST_TEST(percent(0.0001) == "< 0.1 %");
    BOOST_TEST(percent(0.9999) == "> 99.9 %");
    BOOST_TEST(percent(1.0) == "100.0 %");
}

BOOST_AUTO_TEST_CASE(factors) {
    BOOST_TEST(factor(1.48) == "1.480x");
    BOOST_TEST(factor(32) == "32.00x");
    BOOST_TEST(factor(12459.6) == "12460x");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
