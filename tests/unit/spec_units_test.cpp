#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_units)

struct Case {
    const char* text;
    Kind kind;
    double value;
};

BOOST_AUTO_TEST_CASE(every_unit_has_its_value) {
    const Case cases[] = {
        {"64", Kind::count, 64},
        {"8", Kind::bytes, 8},
        {"3B", Kind::bytes, 3},
        {"1kB", Kind::bytes, 1e3},
        {"1KB", Kind::bytes, 1e3},
        {"1MB", Kind::bytes, 1e6},
        {"1GB", Kind::bytes, 1e9},
        {"1TB", Kind::bytes, 1e12},
        {"1KiB", Kind::bytes, 1024},
        {"8 MiB", Kind::bytes, 8388608},
        {"1GiB", Kind::bytes, 1073741824},
        {"1TiB", Kind::bytes, 1099511627776},
        {"1ps", Kind::seconds, 1e-12},
        {"421.7ns", Kind::seconds, 421.7e-9},
        {"1us", Kind::seconds, 1e-6},
        {"1\u00b5s", Kind::seconds, 1e-6},
        {"1\u03bcs", Kind::seconds, 1e-6},
        {"10ms", Kind::seconds, 1e-2},
        {"2s", Kind::seconds, 2},
        {"2min", Kind::seconds, 120},
        {"2h", Kind::seconds, 7200},
        {"8bps", Kind::rate, 1},
        {"8Kbps", Kind::rate, 1e3},
        {"8kbps", Kind::rate, 1e3},
        {"8Mbps", Kind::rate, 1e6},
        {"800Gbps", Kind::rate, 1e11},
        {"1.6Tbps", Kind::rate, 2e11},
        {"40Gbit/s", Kind::rate, 5e9},
        {"1B/s", Kind::rate, 1},
        {"1kB/s", Kind::rate, 1e3},
        {"1MB/s", Kind::rate, 1e6},
        {"100GB/s", Kind::rate, 1e11},
        {"1TB/s", Kind::rate, 1e12},
        {"1GiB/s", Kind::rate, 1073741824},
        {" 5 ", Kind::seconds, 5},
        {"-2us", Kind::seconds, -2e-6},
        {"+1e3ns", Kind::seconds, 1e-6},
        {".5MiB", Kind::bytes, 524288},
        {"1.e2", Kind::count, 100},
        {"0ns", Kind::seconds, 0},
    };
    for (const Case& c : cases) {
        const ParsedQuantity parsed = parse_quantity(c.text, c.kind);
        BOOST_TEST_CONTEXT(c.text) {
            BOOST_REQUIRE_MESSAGE(parsed.value, parsed.message(c.text));
            BOOST_TEST(*parsed.value == c.value);
        }
    }
}

// The exponent is moved in the text, so there is one rounding: no unit loses the last bit.
BOOST_AUTO_TEST_CASE(decimal_units_round_once) {
    for (int i = 1; i < 3000; ++i) {
        const std::string number = std::to_string(i) + ".7";
        const double nanoseconds = *parse_quantity(number + "ns", Kind::seconds).value;
        BOOST_REQUIRE_EQUAL(nanoseconds, std::stod(number + "e-9"));
        const double picoseconds = *parse_quantity(number + "ps", Kind::seconds).value;
        BOOST_REQUIRE_EQUAL(picoseconds, std::stod(number + "e-12"));
    }
}

BOOST_AUTO_TEST_CASE(messages_name_the_unit_and_the_remedy) {
    const auto message = [](const char* text, Kind kind) {
        return parse_quantity(text, kind).message(text);
    };
    BOOST_TEST(message("8 Mib", Kind::bytes) == "'8 Mib': unknown unit 'Mib'; did you mean MiB");
    BOOST_TEST(message("5 US", Kind::seconds) == "'5 US': unknown unit 'US'; did you mean us");
    BOOST_TEST(message("1GBps", Kind::rate) == "'1GBps': unknown unit 'GBps'; did you mean GB/s");
    BOOST_TEST(message("1GiBps", Kind::rate) ==
               "'1GiBps': unknown unit 'GiBps'; did you mean GiB/s");
    BOOST_TEST(message("1Gb/s", Kind::rate) == "'1Gb/s': unknown unit 'Gb/s'; did you mean Gbps");
    BOOST_TEST(message("1GBit/s", Kind::rate) ==
               "'1GBit/s': unknown unit 'GBit/s'; did you mean Gbit/s");
    BOOST_TEST(parse_free_quantity("1GBps").parsed.remedy == "did you mean GB/s");
    BOOST_TEST(message("5us", Kind::bytes) ==
               "'5us': us is a unit of seconds; bytes expected, for example 8MiB");
    BOOST_TEST(message("ring", Kind::bytes) ==
               "'ring': not a number with a unit; for example 8MiB");
    BOOST_TEST(message("", Kind::rate) == "'': not a number with a unit; for example 800Gbps");
    BOOST_TEST(message("8x", Kind::count) == "'8x': has a unit 'x'; a plain number is needed");
    BOOST_TEST(message("1e400", Kind::bytes) ==
               "'1e400': is too large for a double; a finite number is needed");
    BOOST_TEST(message("8MiB", Kind::bytes) == "");
    for (const char* text : {"nan", "inf", "-", ".", "1e99999", "--1", "e3", "0x10", "1,5"}) {
        BOOST_TEST(!parse_quantity(text, Kind::seconds).value, text);
    }
    BOOST_TEST(*parse_quantity("1e-400", Kind::seconds).value == 0.0);
}

BOOST_AUTO_TEST_CASE(people_read_four_digits) {
    BOOST_TEST(format_quantity(8388608, Kind::bytes) == "8 MiB");
    BOOST_TEST(format_quantity(8e6, Kind::bytes) == "8 MB");
    BOOST_TEST(format_quantity(1000, Kind::bytes) == "1 kB");
    BOOST_TEST(format_quantity(0, Kind::bytes) == "0 B");
    BOOST_TEST(format_quantity(4.216965034285822e-4, Kind::seconds) == "421.7 us");
    BOOST_TEST(format_quantity(999.96e-9, Kind::seconds) == "1 us");
    BOOST_TEST(format_quantity(0, Kind::seconds) == "0 s");
    BOOST_TEST(format_quantity(90, Kind::seconds) == "90 s");
    BOOST_TEST(format_quantity(7200, Kind::seconds) == "2 h");
    BOOST_TEST(format_quantity(1e11, Kind::rate) == "100 GB/s");
    BOOST_TEST(format_quantity(65536, Kind::count) == "65536");
    BOOST_TEST(format_decimal_bytes(130e3) == "130 kB");
    BOOST_TEST(format_decimal_bytes(8388608) == "8.389 MB");
    BOOST_TEST(format_exact(0.1) == "0.1");
    BOOST_TEST(with_thousands_separators(1000000000000ULL) == "1,000,000,000,000");
    BOOST_TEST(with_thousands_separators(999) == "999");
}

// Texts made for people read back to within their four digits.
BOOST_AUTO_TEST_CASE(formatted_quantities_read_back) {
    for (const Kind kind : {Kind::bytes, Kind::seconds, Kind::rate}) {
        for (double value = 1.234567e-11; value < 1e14; value *= 3.7) {
            const std::string text = format_quantity(value, kind);
            const ParsedQuantity parsed = parse_quantity(text, kind);
            BOOST_REQUIRE_MESSAGE(parsed.value, parsed.message(text));
            BOOST_TEST(std::fabs(*parsed.value - value) <= 1e-3 * value, text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
