// What a user meets on the command line: exit codes and messages of every verb.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/errors/outcomes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(command_line)

BOOST_AUTO_TEST_CASE(wrong_words) {
    expect_outcome(run_program(0, {}), 2, {"no verb", "--help"});
    expect_outcome(run_program(0, {"frobnicate"}), 2, {"no verb 'frobnicate'", "--help"});
    expect_outcome(run_program(0, {"paln", "s.toml"}), 2, {"'paln'", "did you mean plan?"});
    expect_outcome(run_program(0, {"run", "--bogus"}), 2, {});
    expect_outcome(run_program(0, {"run", "x.toml"}), 2, {"--output"});
    expect_outcome(run_program(0, {"list", "sheep"}), 2,
                   {"sheep", "schedulers, collectives, topologies, technologies, studies"});
    expect_outcome(run_program(0, {"--help"}), 0, {"run", "plan", "eval", "Exit codes"});
    expect_outcome(run_program(0, {"--version"}), 0, {"lightsweep"});
}

BOOST_AUTO_TEST_CASE(wrong_files) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml";
    write_text(sweep, good);
    expect_outcome(run_program(1, {"run", folder / "none.toml", "-o", folder / "o.h5"}), 2,
                   {"none.toml"});
    expect_outcome(run_program(1, {"run", sweep, "-o", folder / "no/such/folder/o.h5"}), 3,
                   {"no/such/folder"});
    expect_outcome(run_program(0, {"status", folder / "none.h5"}), 2, {"none.h5"});
    write_text(folder / "foreign.h5", "this is not HDF5");
    expect_outcome(run_program(0, {"verify", folder / "foreign.h5"}), 3, {"foreign.h5"});
    expect_outcome(run_program(0, {"merge", folder / "foreign.h5", "-o", folder / "m.h5"}), 3,
                   {"foreign.h5"});
}

BOOST_AUTO_TEST_CASE(missing_files_are_bad_input_in_every_verb) {
    const ScratchFolder folder;
    const auto missing = folder / "none.h5";
    for (const char* verb : {"status", "finalize", "verify", "table", "winners", "critical", "gap",
                             "claims", "eval", "plan"})
        expect_outcome(run_program(0, {verb, missing}), 2, {"none.h5: there is n"});
    expect_outcome(run_program(0, {"merge", missing, "-o", folder / "m.h5"}), 2,
                   {"none.h5: there is no such file"});
    for (const char* verb :
         {"status", "finalize", "verify", "table", "winners", "critical", "gap", "claims", "eval"})
        expect_outcome(run_program(0, {verb, folder.path()}), 2, {folder.path() + ": is a folder"});
    write_text(folder / "text.h5", "this is not HDF5");
    for (const char* verb : {"verify", "table", "winners", "critical", "gap", "claims"})
        expect_outcome(run_program(0, {verb, folder / "text.h5"}), 3, {"not an HDF5 file"});
}

/// The program with its standard output on a device that is full, its messages collected.
Outcome run_on_full_disk(const std::string& words) {
    const auto program = program_command(0, {}).front();
    Job job({"/bin/sh", "-c", "'" + program + "' " + words + " >/dev/full"});
    const int code = job.wait();
    return {code, job.output()};
}

BOOST_AUTO_TEST_CASE(a_report_that_is_lost_is_no_success) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml", out = folder / "o.h5";
    write_text(sweep, good);
    write_text(folder / "p.json", "{}\n{}\n");
    expect_outcome(run_program(1, {"run", sweep, "-o", out}), 0, {});
    const std::vector<std::string> commands{
        "list",          "--help",         "plan " + sweep,
        "verify " + out, "table " + out,   "table --csv " + out + " g/addanki",
        "status " + out, "winners " + out, "eval " + (folder / "p.json")};
    for (const auto& words : commands)
        expect_outcome(run_on_full_disk(words), 3,
                       {"standard output could not be written", "make room"});
    expect_outcome(run_on_full_disk("plan " + (folder / "none.toml")), 2, {"none.toml"});
}

BOOST_AUTO_TEST_CASE(files_are_compared_with_the_first) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml";
    write_text(sweep, good);
    const auto run = [&](const char* name, const char* change) {
        const auto done = run_program(1, {"run", sweep, "-o", folder / name, "--set", change});
        BOOST_TEST_REQUIRE(done.code == 0, done.output);
        return folder / name;
    };
    const auto a = run("a.h5", "message=1MiB"), b = run("b.h5", "message=\"1048576B\""),
               c = run("c.h5", "message=2MiB");
    expect_outcome(run_program(0, {"verify", a}), 0, {"a.h5:grids/g/static"});
    expect_outcome(run_program(0, {"verify", a, b}), 0, {"equal    " + a + "  " + b});
    expect_outcome(
        run_program(0, {"verify", a, b, c}), 1,
        {"equal    " + a + "  " + b, "differs  " + a + "  " + c, "\n         grids/g/addanki\n"});
}

