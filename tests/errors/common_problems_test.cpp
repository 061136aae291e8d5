// Single problems under rules = common: what is refused, and why; what is too large.
#include <boost/test/unit_test.hpp>

#include "tests/errors/eval_answers.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_problems)

using Json = nlohmann::json;

/// A good problem with some keys changed, or left out (null).
std::string problem(const Json& changes) {
    Json all{{"rules", "common"},
             {"scheduler", "segments"},
             {"collective", "allreduce/ring"},
             {"nodes", 8},
             {"planes", 4},
             {"topology", "ring"},
             {"message", "1MiB"},
             {"bandwidth", "800Gbps"},
             {"per_step_latency", "1us"},
             {"per_hop_latency", "100ns"},
             {"reconfiguration_delay", "1us"}};
    all.merge_patch(changes);
    return all.dump();
}

BOOST_AUTO_TEST_CASE(keys_that_do_not_fit) {
    const std::vector<std::pair<Json, std::vector<std::string>>> faults{
        {{{"topology", "hypercube"}}, {"topology = hypercube", "ring-uni, ring, torus2d"}},
        {{{"topology", "wdm-torus"}}, {"topology = wdm-torus", "optree"}},
        {{{"planes", nullptr}}, {"planes", "is missing"}},
        {{{"planes", 0}}, {"planes = 0", ">= 1"}},
        {{{"planes", 300}}, {"planes = 300", "at most 256"}},
        {{{"degree", 2}}, {"degree = 2", "remove it"}},
        {{{"link_bandwidth", "split"}}, {"link_bandwidth = split", "remove it"}},
        {{{"flow_gap", 0.1}}, {"flow_gap = 0.1", "remove it"}},
        {{{"port_delay", "1us"}}, {"port_delay", "one delay however many", "addanki-ports"}},
        {{{"wdm_reconfiguration_delay", "1us"}}, {"no topology here is one", "wdm-ring"}},
        {{{"wdm_reconfiguration_delay", "1us"},
          {"rules", "addanki"},
          {"scheduler", "addanki"},
          {"planes", nullptr}},
         {"rules = common alone"}},
        {{{"restore", true}, {"rules", "addanki"}, {"scheduler", "addanki"}, {"planes", nullptr}},
         {"rules = bridge and common alone", "remove it"}},
        {{{"switch_ports", 8}}, {"switch_ports = 8", "remove it"}},
        {{{"pool", {"ring-uni"}}}, {"pool", "segments has one of its own"}},
        {{{"route", "dor"}}, {"route = dor", "flow or path"}},
        {{{"initial", "free"}}, {"initial = free", "bridge"}},
        {{{"volumes", "bridge"}, {"collective", "alltoall/bruck"}, {"nodes", 12}},
         {"volumes = bridge", "moves the same bytes", "exact, or rules = \"bridge\""}},
        {{{"volumes", "swot"}}, {"volumes = swot", "exact"}},
        {{{"compute_time", 1e-6}}, {"compute_time = ", "no part of a step", "per_step_latency"}},
        {{{"scheduler", "wdm-ring"},
          {"topology", "wdm-ring"},
          {"collective", "allgather/any"},
          {"planes", nullptr}},
         {"wavelengths", "is missing"}}};
    std::vector<std::string> lines;
    for (const auto& [changes, words] : faults) lines.push_back(problem(changes));
    const auto found = answers(lines);
    for (std::size_t i = 0; i < faults.size(); ++i) expect_error(found[i], faults[i].second);
}

BOOST_AUTO_TEST_CASE(not_applicable_with_a_reason) {
    const std::vector<std::pair<Json, std::string>> refused{
        {{{"scheduler", "bridge"}}, "no_bruck_steps"},
        {{{"scheduler", "r-hd"}}, "no_exchange_steps"},
        {{{"scheduler", "one-shot"}, {"collective", "alltoall/shift"}}, "too_few_planes"},
        {{{"scheduler", "every-step"},
          {"collective", "allgather/bucket-multiport"},
          {"nodes", 16},
          {"topology", "torus2d"},
          {"planes", 4}},
         "too_few_lanes"},
        // What a file calls not applicable is so in a single problem.
        {{{"topology", "torus2d"}}, "too_few_lanes"},
        {{{"topology", "torus2d"}, {"nodes", 27}, {"dims", {3, 3, 3}}, {"planes", 4}},
         "too_few_lanes"},
        {{{"planes", 3}}, "too_few_lanes"},
        {{{"topology", "torus2d"}, {"nodes", 16}, {"planes", 1}}, "too_few_lanes"},
        {{{"collective", "allreduce/halving-doubling"}, {"nodes", 27}}, "nodes_not_supported"},
        // Trees of lightpaths alone run on a ring of wavelengths.
        {{{"scheduler", "osm"}, {"topology", "wdm-ring"}, {"wavelengths", 8}}, "no_such_algorithm"},
        {{{"topology", "wdm-ring"}, {"wavelengths", 8}}, "other_topology"},
        {{{"scheduler", "wdm-ring"}, {"topology", "ring-uni"}}, "other_topology"}};
    std::vector<std::string> lines;
    for (const auto& [changes, reason] : refused) lines.push_back(problem(changes));
    const auto found = answers(lines);
    for (std::size_t i = 0; i < refused.size(); ++i) {
        BOOST_TEST(found[i]["status"] == "not_applicable", found[i].dump());
        BOOST_TEST(found[i]["reason"] == refused[i].second, found[i].dump());
    }
}

