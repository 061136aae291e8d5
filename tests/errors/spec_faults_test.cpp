#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sweeps/spec/sweep_spec.hpp"
#include "sweeps/spec/values/spelling.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_faults)

std::string report(const std::string& text) {
    const ReadResult result = read_sweep(text, testing::test_vocabulary());
    BOOST_TEST(!result.sweep);
    return result.faults.text();
}

void expect_fault(const std::string& text, const std::string& message) {
    const std::string all = report(text);
    BOOST_TEST(all.find(message) != std::string::npos, "wanted " << message << " in\n" << all);
}

/// A grid "g" with a fault in these lines, which start at line 12.
void expect_in_grid(const std::string& lines, const std::string& message) {
    expect_fault(testing::small_sweep("collective = \"allreduce/ring\"\n" + lines + "\n"), message);
}

const char* const faulty_sweep = R"(titel = "typo"
schedulers = ["static", "addnaki"]
rules = "adanki"
columns = ["completion_tim"]
seed = -1
best = { minimize = ["scheduler"] }
[swot]
max_node = 5
[fabric]
bandwidth = "800 Gbsp"
per_step_latency = "-100ns"
per_hop_latency = nan
[[grid]]
name = "ring"
topology = ["ring-uni", "rnig"]
nodes = [64, 16, 12]
collective = ["allreduce/halving-doubling", "allreduce/swign"]
message = { from = "1KiB", to = "4GiB", step = "x1" }
where = "mesage > 1"
plannes = 4
wavelengths = [1, 2]
reconfiguration_delay = ["1us", "1us"]
)";

// All of them at once, in the order of their lines.
BOOST_AUTO_TEST_CASE(many_faults_are_reported_together) {
    const std::string expected =
        "line 1: titel = typo: unknown key (did you mean title)\n"
        "line 2: schedulers[1] = addnaki: is not known (did you mean addanki)\n"
        "line 3: rules = adanki: is not known (did you mean addanki)\n"
        "line 4: columns[0] = completion_tim: is not known (did you mean completion_time)\n"
        "line 5: seed = -1: must be an integer >= 0 (for example 1)\n"
        "line 6: best.minimize = [scheduler]: unknown key (did you mean minimise)\n"
        "line 6: best = {minimize = [scheduler]}: names no axes to minimise over (best = { "
        "minimise "
        "= [\"scheduler\", \"collective\"] })\n"
        "line 8: swot.max_node = 5: unknown option (did you mean max_nodes)\n"
        "line 10: fabric.bandwidth = 800 Gbsp: unknown unit 'Gbsp' (did you mean Gbps)\n"
        "line 11: fabric.per_step_latency = -100ns: must be >= 0 (for example \"100ns\")\n"
        "line 12: fabric.per_hop_latency = nan: is not a finite number (for example \"100ns\")\n"
        "line 15: grid.ring.topology[1] = rnig: is not known (did you mean ring)\n"
        "line 16: grid.ring.nodes[2] = 12: allreduce/halving-doubling needs a power of two (8, "
        "16, ...)\n"
        "line 17: grid.ring.collective[1] = allreduce/swign: is not known (did you mean "
        "allreduce/swing)\n"
        "line 18: grid.ring.message = {from = 1KiB, step = x1, to = 4GiB}: the range never ends "
        "(step = \"x2\": the factor must be above 1)\n"
        "line 19: grid.ring.where = mesage > 1: unknown name 'mesage' (did you mean message; texts "
        "are quoted: 'mesage')\n"
        "line 20: grid.ring.plannes = 4: unknown key (did you mean planes)\n"
        "line 21: grid.ring.wavelengths = [1, 2]: no scheduler of this sweep (static) reads this "
        "axis (remove it or give one value)\n"
        "line 22: grid.ring.reconfiguration_delay[1] = 1 us: repeats "
        "grid.ring.reconfiguration_delay[0] (remove it)\n";
    BOOST_TEST(report(faulty_sweep) == expected);
}

// TOML gives every key below [[grid]] to that grid: one fault each, none that only follows.
BOOST_AUTO_TEST_CASE(keys_of_the_sweep_below_a_grid_are_told_where_they_belong) {
    std::string text = testing::example_sweep();
    const auto begin = text.find("schedulers"), end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    text.erase(begin, end - begin);
    const std::string found = report(text + line);
    BOOST_TEST(found.find("schedulers = ") != found.npos);
    BOOST_TEST(
        found.ends_with(": unknown key (it belongs above the first [fabric] or [[grid]])\n"));
    BOOST_TEST(std::ranges::count(found, '\n') == 1);
}