BOOST_AUTO_TEST_CASE(nothing_finished_is_overwritten) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml", out = folder / "o.h5";
    write_text(sweep, good);
    expect_outcome(run_program(1, {"run", sweep, "-o", out}), 0, {});
    expect_outcome(run_program(1, {"run", sweep, "-o", out}), 2, {"o.h5", "--resume"});
    expect_outcome(run_program(1, {"run", sweep, "-o", out, "--resume"}), 0, {});
    expect_outcome(run_program(1, {"run", sweep, "-o", out, "--resume", "--set", "nodes=16"}), 2,
                   {"o.h5"});
    write_text(sweep, "# what the file says is the same\n" + good);
    expect_outcome(run_program(1, {"run", sweep, "-o", out, "--resume"}), 0, {});
    auto text = good;
    write_text(sweep, text.replace(text.find("\"1ms\""), 5, "\"2ms\""));
    expect_outcome(run_program(1, {"run", sweep, "-o", out, "--resume"}), 2, {"o.h5"});
}

BOOST_AUTO_TEST_CASE(wrong_flags) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml";
    write_text(sweep, good);
    const std::vector<std::string> run{"run", sweep, "-o", folder / "o.h5"};
    const auto with = [&](std::vector<std::string> more) {
        auto words = run;
        words.insert(words.end(), more.begin(), more.end());
        return run_program(1, words);
    };
    expect_outcome(with({"--shard", "4/3"}), 2, {"--shard 4/3", "i/n"});
    expect_outcome(with({"--shard", "x"}), 2, {"--shard x"});
    expect_outcome(with({"--walltime", "soon"}), 2, {"--walltime soon", "e.g. --walltime 2h"});
    expect_outcome(with({"--walltime", "0s"}), 2, {"must be > 0"});
    expect_outcome(with({"--threads", "-1"}), 2, {"--threads -1"});
    expect_outcome(with({"--threads", "5000"}), 2, {"--threads 5000", "1 to 1024"});
    expect_outcome(with({"--threads", "two"}), 2, {"--threads two", "no whole number"});
    expect_outcome(run_program(0, {"table", sweep, "--limit", "-3"}), 2,
                   {"--limit -3: out of range", "0 for all"});
    expect_outcome(run_program(0, {"table", sweep, "--limit", "few"}), 2,
                   {"--limit few: no whole number"});
    expect_outcome(with({"--set", "nodes=12"}), 2, {"--set nodes=12", "power of two"});
    expect_outcome(with({"--set", "sheep=1"}), 2, {"sheep"});
}

BOOST_AUTO_TEST_CASE(grids_beyond_reach) {
    const ScratchFolder folder;
    auto text = good;
    text.replace(text.find("[\"1us\", \"1ms\"]"), 14,
                 "{ from = \"1s\", to = \"1000000s\", step = \"+1s\" }");
    text.replace(text.find("[\"1KiB\", \"1MiB\"]"), 16,
                 "{ from = \"1B\", to = \"1000000B\", step = \"+1B\" }");
    write_text(folder / "huge.toml", text);
    expect_outcome(run_program(0, {"plan", folder / "huge.toml"}), 2, {"1,000,000,000,000"});
}

BOOST_AUTO_TEST_CASE(plan_runs_nothing) {
    const ScratchFolder folder;
    write_text(folder / "s.toml", good);
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 0,
                   {"grids/g/static", "grids/g/addanki", "rows", "estimated time", "memory"});
}

BOOST_AUTO_TEST_CASE(estimates_have_two_digits) {
    const ScratchFolder folder;
    write_text(folder / "s.toml", good);
    const auto output = run_program(0, {"plan", folder / "s.toml"}).output;
    const std::regex number("([0-9.]+) (ns|us|ms|s|min|h|B|kB|MB|GB)\\b");
    std::size_t found = 0;
    for (auto at = std::sregex_iterator(output.begin(), output.end(), number);
         at != std::sregex_iterator(); ++at, ++found) {
        auto digits = (*at)[1].str();
        std::erase(digits, '.');
        while (!digits.empty() && digits.back() == '0') digits.pop_back();
        digits.erase(0, digits.find_first_not_of('0'));
        BOOST_TEST(digits.size() <= 2u, at->str() << " in\n" << output);
    }
    BOOST_TEST(found == 6u, output);
}