/// Names of the other rules that have no place here say why, and what to do instead.
BOOST_AUTO_TEST_CASE(known_names_without_a_place) {
    const std::vector<std::tuple<const char*, const char*, const char*>> refused{
        {"addanki-overlap", "computation_hides_nothing", "every delay in full"},
        {"addanki-ports", "ports_not_counted", "port_delay"},
        {"addanki-pool", "no_pool", "segments"},
        {"addanki-best-pool", "no_pool", "segments"},
        {"bridge-hybrid", "steps_are_given", "algorithm"},
        {"swot-order", "steps_are_given", "algorithm"},
        {"swot-portfolio", "algorithm_is_an_axis", "[best] minimise = [\"algorithm\"]"},
        {"wdm-multicast", "other_hardware", "wdm-optimal"},
        {"optree-milp", "counts_slots", "wdm-optimal"}};
    std::vector<std::string> lines;
    for (const auto& [scheduler, reason, words] : refused) {
        lines.push_back(problem({{"scheduler", scheduler}, {"wavelengths", 8}}));
        lines.push_back(problem({{"scheduler", scheduler},
                                 {"collective", "allreduce/any"},
                                 {"wavelengths", 8},
                                 {"topology", "wdm-ring"}}));
    }
    const auto found = answers(lines);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& [scheduler, reason, words] = refused[i / 2];
        BOOST_TEST(found[i]["status"] == "not_applicable", found[i].dump());
        BOOST_TEST(found[i]["reason"] == reason, found[i].dump());
        const auto text = found[i].value("explanation", "");
        BOOST_TEST(text.find(words) != std::string::npos, scheduler << ": " << text);
    }
}

/// All-to-all by shifts 1, 2, 3 on four nodes, whose base is shift 1: two changes, and one back.
BOOST_AUTO_TEST_CASE(restored_base) {
    const Json shifts{
        {"collective", "alltoall/shift"}, {"nodes", 4}, {"topology", "ring-uni"}, {"planes", 1}};
    const Json ring{{"collective", "allgather/any"}, {"topology", "wdm-ring"}, {"wavelengths", 8}};
    const auto line = [](Json keys, const char* scheduler, bool restore) {
        keys.merge_patch({{"scheduler", scheduler}, {"restore", restore}});
        return problem(keys);
    };
    std::vector<std::string> lines;
    for (const bool restore : {false, true})
        for (const char* scheduler : {"every-step", "static", "addanki-milp", "addanki", "swot"})
            lines.push_back(line(shifts, scheduler, restore));
    for (const bool restore : {false, true})
        for (const char* scheduler : {"wdm-ring", "wdm-windowed"})
            lines.push_back(line(ring, scheduler, restore));
    const auto found = answers(lines);
    const auto time = [&](std::size_t i) { return found[i]["completion_time"].get<double>(); };
    BOOST_TEST(found[0]["n_reconfigurations"] == 2, found[0].dump());
    BOOST_TEST(found[5]["n_reconfigurations"] == 3, found[5].dump());
    BOOST_TEST(std::abs(time(5) - time(0) - 1e-6) < 1e-15);
    BOOST_TEST(time(6) == time(1));
    BOOST_TEST(std::abs(time(7) / time(8) - 1) < 1e-9);
    BOOST_TEST(found[4]["status"] == "optimal", found[4].dump());
    for (const std::size_t i : {9, 13}) {
        BOOST_TEST(found[i]["reason"] == "restore_not_supported", found[i].dump());
        BOOST_TEST(found[i].contains("explanation"), found[i].dump());
    }
    BOOST_TEST(time(12) == time(10));
}

