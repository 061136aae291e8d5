// Faults name the file and the line; remedies are those of the verb that was called.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/errors/outcomes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(remedies)

const std::string problem =
    R"("rules":"common","collective":"allreduce/ring","nodes":8,"planes":4,"bandwidth":"8Gbps",)"
    R"("per_step_latency":"1us","per_hop_latency":0,"reconfiguration_delay":0,)";

BOOST_AUTO_TEST_CASE(eval_speaks_of_its_own_input) {
    const std::string custom =
        R"("rules":"swot","scheduler":"swot","collective":"custom","nodes":8,"planes":2,)"
        R"("plane_bandwidth":1e9,"per_step_latency":0,"reconfiguration_delay":0,)";
    const std::pair<std::string, std::string> cases[] = {
        {problem + R"("scheduler":"static","topology":"torus2d","dims":[2,2],"message":"1MB")",
         "dims = [2, 2]: has 4 nodes, not 8 (nodes is the product of dims)"},
        {problem + R"("scheduler":"static","topology":"edges","edges":"none.txt","message":"1MB")",
         "edges = none.txt: there is no such file (paths start in "},
        {problem + R"("scheduler":"static","topology":"ring","message":"1M")",
         "message = 1M: unknown unit 'M' (did you mean one of MB, MiB)"},
        {problem + R"("scheduler":"best","topology":"ring","message":"1MB")",
         "scheduler = best: is a key of sweep files, not a scheduler"},
        {problem + R"("scheduler":"static","topology":"ring","message":"1MB","order":"far")",
         "order = far: no algorithm here has an order"},
        {custom + R"("steps":[])", "steps = []: has no step"},
        {custom + R"("plane_speeds":[0,0],"steps":[{"shift":1,"bytes":1}])",
         "plane_speeds = [0, 0]: leaves no plane that works"},
        {R"("rules":"wrong","scheduler":"bridge","nodes":9,"collective":"alltoall/bruck")",
         "rules = wrong: is not known (one of addanki, bridge, pccl, swot, optree, common)\"}"}};
    const ScratchFolder folder;
    std::string lines;
    for (const auto& [line, answer] : cases) lines += "{" + line + "}\n";
    write_text(folder / "in.json", lines);
    std::istringstream answers(run_program(0, {"eval", folder / "in.json"}).output);
    for (const auto& [line, expected] : cases) {
        std::string answer;
        std::getline(answers, answer);
        BOOST_TEST(answer.find(expected) != std::string::npos, expected << " is not in " << answer);
    }
}

BOOST_AUTO_TEST_CASE(schedule_prints_one_fault_per_line) {
    const auto outcome = run_program(0, {"schedule", "--rules", "common", "--scheduler", "statik",
                                         "--nodes", "12x", "--topology", "ringg"});
    expect_outcome(outcome, 2, {"scheduler = statik", "\nnodes = 12x", "\ntopology = ringg"});
    BOOST_TEST(outcome.output.find(';') > outcome.output.find("\ntopology"));
}

BOOST_AUTO_TEST_CASE(a_changed_sweep_says_what_changed) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml", out = folder / "o.h5";
    write_text(sweep, good);
    const auto run = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"run", sweep, "-o", out});
        return run_program(1, more);
    };
    expect_outcome(run({}), 0, {});
    expect_outcome(run({"--resume", "--set", "grid.g.nodes=16"}), 2,
                   {"belongs to another sweep: the files are equal, but not the --set options"});
    auto changed = good;
    changed.replace(changed.find("[8]"), 3, "[16]");
    write_text(sweep, changed);
    expect_outcome(run({"--resume"}), 2, {"line 11 was 'nodes = [8]' and is 'nodes = [16]'"});
    const auto timing = run_program(0, {"table", out, "timing"});
    BOOST_TEST(timing.output.find("0x") == std::string::npos, timing.output);
}

BOOST_AUTO_TEST_CASE(a_partial_file_is_named) {
    const ScratchFolder folder;
    write_text(folder / "o.partial.h5", "");
    expect_outcome(run_program(0, {"winners", folder / "o.h5"}), 2,
                   {"the sweep is not complete", "o.partial.h5 has what there is"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