/// The number of the line about the file [B].
double planned_size(const std::string& output) {
    const std::regex line("file +about ([0-9.]+) (kB|MB)\n");
    std::smatch parts;
    BOOST_TEST_REQUIRE(std::regex_search(output, parts, line), output);
    return std::stod(parts[1]) * (parts[2] == "kB" ? 1e3 : 1e6);
}

BOOST_AUTO_TEST_CASE(the_file_is_as_large_as_planned) {
    const ScratchFolder folder;
    const auto sweep = folder / "s.toml";
    const std::string many = "{ from = \"1ns\", to = \"10ms\", count = 3000 }";
    auto large = good;
    large.replace(large.find("[\"1us\", \"1ms\"]"), 14, many);
    const std::string all = "best = true\nenvelopes = true\nschedules = true\n";
    const std::vector<std::string> texts{good, all + good, all + large,
                                         "columns = [\"completion_time\"]\n" + good};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        write_text(sweep, texts[i]);
        const auto plan = run_program(0, {"plan", sweep});
        const double planned = planned_size(plan.output);
        const auto out = folder / ("o" + std::to_string(i) + ".h5");
        expect_outcome(run_program(1, {"run", sweep, "-o", out}), 0, {});
        const auto size = static_cast<double>(std::filesystem::file_size(out));
        // About: within a factor of 2, on small files.
        BOOST_TEST(size > planned / 2, size << " bytes\n" << plan.output);
        BOOST_TEST(size < planned * 2, size << " bytes\n" << plan.output);
        BOOST_TEST(plan.output.find("iB") == std::string::npos, plan.output);
    }
}

/// The good sweep with other lines in its grid.
Outcome plan_with(const std::string& old_text, const std::string& new_text) {
    const ScratchFolder folder;
    auto text = good;
    text.replace(text.find(old_text), old_text.size(), new_text);
    write_text(folder / "s.toml", text);
    return run_program(0, {"plan", folder / "s.toml"});
}

BOOST_AUTO_TEST_CASE(overflow_is_a_fault_before_any_work) {
    const auto outcome = plan_with("\"800Gbps\"", "[\"100GB/s\", \"1e-320B/s\"]");
    expect_outcome(outcome, 2,
                   {"grid.g.message[0] = 1 KiB: with fabric.bandwidth[1] = 1e-320 B/s",
                    "largest number", "a smaller message or a larger bandwidth"});
    const ScratchFolder folder;
    auto text = good;
    write_text(folder / "s.toml", text.replace(text.find("\"800Gbps\""), 9, "\"1e-320B/s\""));
    expect_outcome(run_program(1, {"run", folder / "s.toml", "-o", folder / "o.h5"}), 2,
                   {"grid.g.message[0] = 1 KiB"});
    expect_outcome(run_program(0, {"status", folder / "o.h5"}), 2, {"neither"});
}

BOOST_AUTO_TEST_CASE(only_points_of_the_grid_can_overflow) {
    expect_outcome(
        plan_with("\"800Gbps\"", "[\"100GB/s\", \"1e-320B/s\"]\nwhere = \"bandwidth > 1\""), 0, {});
    // No bytes where the bandwidth is small: the corner of both axes is no point of the grid.
    const std::string rest =
        "]\nbandwidth = [\"1e11B/s\", \"1e-320B/s\"]\nzip = [\"message\", \"bandwidth\"]";
    const std::string both = "message = [\"1KiB\", \"1MiB\"]";
    expect_outcome(plan_with(both, "message = [\"1MiB\", 0" + rest), 0, {});
    expect_outcome(plan_with(both, "message = [0, \"1MiB\"" + rest), 2, {"message[1] = 1 MiB"});
}

BOOST_AUTO_TEST_CASE(keys_that_nothing_reads) {
    expect_outcome(plan_with("nodes = [8]", "nodes = [8]\nplanes = 2"), 2,
                   {"grid.g.planes = 2", "together with plane_bandwidth only",
                    "give plane_bandwidth instead of bandwidth"});
    expect_outcome(plan_with("[fabric]", "[fabric]\nplanes = 2"), 2,
                   {"fabric.planes = 2", "in the grids that use them"});
    expect_outcome(
        plan_with("nodes = [8]", "nodes = [8]\norder = \"far\""), 2,
        {"grid.g.order = far: no algorithm here has an order: allreduce/swing", "remove it"});
    const std::string swing = "\"allreduce/swing\"";
    expect_outcome(plan_with(swing, "\"allreduce/halving-doubling-far\"\norder = \"near\""), 2,
                   {"contradicts allreduce/halving-doubling-far", "the ending of the name"});
    expect_outcome(plan_with(swing, "\"allreduce/halving-doubling-far\"\norder = \"far\""), 0, {});
    expect_outcome(
        plan_with(swing, "[\"allreduce/swing\", \"allreduce/hd\"]\norder = [\"near\", \"far\"]"), 0,
        {"grid g: order applies to allreduce/halving-doubling only; allreduce/swing has none"});
}