/// A WDM ring pays its own delay where one is given, and needs no other.
BOOST_AUTO_TEST_CASE(delay_of_wdm_rings) {
    const auto line = [](const Json& delays) {
        Json keys{{"scheduler", "wdm-windowed"},
                  {"collective", "allgather/any"},
                  {"topology", "wdm-ring"},
                  {"wavelengths", 4},
                  {"nodes", 64},
                  {"planes", nullptr}};
        keys.update(delays);
        return problem(keys);
    };
    const auto found = answers(
        {line({{"reconfiguration_delay", "1ms"}}), line({{"wdm_reconfiguration_delay", "1ms"}}),
         line({{"reconfiguration_delay", nullptr}, {"wdm_reconfiguration_delay", "1ms"}}),
         line({{"reconfiguration_delay", "1us"}}), line({{"reconfiguration_delay", nullptr}})});
    for (const std::size_t i : {1, 2}) BOOST_TEST(found[i].dump() == found[0].dump());
    BOOST_TEST(found[3]["completion_time"] != found[0]["completion_time"]);
    expect_error(found[4], {"reconfiguration_delay", "is missing"});
}

/// Neither hours nor all memory: a reason, or an answer.
BOOST_AUTO_TEST_CASE(huge_collectives) {
    std::vector<std::string> lines;
    for (const char* scheduler : {"segments", "addanki", "pccl", "threshold", "one-shot"})
        lines.push_back(problem(
            {{"scheduler", scheduler}, {"collective", "alltoall/shift"}, {"nodes", 65536}}));
    for (const char* scheduler : {"static", "segments"})
        lines.push_back(problem(
            {{"scheduler", scheduler}, {"collective", "allreduce/bruck"}, {"nodes", 65536}}));
    lines.push_back(
        problem({{"scheduler", "every-step"}, {"collective", "alltoall/shift"}, {"nodes", 4096}}));
    const auto found = answers(lines);
    for (std::size_t i = 0; i < 4; ++i)
        BOOST_TEST(found[i]["reason"] == "too_many_nodes", found[i].dump());
    BOOST_TEST(found[4]["reason"] == "too_few_planes");
    for (std::size_t i = 5; i < 8; ++i)
        BOOST_TEST(found[i]["status"] == "optimal", found[i].dump().substr(0, 200));
    // Every shift but the first is another topology than the one before.
    BOOST_TEST(found[7]["n_reconfigurations"] == 4095);
}

/// What once went wrong: shares too small to tell apart, counts beyond 32 bits, a partition with
/// ways around, bases said to be disconnected.
BOOST_AUTO_TEST_CASE(mended_answers) {
    std::vector<std::string> lines;
    for (const double message : {0.0, 1e-300, 1e-3})
        lines.push_back(problem({{"scheduler", "segments-overlap"},
                                 {"collective", "reduce-scatter/bruck"},
                                 {"message", message}}));
    lines.push_back(problem({{"scheduler", "osm"},
                             {"collective", "allreduce/any"},
                             {"topology", "wdm-ring"},
                             {"planes", nullptr},
                             {"wavelengths", 8},
                             {"nodes", 262144}}));
    lines.push_back(problem({{"scheduler", "one-shot"},
                             {"collective", "alltoall/bruck"},
                             {"topology", "ring-uni"},
                             {"nodes", 8},
                             {"message", "1GB"}}));
    for (const char* route : {"flow", "path"})
        lines.push_back(problem({{"scheduler", "static"},
                                 {"collective", "reduce-scatter/bucket-2d"},
                                 {"nodes", 16},
                                 {"message", "1MB"},
                                 {"route", route}}));
    const auto found = answers(lines);
    for (std::size_t i = 0; i < 3; ++i)
        BOOST_TEST(found[i]["completion_time"].get<double>() < 1e-5, found[i].dump());
    BOOST_TEST(found[3]["reason"] == "too_many_nodes", found[3].dump());
    // 3 steps of half the bytes each over 2, 1 and 1 of 4 lanes: (1 + 2 + 2) m/b and D.
    BOOST_TEST(std::abs(found[4]["completion_time"].get<double>() - 0.0500043) < 1e-10);
    BOOST_TEST(found[5]["status"] == "feasible", found[5].dump());
    BOOST_TEST(found[5]["completion_time"].get<double>() <=
               found[6]["completion_time"].get<double>());
    BOOST_TEST(found[5]["lower_bound"].get<double>() <= found[5]["completion_time"].get<double>());
}

/// One node on a ring of wavelengths: nothing to do, and the lines after it are answered too.
BOOST_AUTO_TEST_CASE(one_node_on_a_ring) {
    std::vector<std::string> lines;
    for (const char* scheduler : {"wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-lifted",
                                  "wdm-windowed", "wdm-optimal", "wrht"})
        for (const char* collective : {"allgather/any", "allreduce/any"})
            lines.push_back(problem({{"scheduler", scheduler},
                                     {"collective", collective},
                                     {"topology", "wdm-ring"},
                                     {"planes", nullptr},
                                     {"wavelengths", 2},
                                     {"nodes", 1}}));
    for (const auto& found : answers(lines)) {
        BOOST_TEST(found["completion_time"] == 0.0, found.dump());
        BOOST_TEST(found["n_steps"] == 0, found.dump());
    }
}

