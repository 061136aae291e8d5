// What the identity of a sweep depends on, and what it does not.
#include <boost/test/unit_test.hpp>

#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(fingerprints)

const std::string plain = R"(title = "one"
schedulers = ["static", "addanki-milp"]
rules = "addanki"
columns = ["status", "lower_bound"]
[addanki-milp]
max_nodes = 10
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "ring-uni"
nodes = [8, 16]
collective = "allreduce/swing"
message = { from = "1KiB", to = "4KiB", step = "x2" }
where = "nodes > 8 or message < 1MiB"
reconfiguration_delay = "1us"
)";

std::string fingerprint_of(const std::string& text, std::vector<std::string> overrides = {},
                           const std::string& folder = "") {
    const auto read =
        sweeps::read_sweep(text, sweeps::domain_vocabulary(), {folder, std::move(overrides)});
    BOOST_REQUIRE_MESSAGE(read.sweep, read.faults.text());
    return sweeps::fingerprint(*read.sweep);
}

std::string with(const std::string& old_text, const std::string& new_text,
                 std::string text = plain) {
    const auto at = text.find(old_text);
    BOOST_TEST_REQUIRE(at != std::string::npos, old_text);
    return text.replace(at, old_text.size(), new_text);
}

BOOST_AUTO_TEST_CASE(spelling_does_not_count) {
    const std::string expected = fingerprint_of(plain);
    const std::pair<const char*, const char*> same[] = {
        {"title = \"one\"", "# a comment\ntitle   = \"another\""},
        {"[8, 16]", "[ 8,\n    16, ]  # nodes"},
        {"\"800Gbps\"", "\"1e11B/s\""},
        {"\"800Gbps\"", "\"100000000000.000001B/s\""},  // the same double
        {"\"100ns\"", "\"0.1us\""},
        {"{ from = \"1KiB\", to = \"4KiB\", step = \"x2\" }", "[\"1024B\", \"2KiB\", \"4096B\"]"},
        {"nodes > 8 or message < 1MiB", "nodes>8  or message<1MiB"},
        {"[\"status\", \"lower_bound\"]", "[\"lower_bound\", \"status\"]"}};
    for (const auto& [old_text, new_text] : same)
        BOOST_TEST(fingerprint_of(with(old_text, new_text)) == expected, new_text);
    BOOST_TEST(fingerprint_of(with("\"1us\"", "\"2us\""), {"reconfiguration_delay=1us"}) ==
               expected);
}

BOOST_AUTO_TEST_CASE(every_value_counts) {
    const std::pair<const char*, const char*> other[] = {
        {"[8, 16]", "[8, 32]"},
        {"[8, 16]", "16"},
        {"16]", "16]\norder = \"near\""},
        {"\"800Gbps\"", "\"100000000000.00002B/s\""},
        {"= \"1us\"", "= [\"1us\"]"},
        {"ring-uni", "ring"},
        {"name = \"g\"", "name = \"h\""},
        {"nodes > 8", "nodes >= 8"},
        {"\"lower_bound\"", "\"n_steps\""},
        {"max_nodes = 10", "max_nodes = 11"},
        {"\"1us\"", "\"1us\"\n[grid.addanki-milp]\nmax_nodes = 11"},
        {"rules", "best = true\nrules"},
        {"rules", "seed = 1\nrules"},
        {"rules", "schedules = true\nrules"},
        {"rules", "envelopes = true\nrules"}};
    std::map<std::string, std::string> seen{{fingerprint_of(plain), "as it is"}};
    for (const auto& [old_text, new_text] : other) {
        const std::string text = with(old_text, new_text);
        const auto [first, is_new] = seen.emplace(fingerprint_of(text), new_text);
        BOOST_TEST(is_new, new_text << " is the same as " << first->second);
    }
}

BOOST_AUTO_TEST_CASE(files_count_by_what_they_say) {
    const ScratchFolder folder;
    const std::string text = with("\"ring-uni\"", "\"edges\"\nedges = \"links.txt\"");
    const auto with_links = [&](const std::string& links) {
        write_text(folder / "links.txt", links);
        return fingerprint_of(text, {}, folder.path());
    };
    const std::string first = with_links("0 1\n1 0 2\n");
    BOOST_TEST(with_links("# two links\n 0   1 # there\n\n1 0 2") == first);
    BOOST_TEST(with_links("0 1\n1 0 3\n") != first);
    BOOST_TEST(with_links("0 1 1\n0 2\n") != first);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
