// What the progress line says of the time left.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <sstream>
#include <thread>

#include "engine/farm/progress.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(progress)

std::string line_after(std::uint64_t preparations, std::uint64_t prepared, double cost) {
    std::ostringstream log;
    engine::Progress progress(&log, false);
    progress.begin(100, 0, 10.0);
    progress.expect_preparations(preparations);
    progress.advance(30, cost, prepared);
    progress.show();
    return log.str();
}

BOOST_AUTO_TEST_CASE(time_left_waits_for_a_first_preparation) {
    BOOST_TEST(line_after(0, 0, 9.0).find(" left") != std::string::npos);
    BOOST_TEST(line_after(4, 0, 9.0).find(" left") == std::string::npos);
    BOOST_TEST(line_after(4, 0, 9.0).find("0 of 4 preparations done") != std::string::npos);
    BOOST_TEST(line_after(4, 1, 9.0).find(" left") != std::string::npos);
    BOOST_TEST(line_after(4, 4, 10.0).find(" left") == std::string::npos);
}

double time_left(const std::string& line) {
    const auto end = line.rfind(" s left"), begin = line.rfind(", ", end) + 2;
    BOOST_REQUIRE(end != std::string::npos);
    return std::stod(line.substr(begin, end - begin));
}

/// One of a hundred preparations was half of the cost: the rest takes as long again, not 99 times.
BOOST_AUTO_TEST_CASE(time_left_is_that_of_the_remaining_cost) {
    std::ostringstream log;
    engine::Progress progress(&log, false);
    progress.expect_preparations(100);
    progress.begin(100, 0, 10.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    progress.advance(0, 5.0, 1);
    progress.show();
    const double left = time_left(log.str());
    BOOST_TEST(left >= 0.049);
    BOOST_TEST(left < 2.5);
}

/// Nine tenths of the cost took nothing, a hundredth then 0.2 s: the rest does not take 20 ms.
BOOST_AUTO_TEST_CASE(time_left_goes_by_the_speed_of_late) {
    std::ostringstream log;
    engine::Progress progress(&log, false);
    progress.begin(100, 0, 10.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    progress.advance(10, 9.0, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    progress.advance(1, 0.1, 0);
    progress.show();
    BOOST_TEST(time_left(log.str()) > 0.5);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // and no report meanwhile
    progress.show();
    BOOST_TEST(time_left(log.str()) > 1.5);
}

/// Of 100 s of one core 70 s took nothing, and then one task of two threads takes 0.5 s without a
/// report: the other 30 s are 15 s, as estimated, and not 30 s / 0.1 s times as long as this task.
BOOST_AUTO_TEST_CASE(one_long_task_does_not_slow_all_others_down) {
    std::ostringstream log;
    engine::Progress progress(&log, false);
    progress.expect_threads(2);
    progress.begin(100, 0, 100.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    progress.advance(70, 69.9, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    progress.advance(0, 0.01, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    progress.show();
    BOOST_TEST(time_left(log.str()) > 5);
    BOOST_TEST(time_left(log.str()) < 60);
}

// In a log one line at once, another only after a second; on a terminal twice a second, in its
// place.
BOOST_AUTO_TEST_CASE(what_is_written_takes_the_place_of_the_line) {
    for (const bool terminal : {false, true}) {
        std::ostringstream log;
        engine::Progress progress(&log, terminal);
        progress.begin(100, 0, 10.0);
        progress.update("1 of 9 tasks are written");
        BOOST_TEST(log.str().find("tasks") == std::string::npos);
        std::this_thread::sleep_for(std::chrono::milliseconds(1050));
        progress.update("2 of 9 tasks are written");
        progress.update("3 of 9 tasks are written");
        progress.note("done");
        const auto text = log.str();
        BOOST_TEST(text.find("3 of 9") == std::string::npos);
        const char* expected =
            terminal ? "\r\033[K2 of 9 tasks are written\ndone\n" : " 2 of 9 tasks are written\n";
        BOOST_TEST(text.find(expected) != std::string::npos);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
