// Mutated sweep files, problems, edge lists: read in this process by the readers of the program,
// they give what was asked for or a fault in words. Under the sanitizers this is the fuzz campaign.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <functional>
#include <iterator>

#include "kernels/topologies/topology.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/problem.hpp"
#include "tests/faults/campaign.hpp"

namespace lightsweep::tests {
namespace {

using Random = std::mt19937_64;

std::string text_of(const std::string& path) {
    std::ifstream file(std::string(LIGHTSWEEP_SOURCE_DIR "/") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

const std::string& word(Random& random) {
    static const std::vector<std::string> words{"0",          "-1",
                                                "1e308",      "1e-320",
                                                "2147483648", "-9223372036854775808",
                                                "1e400",      "nan",
                                                "\"\"",       "[]",
                                                "{}",         "null",
                                                "\"1KiB\"",   "\"ring\"",
                                                "\xff",       "[1, 2]",
                                                "[[grid]]\n", "nodes = ",
                                                "# ",         std::string(300, '9'),
                                                "\n"};
    return words[random() % words.size()];
}

/// One to three changes: a byte, a part removed or repeated, a word put in the place of another.
std::string mutated(std::string text, Random& random) {
    for (auto left = 1 + random() % 3; left > 0; --left) {
        const std::size_t at = random() % (text.size() + 1);
        const std::size_t length = 1 + random() % (random() % 4 == 0 ? 40 : 3);
        switch (random() % 4) {
            case 0:
                if (at < text.size()) text[at] = static_cast<char>(random());
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(at, length));
                break;
            default:
                constexpr const char* value = "+-._\"0123456789abcdefghijklmnopqrstuvwxyz";
                const auto begin = text.find_first_of(value, at);
                if (begin == std::string::npos) break;
                text.replace(begin, text.find_first_not_of(value, begin) - begin, word(random));
        }
    }
    return text;
}

/// Reads `n` mutations of every text. `read` gives the fault in words, or nothing.
void campaign(const std::vector<std::string>& originals, int n,
              const std::function<std::string(const std::string&)>& read) {
    Random random(seed());
    int sound = 0;
    for (int trial = 0; trial < n; ++trial) {
        const std::string text = mutated(originals[random() % originals.size()], random);
        try {
            const std::string fault = read(text);
            sound += fault.empty();
            BOOST_TEST((fault.size() < 100'000 && fault.find("bad_alloc") == std::string::npos),
                       "trial " << trial << ": " << text << "\n"
                                << fault);
        } catch (const std::invalid_argument& fault) {
            BOOST_TEST(*fault.what() != '\0', "trial " << trial << ": " << text);
        } catch (const std::exception& fault) {
            BOOST_ERROR("trial " << trial << ": " << text << "\n" << fault.what());
        }
    }
    BOOST_TEST(sound > 0);
    BOOST_TEST_MESSAGE(n << " mutations: " << sound << " were read, " << n - sound << " refused");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mutated_texts)

BOOST_AUTO_TEST_CASE(sweep_files) {
    const ScratchFolder folder;
    std::vector<std::string> texts;
    for (const char* name : {"sweeps/demo.toml", "tests/python/small_axes.toml",
                             "sweeps/optree/torus.toml", "sweeps/pccl/rack.toml"})
        texts.push_back(text_of(name));
    campaign(texts, trials(300, 100'000), [&](const std::string& text) {
        write_text(folder / "sweep.toml", text);
        const auto result = sweeps::load_sweep(folder / "sweep.toml", {});
        const std::string fault = result.faults.text();
        BOOST_TEST((result.sweep || !fault.empty()), text);
        return fault;
    });
}

BOOST_AUTO_TEST_CASE(problems) {
    const std::string parameters = R"("bandwidth":"800Gbps","per_step_latency":"1us",)"
                                   R"("reconfiguration_delay":"10us","collective":)";
    const std::vector<std::string> texts{
        "{" + parameters +
            R"("allreduce/bruck","nodes":16,"scheduler":"bridge","rules":"bridge",)" +
            R"("message":"8MiB","topology":"ring","per_hop_latency":"100ns","radix":3})",
        "{" + parameters + R"("alltoall/shift","nodes":8,"scheduler":"swot","rules":"swot",)" +
            R"("message":"8MiB","planes":2,"swot":{"transitions":3}})",
        "{" + parameters + R"("custom","steps":[{"shift":1,"bytes":"1MiB"}],"nodes":4,)" +
            R"("scheduler":"addanki","rules":"addanki","topology":"torus2d","dims":[2,2],)" +
            R"("per_hop_latency":"100ns"})"};
    campaign(texts, trials(1000, 100'000), [](const std::string& text) {
        const auto result = sweeps::read_problem(text, sweeps::domain_vocabulary());
        BOOST_TEST((result.problem || !result.error.empty()), text);
        return result.error;
    });
}

BOOST_AUTO_TEST_CASE(edge_lists) {
    campaign({"0 1 1.0\n1 2 0.5\n2 3\n3 0 2\n1 0\n2 1\n3 2\n0 3\n"}, trials(1000, 100'000),
             [](const std::string& text) {
                 for (const auto& link : kernels::parse_edge_list(text, 4, "net.edges"))
                     BOOST_TEST((link.from >= 0 && link.from < 4 && link.to >= 0 && link.to < 4),
                                text);
                 return std::string();
             });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace lightsweep::tests
