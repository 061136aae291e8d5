// What the progress line says of the time left.
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "engine/farm/progress.hpp"

namespace lightsweep::tests {
namespace {

std::string line_after(std::uint64_t preparations, std::uint64_t prepared, double cost) {
    std::ostringstream log;
    engine::Progress progress(&log, false);
    progress.begin(100, 0, 10.0);
    progress.expect_preparations(preparations);
    progress.advance(30, cost, prepared);
    progress.show();
    return log.str();
}

BOOST_AUTO_TEST_SUITE(progress)

BOOST_AUTO_TEST_CASE(time_left_waits_for_a_first_preparation) {
    BOOST_TEST(line_after(0, 0, 9.0).find(" left") != std::string::npos);
    BOOST_TEST(line_after(4, 0, 9.0).find(" left") == std::string::npos);
    BOOST_TEST(line_after(4, 0, 9.0).find("0 of 4 preparations done") != std::string::npos);
    BOOST_TEST(line_after(4, 1, 9.0).find(" left") != std::string::npos);
    BOOST_TEST(line_after(4, 4, 10.0).find(" left") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
