// Mistakes that a beginner makes: each gives one line with the place, the value and the remedy.
#include <algorithm>

#include "tests/errors/outcomes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(beginner)

const std::string first = R"(rules = "common"
schedulers = ["static", "segments"]
best = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "1us"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "ring-uni"
nodes = 8
planes = 1
collective = "allreduce/swing"
message = ["1KiB", "1MiB"]
reconfiguration_delay = ["1us", "1ms"]
)";

/// Standard output of `plan` of a sound sweep would be a table: a fault prints one line alone.
void expect_one_line(const Outcome& outcome, int code, const std::vector<std::string>& parts) {
    expect_outcome(outcome, code, parts);
    BOOST_TEST(std::ranges::count(outcome.output, '\n') == 1, outcome.output);
}

struct Mistake {
    std::string right, wrong;
    std::vector<std::string> parts;
};

BOOST_AUTO_TEST_CASE(in_a_sweep_file) {
    const Mistake mistakes[] = {
        {"reconfiguration_delay =",
         "reconfig_delay =",
         {"s.toml:15: grid.g.reconfig_delay", "did you mean reconfiguration_delay"}},
        {"[fabric]", "[fabrik]", {"s.toml:4: fabrik", "did you mean fabric"}},
        {"\"1MiB\"", "\"1mib\"", {"s.toml:14: grid.g.message[1] = 1mib", "did you mean MiB"}},
        {"800Gbps", "800Gb", {"s.toml:5: fabric.bandwidth = 800Gb", "did you mean one of Gbps"}},
        {"nodes = 8", "nodes = 9", {"s.toml:11: grid.g.nodes = 9", "a power of two (8, 16"}},
        {"bandwidth = \"800Gbps\"\n",
         "",
         {"s.toml:7: grid.g.bandwidth: is missing", "bandwidth = \"800Gbps\""}},
        {"\"segments\"",
         "\"segmants\"",
         {"s.toml:2: schedulers[1] = segmants", "did you mean segments"}},
        {"allreduce/swing",
         "all-reduce/swing",
         {"s.toml:13: grid.g.collective = all-reduce/swing", "did you mean allreduce/swing"}},
        {"ring-uni", "ring-un", {"s.toml:10: grid.g.topology = ring-un", "did you mean ring-uni"}},
        {"\"common\"", "\"comon\"", {"s.toml:1: rules = comon", "did you mean common"}},
        {"rules = \"common\"\n", "", {"rules: is missing", "to compare schedulers", "\"common\""}},
        {"[[grid]]", "[grid]", {"s.toml:8: grid", "at least one [[grid]] is needed"}},
        {"\"1us\", \"1ms\"", "\"-1us\"", {"delay[0] = -1us", "must be >= 0", "\"10us\""}},
        {"[\"1us\", \"1ms\"]",
         "{ from = \"1us\", to = \"1ms\", step = \"2\" }",
         {"s.toml:15: grid.g.reconfiguration_delay.step = 2", "step = \"x2\""}},
        {"nodes = 8", "nodes = = 8", {"s.toml:11: not TOML", "write key = value"}},
        {"name = \"g\"", "name = \"my grid\"", {"s.toml:9: grid[0].name = my grid", "letters"}},
        {"allreduce/swing",
         "allreduce",
         {"s.toml:13: grid.g.collective = allreduce: names no algorithm", "\"allreduce/*\""}},
        {"[\"1us\", \"1ms\"]",
         "{ from = \"1us\", to = \"1ms\", perdecade = 4 }",
         {"s.toml:15: grid.g.reconfiguration_delay.perdecade = 4", "did you mean per_decade"}},
        {"\"800Gbps\"", "800", {"s.toml:5: fabric.bandwidth = 800: has no unit", "\"800Gbps\""}},
        {"800Gbps", "800GB", {"GB is a unit of bytes", "800Gbps"}},
        {"\"1us\"\n", "\"1usec\"\n", {"s.toml:6: ", "1usec: unknown unit", "did you mean us"}},
        {"nodes = 8", "nodes = [8, 8]", {"grid.g.nodes[1] = 8: repeats", "remove it"}},
        {"planes = 1\n", "", {"planes, their number per node, is missing", "planes = 4"}},
        {"\"1us\", \"1ms\"", "\"1ms\", \"1ms\"", {"s.toml:15: ", "repeats", "remove it"}},
        {"[\"1us\", \"1ms\"]",
         "\"1us..1ms\"",
         {"s.toml:15: ", "1us..1ms: is no single value", "a range is { from = "}},
        {"[\"static\", \"segments\"]",
         "\"static, segments\"",
         {"s.toml:2: ", "is one text", "[\"static\", \"segments\"]"}},
        {"reconfiguration_delay =",
         "delay =",
         {"s.toml:15: grid.g.delay", "did you mean reconfiguration_delay or "}},
    };
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml";
    for (const auto& [right, wrong, parts] : mistakes) {
        auto text = first;
        BOOST_TEST_REQUIRE(text.find(right) != std::string::npos, right);
        write_text(sweep, text.replace(text.find(right), right.size(), wrong));
        expect_one_line(run_program(0, {"plan", sweep}), 2, parts);
    }
}

BOOST_AUTO_TEST_CASE(on_the_command_line) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml", out = folder / "o.h5";
    write_text(sweep, first);
    BOOST_TEST_REQUIRE(run_program(1, {"run", sweep, "-o", out}).code == 0);
    expect_one_line(run_program(0, {"paln", sweep}), 2, {"'paln'", "did you mean plan?"});
    expect_one_line(run_program(0, {"report", out}), 2, {"'report'", "lightsweep-report"});
    expect_one_line(run_program(0, {"eval", "{\"rules\":\"common\"}"}), 2,
                    {"is no file", "lightsweep eval -"});
    expect_one_line(run_program(0, {"list", "shedulers"}), 2, {"did you mean schedulers"});
    expect_one_line(run_program(0, {"winners", out, "--where", "mesage=1MiB"}), 2,
                    {"mesage=1MiB", "no such axis", "message"});
    expect_one_line(run_program(0, {"robust", out, "--delay", "1us-100us"}), 2,
                    {"1us-100us: is no interval", "1us..100us"});
    expect_one_line(run_program(0, {"table", out, "g/static", "--columns", "time"}), 2,
                    {"--columns time: no such column", "completion_time"});
    expect_one_line(run_program(0, {"run", sweep}), 2, {"--output", "run --help"});
    expect_one_line(run_program(0, {"winners", out, "--wher", "nodes=8"}), 2,
                    {"--wher", "winners --help"});
    expect_one_line(run_program(0, {"winners", sweep}), 3, {"s.toml: is not an HDF5 file", "run"});
    expect_one_line(run_program(0, {"winners", folder / "none.h5"}), 2,
                    {"none.h5: there is no such file", "check the name"});
    expect_one_line(run_program(0, {"plan", out}), 2, {"o.h5: is a result file", "sweep file"});
    expect_one_line(run_program(1, {"run", sweep, "-o", out}), 2, {"o.h5: exists", "--resume"});
    write_text(sweep, first + "order = \"near\"\n");
    auto text = first;
    write_text(sweep, text.replace(text.find("1MiB"), 4, "2MiB"));
    expect_one_line(run_program(1, {"run", sweep, "-o", out, "--resume"}), 2,
                    {"o.h5: belongs to another sweep", "2MiB", "-o"});
    expect_one_line(run_program(0, {"table", out, "g/statik"}), 2, {"'g/statik'", "g/static"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
