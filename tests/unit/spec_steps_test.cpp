#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "sweeps/spec/sweep_spec.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_steps)

/// A folder of its own, removed at the end.
class Folder {
  public:
    Folder() {
        const auto unique = std::to_string(reinterpret_cast<std::uintptr_t>(this));
        path_ = std::filesystem::temp_directory_path() / ("lightsweep_spec_" + unique);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
    }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

const char* const steps =
    "steps = [{ shift = 1, bytes = \"1MiB\" }, { xor = 4, bytes = \"10B\" },\n"
    "  { peer = [1, 0, 3, 2, 5, 4, -1, -1], bytes = 0 }, { cfg = 2, bytes = \"1kB\" }]\n";

ReadResult read(const std::string& lines, const std::string& directory = "",
                const std::string& nodes = "8") {
    return read_sweep(testing::small_sweep(lines, nodes), testing::test_vocabulary(),
                      {directory, {}});
}

void check_steps(const std::vector<CustomStep>& read_steps) {
    BOOST_REQUIRE_EQUAL(read_steps.size(), 4U);
    BOOST_TEST((read_steps[0].form == CustomStep::Form::shift && read_steps[0].amount == 1));
    BOOST_TEST(read_steps[0].bytes == 1048576);
    BOOST_TEST((read_steps[1].form == CustomStep::Form::xor_mask && read_steps[1].amount == 4));
    BOOST_TEST((read_steps[2].form == CustomStep::Form::peer && read_steps[2].peers[7] == -1));
    BOOST_TEST((read_steps[3].form == CustomStep::Form::label && read_steps[3].amount == 2));
}

BOOST_AUTO_TEST_CASE(inline_steps) {
    const ReadResult result = read(std::string("collective = \"custom\"\n") + steps);
    BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
    check_steps(result.sweep->grids[0].steps);
    BOOST_TEST(result.sweep->grids[0].collective({}) == "custom");
}

BOOST_AUTO_TEST_CASE(steps_in_a_file_beside_the_sweep) {
    const Folder folder;
    folder.write("steps.toml", steps);
    folder.write("sweep.toml",
                 testing::small_sweep("collective = \"custom\"\nfile = \"steps.toml\"\n"));
    const ReadResult result =
        read_sweep_file(folder.path() + "/sweep.toml", testing::test_vocabulary());
    BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
    check_steps(result.sweep->grids[0].steps);
}

BOOST_AUTO_TEST_CASE(faults_in_the_file_name_the_file) {
    const Folder folder;
    folder.write("steps.toml", "steps = [\n{ shift = 1, bytes = \"1Mib\" }]\n");
    const ReadResult result =
        read("collective = \"custom\"\nfile = \"steps.toml\"\n", folder.path());
    BOOST_TEST(result.faults.text() ==
               "steps.toml:2: steps[0].bytes = 1Mib: unknown unit 'Mib' (did you mean MiB)\n");
}

BOOST_AUTO_TEST_CASE(bad_steps) {
    const std::pair<const char*, const char*> cases[] = {
        {"steps = [{ bytes = \"1B\" }]", "needs exactly one of shift, xor, peer, cfg"},
        {"steps = [{ shift = 1, xor = 1, bytes = \"1B\" }]", "needs exactly one of"},
        {"steps = [{ shift = 1 }]", "bytes are missing"},
        {"steps = [{ shift = 1, bytes = -1 }]", "must be >= 0"},
        {"steps = [{ xor = -1, bytes = \"1B\" }]", "must be an integer >= 0"},
        {"steps = [{ shfit = 1, bytes = \"1B\" }]", "did you mean shift"},
        {"steps = [{ peer = [1, 1, 0, 2, 3, 4, 5, 6], bytes = \"1B\" }]", "node 1 receives twice"},
        {"steps = [{ peer = [9, 1, 0, 2, 3, 4, 5, 6], bytes = \"1B\" }]", "node 9 does not exist"},
        {"steps = [{ peer = [1, 0], bytes = \"1B\" }]", "steps[0] has 2 peers for 8 nodes"},
        {"steps = [{ xor = 8, bytes = \"1B\" }]", "needs a multiple of 16 nodes, not 8"},
        {"steps = []", "has no step"},
        {"steps = 3", "is no list of steps"},
        {"steps = [3]", "is an integer"},
        {"", "needs either steps or file"},
        {"file = \"absent.toml\"", "there is no such file"},
        {"file = \".\"", "is not a file"},
        {"steps = [{ shift = 1, bytes = \"1B\" }]\nmessage = \"5B\"",
         "the steps or the matrix of this collective carry their bytes"},
    };
    for (const auto& [lines, expected] : cases) {
        const std::string report =
            read(std::string("collective = \"custom\"\n") + lines + "\n").faults.text();
        BOOST_TEST(report.find(expected) != std::string::npos, lines << " gave " << report);
    }
    const std::string stray =
        read(std::string("collective = \"allreduce/ring\"\nmessage = \"1B\"\n") +
             "steps = [{ shift = 1, bytes = \"1B\" }]\n")
            .faults.text();
    BOOST_TEST(stray.find("belongs to collective = \"custom\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(edges_are_passed_on_line_by_line) {
    const Folder folder;
    folder.write("edges.txt", "# ring\r\n0 1\n1 0 0.5\n");
    std::string text = testing::small_sweep(
        "collective = \"allreduce/ring\"\nmessage = \"1B\"\nedges = \"edges.txt\"\n");
    text.replace(text.find("\"ring\""), 6, "\"edges\"");
    const ReadResult result = read_sweep(text, testing::test_vocabulary(), {folder.path(), {}});
    BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
    const TextFile& edges = result.sweep->grids[0].edges.value();
    BOOST_TEST(edges.lines.size() == 3U);
    BOOST_TEST(edges.lines[0].text == "# ring");
    BOOST_TEST(edges.lines[2].number == 3);
    BOOST_TEST(edges.lines[2].text == "1 0 0.5");
    const ReadResult absent = read_sweep(text, testing::test_vocabulary());
    BOOST_TEST(absent.faults.text().find("there is no such file") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