/// Four peers on lanes that no torus shares alike: 2 + 1 + 1 + 1 of five.
BOOST_AUTO_TEST_CASE(four_peers_on_uneven_lanes) {
    std::vector<std::string> lines;
    for (const int planes : {3, 4, 5, 6, 7, 8})
        lines.push_back(problem({{"scheduler", "segments"},
                                 {"collective", "reduce-scatter/bucket-multiport"},
                                 {"topology", "ring-uni"},
                                 {"nodes", 16},
                                 {"planes", planes}}));
    const auto found = answers(lines);
    BOOST_TEST(found[0]["status"] == "feasible", found[0].dump());  // cut into 3 and 1 peers
    BOOST_TEST(found[0]["schedule"].size() == 2 * found[1]["schedule"].size());
    for (std::size_t i = 1; i < found.size(); ++i)
        BOOST_TEST(found[i]["n_reconfigurations"] == 1, found[i].dump());
    BOOST_TEST(found[2]["completion_time"].get<double>() >
               found[1]["completion_time"].get<double>());
    BOOST_TEST(found[5]["completion_time"] == found[1]["completion_time"]);
}

/// Without bytes planes stay apart where that is cheaper than changing all together.
BOOST_AUTO_TEST_CASE(swot_without_bytes_is_no_worse_than_one_shot) {
    std::vector<std::string> lines;
    for (const char* scheduler : {"swot", "one-shot", "every-step"})
        lines.push_back(problem({{"scheduler", scheduler},
                                 {"collective", "alltoall/bruck"},
                                 {"topology", "ring-uni"},
                                 {"nodes", 16},
                                 {"planes", 4},
                                 {"message", 0},
                                 {"reconfiguration_delay", "1ms"}}));
    const auto found = answers(lines);
    BOOST_TEST(found[0]["completion_time"].get<double>() <=
               found[1]["completion_time"].get<double>());
    BOOST_TEST(found[1]["completion_time"].get<double>() <
               found[2]["completion_time"].get<double>());
}

/// Steps without bytes are searched as steps with hardly any: the planes change while others send.
BOOST_AUTO_TEST_CASE(planes_without_bytes_are_searched) {
    std::vector<std::string> lines;
    for (const char* scheduler : {"swot", "swot-milp"})
        for (const double message : {0.0, 1e-6})
            lines.push_back(problem({{"scheduler", scheduler},
                                     {"collective", "alltoall/bruck"},
                                     {"topology", "ring-uni"},
                                     {"nodes", 4},
                                     {"planes", 2},
                                     {"message", message},
                                     {"per_step_latency", "1ms"},
                                     {"reconfiguration_delay", "1us"}}));
    const auto found = answers(lines);
    for (std::size_t i = 0; i < found.size(); i += 2) {
        const double without = found[i]["completion_time"],
                     hardly = found[i + 1]["completion_time"];
        BOOST_TEST(std::abs(without / hardly - 1) < 1e-8, found[i].dump());
        BOOST_TEST(found[i]["breakdown"]["transmission"] == 0.0, found[i].dump());
    }
}

BOOST_AUTO_TEST_CASE(few_nodes_and_no_bytes) {
    std::vector<std::string> lines;
    for (const char* scheduler : {"segments", "every-step", "swot", "static"}) {
        lines.push_back(problem({{"scheduler", scheduler}, {"nodes", 1}}));
        lines.push_back(problem({{"scheduler", scheduler}, {"nodes", 2}}));
        lines.push_back(problem({{"scheduler", scheduler},
                                 {"collective", "allgather/bruck"},
                                 {"topology", "ring-uni"},
                                 {"message", 0}}));
    }
    const auto found = answers(lines);
    for (std::size_t i = 0; i < found.size(); i += 3) {
        BOOST_TEST(found[i]["completion_time"] == 0.0, found[i].dump());
        // Two steps over the one circuit that there is.
        const double two = 2 * 1.1e-6 + 1048576.0 / 1e11;
        BOOST_TEST(std::abs(found[i + 1]["completion_time"].get<double>() / two - 1) < 1e-9,
                   found[i + 1].dump());
        // Three steps take three latencies, whatever they carry.
        BOOST_TEST(found[i + 2]["breakdown"]["startup"].get<double>() > 2.99e-6,
                   found[i + 2].dump());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