BOOST_AUTO_TEST_CASE(a_list_of_fabrics_is_the_only_fault) {
    std::string text = testing::example_sweep();
    const auto begin = text.find("[fabric]");
    text.replace(begin, 8, "[[fabric]]");
    const std::string found = report(text);
    BOOST_TEST(found.ends_with(": is a list (a table [fabric] is needed)\n"));
    BOOST_TEST(std::ranges::count(found, '\n') == 1);
}

BOOST_AUTO_TEST_CASE(refused_node_counts_name_the_value_and_the_neighbours) {
    std::string text = testing::example_sweep();
    text.replace(text.find("[64]"), 4, "[8, 16, 12]");
    BOOST_TEST(report(text) ==
               "line 11: grid.ring.nodes[2] = 12: allreduce/halving-doubling needs a power of two "
               "(8, 16, ...)\n");
}

// The sound values of an axis take part in later checks under their own index.
BOOST_AUTO_TEST_CASE(two_faults_on_one_axis_are_both_reported) {
    std::string text = testing::example_sweep();
    text.replace(text.find("[64]"), 4, "[-1, 8, 12]");
    BOOST_TEST(report(text) ==
               "line 11: grid.ring.nodes[0] = -1: must be an integer >= 1 (for example 64)\n"
               "line 11: grid.ring.nodes[2] = 12: allreduce/halving-doubling needs a power of two "
               "(8, 16, ...)\n");
    const std::string zip =
        "degree = [1, 2, 0]\nmessage = [\"5B\", \"6B\", \"5B\"]\nzip = [\"message\", \"degree\"]";
    BOOST_TEST(report(testing::small_sweep("collective = \"allreduce/ring\"\n" + zip)) ==
               "line 13: grid.g.degree[2] = 0: must be an integer >= 1 (for example 2)\n");
}

BOOST_AUTO_TEST_CASE(a_faulty_value_makes_no_other_one_a_fault) {
    const std::string ring = "collective = \"allreduce/ring\"\n";
    const std::pair<std::string, std::string> cases[] = {
        {ring + "message = [-1, -1]\nwhere = \"message > 5\"",
         "line 13: grid.g.message[0] = -1: must be >= 0 (for example \"8MiB\")\n"
         "line 13: grid.g.message[1] = -1: must be >= 0 (for example \"8MiB\")\n"},
        {ring + "message = [-1, \"1B\"]\nwhere = \"message > 5\"",
         "line 13: grid.g.message[0] = -1: must be >= 0 (for example \"8MiB\")\n"},
        {"collective = [\"allgather/ring\", \"allgather/bruk\"]\nmessage = \"1B\"\nradix = 2",
         "line 12: grid.g.collective[1] = allgather/bruk: is not known (did you mean "
         "allgather/bruck)\n"},
        {"primitive = [\"allgather\"]\nalgorithm = [\"bruk\", \"swing\"]\nmessage = \"1B\"",
         "line 13: grid.g.algorithm[0] = bruk: is not known (did you mean bruck)\n"},
    };
    for (const auto& [lines, expected] : cases)
        BOOST_TEST(report(testing::small_sweep(lines + "\n")) == expected);
    std::string torus =
        testing::small_sweep(ring + "message = \"1B\"\ndims = [[2, 4], [0, 8], [2, 2]]");
    torus.replace(torus.find("\"ring\""), 6, "\"torus2d\"");
    BOOST_TEST(report(torus) ==
               "line 14: grid.g.dims[1] = [0, 8]: must be an integer >= 1 (for example [8, 16])\n"
               "line 14: grid.g.dims[2] = [2, 2]: has 4 nodes, not 8 (zip = [\"dims\", \"nodes\"] "
               "pairs them)\n");
    std::string edges = testing::small_sweep(ring + "message = \"1B\"\nedges = \"links.txt\"");
    edges.replace(edges.find("\"ring\""), 6, "\"egdes\"");
    BOOST_TEST(report(edges) ==
               "line 10: grid.g.topology = egdes: is not known (did you mean edges)\n");
}

