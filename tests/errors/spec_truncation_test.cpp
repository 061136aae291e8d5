#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "sweeps/spec/problem.hpp"
#include "sweeps/spec/sweep_spec.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_truncation)

/// The example with all that a grid can hold.
std::string full_example() {
    return testing::example_sweep() +
           "[[grid]]\nname = \"zipped\"\ntopology = \"circulant\"\noffsets = [1, -1]\n"
           "nodes = { from = 4, to = 12, step = \"+4\" }\ndegree = [1, 2, 4]\n"
           "zip = [\"nodes\", \"degree\"]\nwhere = [\"nodes <= 8 and message >= 1KiB\"]\n"
           "collective = \"custom\"\nsteps = [{ shift = -1, bytes = \"1 MiB\" }]\n"
           "reconfiguration_delay = { from = 0, to = \"1\u00b5s\", count = 3, scale = \"linear\" "
           "}\n"
           "[swot]\nmax_nodes = 10\n";
}

/// A sweep or at least one fault, never both and never a crash.
void check_read(const std::string& text, const Vocabulary& vocabulary) {
    const ReadResult result = read_sweep(text, vocabulary);
    BOOST_REQUIRE_NE(result.sweep.has_value(), !result.faults.empty());
    BOOST_REQUIRE(!result.faults.empty() || !result.sweep->grids.empty());
}

BOOST_AUTO_TEST_CASE(a_file_cut_at_any_byte_gives_a_sweep_or_faults) {
    const Vocabulary vocabulary = testing::test_vocabulary();
    const std::string text = full_example();
    for (std::size_t length = 0; length <= text.size(); ++length) {
        check_read(text.substr(0, length), vocabulary);
    }
    for (std::size_t start = 0; start < text.size(); start += 3) {
        check_read(text.substr(start), vocabulary);
    }
}

BOOST_AUTO_TEST_CASE(damaged_files_give_a_sweep_or_faults) {
    const Vocabulary vocabulary = testing::test_vocabulary();
    const std::string text = full_example();
    const std::string letters = "0189-+.,xe[]{}\"'=#\n ()<>naif\xff";
    std::mt19937 random(2024);
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = text;
        for (int edits = 0; edits < 1 + i % 4; ++edits) {
            damaged[random() % damaged.size()] = letters[random() % letters.size()];
        }
        if (i % 5 == 0) damaged.erase(random() % damaged.size(), random() % 40);
        check_read(damaged, vocabulary);
    }
}

BOOST_AUTO_TEST_CASE(damaged_problem_lines_give_a_problem_or_an_error) {
    const Vocabulary vocabulary = testing::test_vocabulary();
    const std::string line =
        R"({"scheduler":"static","collective":"custom","nodes":4,"topology":"circulant",)"
        R"("offsets":[1,-1],"rules":"swot","bandwidth":"800Gbps","per_step_latency":1e-7,)"
        R"("per_hop_latency":0,"reconfiguration_delay":"10us","steps":[{"xor":1,"bytes":2}]})";
    BOOST_TEST(read_problem(line, vocabulary).error == "");
    std::mt19937 random(7);
    for (std::size_t length = 0; length < line.size(); ++length) {
        BOOST_TEST(!read_problem(line.substr(0, length), vocabulary).problem);
        std::string damaged = line;
        damaged[length] = "0\"}]\\x-\xc3"[random() % 8];
        const ProblemResult result = read_problem(damaged, vocabulary);
        BOOST_TEST(result.problem.has_value() == result.error.empty());
    }
}

BOOST_AUTO_TEST_CASE(damaged_overrides_give_a_sweep_or_faults) {
    const Vocabulary vocabulary = testing::test_vocabulary();
    const std::string text = "grid.ring.message={from=\"1KiB\", to=[8, 9.5], step=\"x2\"}";
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const ReadResult result =
            read_sweep(full_example(), vocabulary, {"", {text.substr(0, length)}});
        BOOST_REQUIRE_NE(result.sweep.has_value(), !result.faults.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
