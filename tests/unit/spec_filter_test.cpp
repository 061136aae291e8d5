#include <array>
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <vector>

#include "sweeps/spec/filters/filter.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_filter)

const std::vector<Filter::Name>& names() {
    static const std::vector<Filter::Name> all = {
        {"nodes", Kind::count},    {"message", Kind::bytes},
        {"bandwidth", Kind::rate}, {"per_hop_latency", Kind::seconds},
        {"topology", Kind::text},  {"mirrored", Kind::flag}};
    return all;
}

/// nodes = 64, message = 1 MiB, bandwidth = 100 GB/s, per_hop_latency = 100 ns, ring, mirrored.
Verdict evaluate(const std::string& text, const std::string& open = "") {
    const std::map<std::string, Operand> point = {
        {"nodes", {true, 64, {}}},       {"message", {true, 1048576, {}}},
        {"bandwidth", {true, 1e11, {}}}, {"per_hop_latency", {true, 1e-7, {}}},
        {"topology", {true, 0, "ring"}}, {"mirrored", {true, 1, {}}}};
    const Filter::Compiled compiled = Filter::compile(text, names());
    BOOST_REQUIRE_MESSAGE(compiled.filter, text + ": " + compiled.problem);
    std::vector<Operand> values;
    for (const std::string& name : compiled.filter->variables()) {
        values.push_back(name == open ? Operand{} : point.at(name));
    }
    return compiled.filter->evaluate(values);
}

BOOST_AUTO_TEST_CASE(true_conditions) {
    for (const char* text : {"message >= 1MiB and nodes <= 64",
                             "nodes == 64",
                             "nodes != 63",
                             "not nodes < 64",
                             "nodes * 16KiB == message",
                             "message / bandwidth < 20us",
                             "topology == 'ring'",
                             "topology == \"ring\"",
                             "topology != 'torus2d'",
                             "mirrored",
                             "mirrored and nodes > 4",
                             "message >= 1 MiB",
                             "bandwidth == 800Gbps",
                             "bandwidth == 100GB/s",
                             "bandwidth >= 100 GB/s and nodes > 1",
                             "message == 1048576",
                             "-nodes < 0",
                             "nodes - 60 - 4 == 0",
                             "nodes / 4 / 4 == 4",
                             "2 + 2 * 31 == nodes",
                             "(2 + 2) * 16 == nodes",
                             "2 * per_hop_latency == 200ns",
                             "nodes > - -8",
                             "bandwidth * 1us == 100kB",
                             "message/1MiB == 1",
                             "nodes / (2 - 1) == 64",
                             "0 / nodes == 0",
                             "nodes>=1e1 and nodes<=1e2"}) {
        BOOST_TEST((evaluate(text) == Verdict::yes), text);
    }
}

// `and` binds tighter than `or`, `not` tighter than both, comparisons tighter than `not`.
BOOST_AUTO_TEST_CASE(precedence) {
    const std::string yes = "nodes == 64";
    const std::string no = "nodes == 65";
    BOOST_TEST((evaluate(yes + " or " + no + " and " + no) == Verdict::yes));
    BOOST_TEST((evaluate("(" + yes + " or " + no + ") and " + no) == Verdict::no));
    BOOST_TEST((evaluate("not " + no + " or " + yes) == Verdict::yes));
    BOOST_TEST((evaluate("not (" + no + " or " + yes + ")") == Verdict::no));
    BOOST_TEST((evaluate("not not " + yes) == Verdict::yes));
    BOOST_TEST((evaluate("not " + yes + " and " + no) == Verdict::no));
}

BOOST_AUTO_TEST_CASE(open_axes_leave_it_unknown_only_where_they_decide) {
    BOOST_TEST((evaluate("message > 2MiB", "message") == Verdict::unknown));
    BOOST_TEST((evaluate("message > 2MiB and nodes == 65", "message") == Verdict::no));
    BOOST_TEST((evaluate("message > 2MiB and nodes == 64", "message") == Verdict::unknown));
    BOOST_TEST((evaluate("message > 2MiB or nodes == 64", "message") == Verdict::yes));
    BOOST_TEST((evaluate("not message > 2MiB", "message") == Verdict::unknown));
    BOOST_TEST((evaluate("2 * message > 2MiB", "message") == Verdict::unknown));
    BOOST_TEST((evaluate("topology == 'ring'", "topology") == Verdict::unknown));
}

BOOST_AUTO_TEST_CASE(bad_conditions_say_what_is_wrong) {
    constexpr auto text_end = std::string::npos;
    const std::pair<const char*, const char*> cases[] = {
        {"node <= 64", "unknown name 'node'"},
        {"topology == ring", "unknown name 'ring'"},
        {"message < 1us", "'<' between bytes and seconds"},
        {"message + per_hop_latency > 1", "'+' between bytes and seconds"},
        {"message < nodes", "'<' between bytes and a plain number"},
        {"message >= 1Mib", "'1Mib': unknown unit 'Mib'; did you mean MiB"},
        {"nodes", "the condition is no comparison"},
        {"nodes and mirrored", "the left side of and is no comparison"},
        {"1 < nodes < 64", "unexpected '<'"},
        {"topology < 'ring'", "texts have no order"},
        {"topology == 64", "'==' needs numbers on both sides"},
        {"nodes = 64", "unexpected '='"},
        {"(nodes == 64", "a ( is not closed"},
        {"nodes == 64)", "unexpected ')'"},
        {"nodes ==", "ends too early"},
        {"", "ends too early"},
        {"topology == 'ring", "a text is not closed"},
        {"nodes == 64 & mirrored", "unexpected '&'"},
        {"nodes == * 3", "unexpected '*'"},
        {"1/0 > 1", "divides by zero"},
        {"nodes / (2 - 1 - 1) > 1", "divides by zero"},
        {"nodes / -(3 * 0) > 1", "divides by zero"},
        {"message / 0MiB > 1", "divides by zero"},
    };
    for (const auto& [text, expected] : cases) {
        const Filter::Compiled compiled = Filter::compile(text, names());
        BOOST_TEST(!compiled.filter, text);
        BOOST_TEST(compiled.problem == expected, text << ": " << compiled.problem);
        const bool advised = !compiled.remedy.empty() || compiled.problem.find("; ") != text_end;
        BOOST_TEST(advised, text << " has no remedy");
    }
    BOOST_TEST(Filter::compile("node <= 64", names()).remedy ==
               "did you mean nodes; texts are quoted: 'node'");
}

BOOST_AUTO_TEST_CASE(long_and_deep_texts_are_refused_not_fatal) {
    const std::string deep = std::string(100000, '(') + "nodes == 1" + std::string(100000, ')');
    BOOST_TEST(Filter::compile(deep, names()).problem == "is nested too deeply");
    BOOST_TEST(Filter::compile(deep, names()).remedy == "at most 100 levels of (, - and not");
    BOOST_TEST(!Filter::compile(std::string(100000, '-') + "1 < nodes", names()).filter);
    std::string nots;
    std::string wide = "nodes == 1";
    for (int i = 0; i < 2000; ++i) nots += "not ";
    for (int i = 0; i < 2000; ++i) wide += " or nodes == 1";
    BOOST_TEST(!Filter::compile(nots + "nodes == 1", names()).filter);
    BOOST_TEST(Filter::compile(wide, names()).problem == "is too long");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