std::string dotted(const std::string& part, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += part;
    return all;
}

BOOST_AUTO_TEST_CASE(every_fault_of_the_text_has_a_remedy) {
    const std::pair<std::string, std::string> cases[] = {
        {"a = [\n", "(write key = value, texts in \"quotes\", lists in [brackets])"},
        {"[fabric]\nnodes = 8\nnodes = 9\n", "line 3: key 'nodes' is given twice (remove one)"},
        {"[fabric]\na = 8\n[fabric]\nb = 9\n",
         "line 3: table [fabric] is given twice (put all its keys below one [fabric])"},
        {"schedulers = [\"static\", 3]\n",
         "schedulers[1] = 3: an integer where a text is needed (one of static, every-step"},
        {"[swot]\nmax_nodes = true\n", "true or false where an integer is needed (for example 8)"},
        {"a = " + std::string(40, '[') + std::string(40, ']'), "nested too deeply (at most 32"},
        {"[" + dotted("a.", 100'000) + "b]", "nested too deeply (at most 32"},
        {"[[" + dotted("'a' . ", 100'000) + "b]]", "nested too deeply (at most 32"},
        {"x = 1\n" + dotted("\"\\\"\".", 100'000) + "b = 1", "line 2: nested too deeply"},
        {"a = {" + dotted("a.", 100'000) + "b = 1}", "nested too deeply (at most 32"},
        {"title = \"a\\u0000b\"\n",
         "line 1: title = a\\u0000b: has a zero character (remove \\u0000)"},
    };
    for (const auto& [text, expected] : cases) expect_fault(text, expected);
    expect_in_grid("message = \"1B\"\nwhere = \"topology == 'a\\u0000'\"",
                   "has a zero character (remove \\u0000)");
    expect_in_grid("message = \"1B\"\nwhere = \"1/0 > 1\"",
                   "line 14: grid.g.where = 1/0 > 1: divides by zero (another divisor)");
}

BOOST_AUTO_TEST_CASE(numbers_need_their_unit) {
    expect_in_grid("message = 400", "message = 400: has no unit (give one, for example \"8MiB\")");
    expect_in_grid("message = { from = 1, to = \"1MiB\", step = \"x2\" }", "has no unit");
    expect_in_grid("message = [\"1KiB\", 2048]", "message[1] = 2048: has no unit");
}

BOOST_AUTO_TEST_CASE(huge_grids_are_refused_with_their_size) {
    const std::string axis = " = { from = \"1s\", to = \"2s\", count = 10000 }\n";
    const std::string sizes = "message = { from = \"1B\", to = \"2B\", count = 10000";
    expect_in_grid(sizes + " }\n" + "per_hop_latency" + axis + "reconfiguration_delay" + axis,
                   "line 8: grid.g: has 1,000,000,000,000 points: message x 10000, "
                   "per_hop_latency x 10000, reconfiguration_delay x 10000 (at most "
                   "100,000,000,000: shorten an axis or use several sweeps)");
    const std::string longer = " = { from = \"1s\", to = \"2s\", count = 100000 }\n";
    expect_in_grid(sizes + "0 }\n" + "per_hop_latency" + longer + "per_step_latency" + longer +
                       "reconfiguration_delay" + longer,
                   "has more than 10^19 points");
    expect_in_grid("message = { from = \"1B\", to = \"10TB\", count = 1000000000000 }",
                   "has 1,000,000,000,000 values (at most 10,000,000)");
}

BOOST_AUTO_TEST_CASE(missing_keys_say_which_grid_and_give_an_example) {
    std::string text = testing::example_sweep();
    text.erase(text.find("message"), text.find("reconfiguration_delay") - text.find("message"));
    expect_fault(text,
                 "line 8: grid.ring.message: is missing; read by static, every-step, addanki (or "
                 "item) (for example message = \"8MiB\")");
    const std::string bare = "schedulers = [\"swot\"]\nrules = \"swot\"\n[[grid]]\nname = \"g\"\n";
    for (const char* key : {"collective", "nodes", "message", "bandwidth", "per_step_latency",
                            "reconfiguration_delay", "planes"}) {
        expect_fault(bare, "line 3: grid.g." + std::string(key) + ": is missing");
    }
    BOOST_TEST(report(bare).find("per_hop_latency") == std::string::npos);
    expect_fault("", "schedulers: is missing (for example schedulers = [\"static\"])");
    expect_fault("",
                 "rules: is missing (to compare schedulers or to plan hardware: rules = "
                 "\"common\"; to reproduce a paper: its own rules, one of addanki, swot, common)");
    expect_fault("", "grid: no [[grid]] blocks (at least one [[grid]] is needed)");
}

BOOST_AUTO_TEST_CASE(faults_of_single_values) {
    const std::pair<const char*, const char*> cases[] = {
        {"message = []", "grid.g.message = []: is an empty list"},
        {"message = -1", "grid.g.message = -1: must be >= 0"},
        {"message = inf", "is not a finite number"},
        {"message = true", "true or false where a quantity in bytes is needed"},
        {"message = 2024-01-01", "a value of another type where"},
        {"message = [\"1B\", \"2B\", \"1B\"]",
         "line 13: grid.g.message[2] = 1 B: repeats grid.g.message[0]"},
        {"message = [\n1,\n-2]", "line 15: grid.g.message[1] = -2: must be >= 0"},
        {"message = \"1B\"\ndegree = 0", "degree = 0: must be an integer >= 1"},
        {"message = \"1B\"\ndegree = 1.5", "degree = 1.5: must be an integer >= 1"},
        {"message = 9007199254740993", "is above 2^53 = 9,007,199,254,740,992"},
        {"message = 1e17", "is above 2^53"},
        {"message = \"1B\"\nbandwidth = 0", "grid.g.bandwidth = 0: must be > 0"},
        {"message = \"1B\"\ndegree = { from = 1, to = 2, count = 3 }", "gives 1.5"},
        {"message = \"1B\"\nroute = \"dorr\"", "is not known (did you mean dor)"},
        {"message = \"1B\"\nitem = \"1B\"", "only one of message, item is given"},
        {"message = \"1B\"\nbandwidth = \"1B/s\"\nlink_rate = \"1B/s\"",
         "only one of bandwidth, link_rate"},
        {"message = \"1B\"\nroute = { from = 1, to = 2, count = 2 }", "has no ranges"},
        {"message = \"1B\"\nradix = 2", "nothing here reads it, only allgather/bruck"},
        {"message = \"1B\"\ndims = [2, 4]", "nothing here reads it, only torus2d"},
        {"message = \"1B\"\ntopology = \"torus2d\"\ndims = [2, 2]",
         "key 'topology' is given twice"},
        {"message = \"1B\"\ncollective = 3", "key 'collective' is given twice"},
        {"message = \"1B\"\nprimitive = \"allreduce\"", "primitive or algorithm is given as well"},
        {"message = \"1B\"\nname = \"g\"", "key 'name' is given twice"},
        {"message = \"1B\"\nedges = \"x\"", "belongs to topology = \"edges\""},
        {"message = { to = 2, step = \"x2\" }", "grid.g.message.from: needs both from and to"},
        {"message = { from = 1, to = 2 }", "needs exactly one of step, per_decade, count"},
        {"message = { from = 1, to = 2, step = 2 }", "is neither a factor nor an increment"},
        {"message = { from = 1, to = 2, step = \"+1us\" }", "us is a unit of seconds"},
        {"message = { from = 1, to = 2, setp = \"x2\" }", "did you mean step"},
        {"message = { from = 1, to = 2, per_decade = 8, scale = \"log\" }",
         "belongs to count only"},
        {"message = { from = 1, to = 2, count = 3, scale = \"lin\" }", "did you mean linear"},
        {"message = [\"1B\", \"2B\"]\nzip = [\"message\"]", "needs at least two keys"},
        {"message = [\"1B\", \"2B\"]\nzip = [\"message\", \"degree\"]",
         "degree: is no axis of this grid"},
        {"message = [\"1B\", \"2B\"]\ndegree = 2\nzip = [\"message\", \"degree\"]",
         "has one value only"},
        {"message = [\"1B\", \"2B\"]\ndegree = [1, 2, 3]\nzip = [\"message\", \"degree\"]",
         "the axes differ in length: degree has 3, message has 2"},
        {"message = [\"1B\", \"2B\"]\nzip = [\"message\", \"message\"]", "is zipped twice"},
        {"message = \"1B\"\nzip = 3", "is no list of keys"},
        {"message = \"1B\"\nwhere = []", "is no condition"},
        {"message = \"1B\"\nwhere = [\"nodes < 9\", \"nodes\"]", "the condition is no comparison"},
        {"message = \"1B\"\nwhere = [3]", "is no text"},
        {"message = \"1B\"\nwhere = \"topology == 'rinq'\"", "no point of the grid satisfies it"},
        {"message = [\"1B\", \"2B\"]\nwhere = \"message > 5\"",
         "no point of the grid satisfies it"},
    };
    for (const auto& [lines, message] : cases) expect_in_grid(lines, message);
}

BOOST_AUTO_TEST_CASE(faults_between_keys) {
    const auto with_collective = [](const std::string& collective, const std::string& more) {
        return testing::small_sweep("message = \"1B\"\ncollective = " + collective + "\n" + more);
    };
    expect_fault(with_collective("[\"custom\", \"allreduce/ring\"]", ""),
                 "custom cannot be one of a list");
    expect_fault(with_collective("\"allreduce/rinf\"", ""), "did you mean allreduce/ring");
    expect_fault(testing::small_sweep(
                     "message = \"1B\"\nprimitive = \"allgather\"\nalgorithm = \"swing\"\n"),
                 "allgather/swing is not known");
    expect_fault(testing::small_sweep("message = \"1B\"\nprimitive = \"allgather\"\n"),
                 "needs an algorithm");
    expect_fault(testing::small_sweep("message = \"1B\"\nprimitive = [\"allgather\"]\n"),
                 "algorithm: is missing; several primitives need it");
    std::string torus = with_collective("\"allreduce/ring\"", "dims = [2, 2]\n");
    torus.replace(torus.find("\"ring\""), 6, "\"torus2d\"");
    expect_fault(torus, "grid.g.dims = [2, 2]: has 4 nodes, not 8");
    std::string cube =
        testing::small_sweep("message = \"1B\"\ncollective = \"allreduce/ring\"\n", "12");
    cube.replace(cube.find("\"ring\""), 6, "\"hypercube\"");
    expect_fault(cube, "grid.g.nodes = 12: hypercube needs a power of two (8, 16, ...)");
    const std::string twice = "[[grid]]\nname = \"g\"\n";
    expect_fault(with_collective("\"allreduce/ring\"", twice), "is the name of another grid");
    expect_fault(with_collective("\"allreduce/ring\"", "[[grid]]\nnodes = 1\n"),
                 "grid[1].name: is missing");
    expect_fault(with_collective("\"allreduce/ring\"", "[[grid]]\nname = \"a/b\"\n"), "is no name");
    expect_fault("nodes = 5\n", "it belongs below [fabric] or [[grid]]");
    expect_fault("fabric = 3\ngrid = [4]\n", "fabric = 3: is an integer");
    expect_fault("fabric = 3\ngrid = [4]\n", "grid[0] = 4: is no table");
    expect_fault("swot = 3\n", "a table with options is needed");
    expect_in_grid("message = \"1B\"\nswot = 3", "line 14: grid.g.swot = 3: is an integer");
    expect_in_grid("message = \"1B\"\n[grid.swot]\nmax_node = 5",
                   "line 15: grid.g.swot.max_node = 5: unknown option (did you mean max_nodes)");
    expect_fault("a = [\n", "not TOML");
}

BOOST_AUTO_TEST_CASE(a_missing_sweep_file_is_a_fault) {
    const ReadResult result = read_sweep_file("no_such_sweep.toml", testing::test_vocabulary());
    BOOST_TEST(!result.sweep);
    BOOST_TEST(result.faults.text() ==
               "no_such_sweep.toml: there is no such file (the path of a sweep file is needed)\n");
}

BOOST_AUTO_TEST_CASE(suggestions) {
    const std::vector<std::string> names = {"nodes", "message", "near", "far"};
    BOOST_TEST(edit_distance("kitten", "sitting") == 3U);
    BOOST_TEST(closest_name("node", names) == "nodes");
    BOOST_TEST(closest_name("NODES", names) == "nodes");
    BOOST_TEST(closest_name("quux", names) == "");
    BOOST_TEST(suggest("zzzzzz", names) == "one of nodes, message, near, far");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
