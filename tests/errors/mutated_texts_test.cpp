// Mutated sweep files, problems, edge lists: read in this process by the readers of the program,
// they give what was asked for or a fault in words. Under the sanitizers this is the fuzz campaign.
#include <boost/test/unit_test.hpp>

#include "kernels/topologies/topology.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/problem.hpp"
#include "tests/errors/mutations.hpp"

namespace lightsweep::tests {

BOOST_AUTO_TEST_SUITE(mutated_texts)

BOOST_AUTO_TEST_CASE(sweep_files) {
    const ScratchFolder folder;
    std::vector<std::string> texts;
    for (const char* name : {"sweeps/demo.toml", "tests/python/small_axes.toml",
                             "sweeps/optree/torus.toml", "sweeps/pccl/rack.toml"})
        texts.push_back(text_of(name));
    const int sound = campaign(texts, trials(300, 100'000), [&](const std::string& text) {
        write_text(folder / "sweep.toml", text);
        const auto result = sweeps::load_sweep(folder / "sweep.toml", {});
        const std::string fault = result.faults.text();
        BOOST_TEST((result.sweep || !fault.empty()), text);
        return fault;
    });
    BOOST_TEST(sound > 0);
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
    const int sound = campaign(texts, trials(1000, 100'000), [](const std::string& text) {
        const auto result = sweeps::read_problem(text, sweeps::domain_vocabulary());
        BOOST_TEST((result.problem || !result.error.empty()), text);
        return result.error;
    });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(edge_lists) {
    const int sound = campaign(
        {"0 1 1.0\n1 2 0.5\n2 3\n3 0 2\n1 0\n2 1\n3 2\n0 3\n"}, trials(1000, 100'000),
        [](const std::string& text) {
            for (const auto& link : kernels::parse_edge_list(text, 4, "net.edges"))
                BOOST_TEST((link.from >= 0 && link.from < 4 && link.to >= 0 && link.to < 4), text);
            return std::string();
        });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace lightsweep::tests