BOOST_AUTO_TEST_CASE(ports) {
    const std::string swing = "\"allreduce/swing\"", shifts = "\"alltoall/shift\"\n";
    expect_outcome(plan_with(swing, shifts + "ports = [1, 7]"), 0, {});
    expect_outcome(plan_with(swing, shifts + "ports = 0"), 2,
                   {"grid.g.ports = 0", "an integer >= 1"});
    expect_outcome(plan_with(swing, shifts + "ports = 8"), 2,
                   {"grid.g.ports = 8", "alltoall/shift on 8 nodes has 1 to 7 ports",
                    "give fewer, or where = \"ports < nodes\""});
    expect_outcome(plan_with(swing, shifts + "ports = [2, 9]\nwhere = \"ports < nodes\""), 0, {});
    expect_outcome(plan_with(swing, swing + "\nports = 2"), 2,
                   {"no algorithm here has ports",
                    "alltoall/shift, alltoall/bruck; degree is the number of ports"});
    expect_outcome(plan_with(swing, shifts + "ports = 3\ndegree = 2"), 0,
                   {"grid g: where degree < ports", "feasible, with a bound"});
    expect_outcome(run_program(0, {"list", "collectives"}), 0,
                   {"ports = k sends k shifts at once", "allreduce/ring-bidirectional"});
}

BOOST_AUTO_TEST_CASE(edge_lists) {
    const ScratchFolder folder;
    auto text = good;
    text.replace(text.find("\"ring-uni\""), 10, "\"edges\"\nedges = \"links.txt\"");
    write_text(folder / "s.toml", text);
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2, {"links.txt"});
    const std::string place = (folder / "s.toml:11: grid.g.edges: ") + (folder / "links.txt");
    write_text(folder / "links.txt", "0 1\n1 2 # ok\n2 tree\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {place + ":3 is no link (write `from to [capacity]`, e.g. `0 1 1.0`)"});
    const std::string remedy =
        " (lines are `from to [capacity]`: nodes from 0 to nodes - 1, capacity > 0)";
    write_text(folder / "links.txt", "0 1\n1 9\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {place + ":2: node 9 is not in 0..7" + remedy});
    write_text(folder / "links.txt", "0 1 -2\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {place + ":1: the capacity must be > 0 and finite" + remedy});
    write_text(folder / "links.txt", "0 1 400Gbps\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {place + ":1: the capacity is no number", "in multiples of the bandwidth"});
    write_text(folder / "links.txt", "0 1 400\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 0,
                   {"a link of the file has 400 times the bandwidth of a node"});
    write_text(folder / "links.txt", "# nothing\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {place + ": no links (write lines `from to [capacity]`)"});
    std::string ring;
    for (int j = 0; j < 8; ++j)
        ring += std::to_string(j) + " " + std::to_string((j + 1) % 8) + "\n";
    write_text(folder / "links.txt", ring);
    expect_outcome(run_program(1, {"run", folder / "s.toml", "-o", folder / "o.h5"}), 0, {});
}

BOOST_AUTO_TEST_CASE(steps_of_a_file_are_faulted_there) {
    const ScratchFolder folder;
    auto text = good;
    const std::string keys = "\"allreduce/swing\"\nmessage = [\"1KiB\", \"1MiB\"]";
    text.replace(text.find(keys), keys.size(), "\"custom\"\nfile = \"steps.toml\"");
    write_text(folder / "s.toml", text);
    write_text(folder / "steps.toml",
               "steps = [\n{ shift = 1, bytes = \"1B\" },\n{ cfg = 1, bytes = \"1B\" }]");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {"steps.toml:3: grid.g.steps[1]: cfg names no peers"});
}

BOOST_AUTO_TEST_CASE(faults_elsewhere_hide_none_of_a_grid) {
    const ScratchFolder folder;
    auto text = good;
    text.replace(text.find("\"small\""), 7, "3");
    text.replace(text.find("\"800Gbps\""), 9, "\"1e-320B/s\"");
    write_text(folder / "s.toml", text + "degree = 5\nplanes = 2\n");
    expect_outcome(run_program(0, {"plan", folder / "s.toml"}), 2,
                   {folder / "s.toml:1: title = 3: an integer where a text is needed",
                    "grid.g.planes = 2: is read together with",
                    "grid.g.message[0] = 1 KiB: with fabric.bandwidth = 1e-320 B/s"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
