// rules = bridge on the command line: answers, replayed, and what is refused.
#include "tests/errors/eval_answers.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(subring_problems)

std::string problem(const std::string& own, const std::string& collective = "alltoall/bruck",
                    const std::string& scheduler = "bridge") {
    return R"({"rules":"bridge","scheduler":")" + scheduler + R"(","collective":")" + collective +
           R"(",)" + own +
           R"("message":"1MB","bandwidth":"800Gbps","per_step_latency":"1.7us",)"
           R"("per_hop_latency":"1us","reconfiguration_delay":"10us"})";
}

BOOST_AUTO_TEST_CASE(answers_of_the_reference_instance) {
    // s per_step + 9 (per_hop + 5 us) + 2 delays: three segments of two steps.
    const auto found =
        answers({problem(R"("nodes":64,)"), problem(R"("nodes":64,)", "alltoall/ring"),
                 problem(R"("nodes":64,)", "alltoall/hypercube", "r-hd"),
                 problem(R"("nodes":64,)", "alltoall/hypercube", "bridge")});
    BOOST_TEST(std::abs(found[0]["completion_time"].get<double>() / 84.2e-6 - 1) < 1e-12);
    BOOST_TEST(found[0]["n_reconfigurations"] == 2);
    BOOST_TEST(found[0]["status"] == "optimal");
    BOOST_TEST(found[1]["status"] == "error");
    BOOST_TEST(found[2]["status"] == "optimal");
    BOOST_TEST(found[3]["status"] == "not_applicable");
    BOOST_TEST(found[3]["reason"] == "no_bruck_steps");
}

BOOST_AUTO_TEST_CASE(two_nodes_have_one_step_per_part_and_no_other_subring) {
    const char* nodes = R"("nodes":2,)";
    const std::string twice = "allreduce/bruck+allreduce/bruck";
    const auto found =
        answers({problem(nodes, "allreduce/bruck"), problem(nodes, twice),
                 problem(nodes, twice, "s-bruck"), problem(R"("nodes":4,)", "allgather/ring")});
    const double one = found[0]["completion_time"];
    for (const std::size_t k : {1, 2}) {
        BOOST_TEST(found[k]["status"] == "optimal");
        BOOST_TEST(std::abs(found[k]["completion_time"].get<double>() / (2 * one) - 1) < 1e-12);
        BOOST_TEST(found[k]["n_reconfigurations"] == 0);
    }
    BOOST_TEST(found[3]["reason"] == "no_bruck_steps");
}

BOOST_AUTO_TEST_CASE(both_directions_halve_the_transmission_alone) {
    // Claim 33 of BRIDGE: 1 MB at 10 us gain 1.36, not the paper's 2.
    const auto found = answers(
        {problem(R"("nodes":64,)"), problem(R"("nodes":64,"mirrored":true,)"),
         problem(R"("nodes":64,"hop_cost":2,)", "reduce-scatter/ring", "ring-hamiltonian")});
    const double whole = found[0]["completion_time"], halves = found[1]["completion_time"];
    BOOST_TEST(std::abs(whole / halves - 1.36) < 0.005);
    BOOST_TEST(std::abs(found[2]["breakdown"]["propagation"].get<double>() / 126e-6 - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(back_to_back_all_to_alls_need_no_ring_between) {
    // Near, then far: the second begins on the subring where the first ended, and both fit.
    const char* nodes = R"("nodes":64,)";
    const auto found = answers({problem(nodes), problem(nodes, "alltoall/bruck+alltoall/bruck"),
                                problem(nodes, "alltoall/bruck-near+alltoall/bruck-far")});
    const double one = found[0]["completion_time"];
    BOOST_TEST(std::abs(found[1]["completion_time"].get<double>() - (2 * one + 10e-6)) < 1e-15);
    BOOST_TEST(std::abs(found[2]["completion_time"].get<double>() - 2 * one) < 1e-15);
    BOOST_TEST(found[2]["n_reconfigurations"] == 2 * found[0]["n_reconfigurations"].get<int>());
}

/// Table 2 of BRIDGE: 2 n ports give 16, 64, 128 and 256 nodes; more of them share ports.
BOOST_AUTO_TEST_CASE(technologies_stand_for_delay_and_ports) {
    const auto on = [](const char* technology, int nodes, const char* more = "",
                       const char* scheduler = "bridge",
                       const char* collective = "alltoall/bruck") {
        return R"({"rules":"bridge","scheduler":")" + std::string(scheduler) +
               R"(","collective":")" + collective + R"(","nodes":)" + std::to_string(nodes) + "," +
               more + R"("technology":")" + technology +
               R"(","message":"1MB","bandwidth":"800Gbps","per_step_latency":"1.7us",)"
               R"("per_hop_latency":"1us"})";
    };
    const auto found = answers({on("rotornet", 64), on("sip", 64), on("sip", 100),
                                on("rotornet", 64, R"("ports":2,)"),
                                on("sip", 32, "", "r-hd", "reduce-scatter/halving-doubling"),
                                on("sip", 16, "", "r-hd", "reduce-scatter/halving-doubling"),
                                on("sip", 32, "", "every-step"), on("sip", 16, "", "every-step"),
                                on("ocs", 64), on("sip", 64, R"("switch_ports":32,)"),
                                on("sip", 64, R"("reconfiguration_delay":"1us",)")});
    BOOST_TEST(std::abs(found[0]["completion_time"].get<double>() / 84.2e-6 - 1) < 1e-12);
    // Blocks of 4: 6 steps, 3 segments of hops 1, 2, 4 | 4 | 4 | 4.
    BOOST_TEST(found[1]["breakdown"]["propagation"].get<double>() == 19e-6,
               boost::test_tools::tolerance(1e-12));
    for (const std::size_t i : {2, 3, 4, 6})
        BOOST_TEST(found[i]["reason"] == "too_few_switch_ports", found[i].dump());
    for (const std::size_t i : {5, 7}) BOOST_TEST(found[i]["status"] == "optimal", found[i].dump());
    BOOST_TEST(found[8]["error"].get<std::string>().find("is not known") != std::string::npos);
    for (const std::size_t i : {9, 10})
        BOOST_TEST(found[i]["error"].get<std::string>().find("and it sets this key") !=
                   std::string::npos);
}

/// Two switch ports leave one wiring: no delay can matter to an optimum (the paper's recipe
/// counts its segments all the same).
BOOST_AUTO_TEST_CASE(blocks_of_all_nodes_have_nothing_to_change) {
    std::vector<std::string> problems;
    for (const char* scheduler : {"bridge", "bridge-hybrid", "bridge-ilp", "s-bruck"})
        for (const char* delay : {"0s", "1ms"})
            problems.push_back(
                R"({"rules":"bridge","scheduler":")" + std::string(scheduler) +
                R"(","collective":"reduce-scatter/bruck","nodes":64,"message":"4MB",)"
                R"("bandwidth":"800Gbps","per_step_latency":"1.7us","per_hop_latency":"100ns",)"
                R"("switch_ports":2,"reconfiguration_delay":")" +
                delay + R"("})");
    const auto found = answers(problems);
    for (std::size_t i = 0; i < found.size(); i += 2) {
        BOOST_TEST(found[i]["completion_time"] == found[i + 1]["completion_time"],
                   problems[i] << found[i].dump() << found[i + 1].dump());
        BOOST_TEST(found[i + 1]["n_reconfigurations"] == 0, problems[i]);
    }
    BOOST_TEST(std::abs(found[2]["completion_time"].get<double>() / 100.1e-6 - 1) < 1e-6);
}

BOOST_AUTO_TEST_CASE(the_ring_is_set_up_again_by_those_who_can) {
    const char* on = R"("nodes":64,"restore":true,)";
    const auto found = answers({problem(on), problem(on, "alltoall/bruck", "addanki-reuse"),
                                problem(on, "alltoall/bruck", "every-step"),
                                problem(on, "alltoall/bruck", "static")});
    BOOST_TEST(found[0]["status"] == "optimal");
    for (const std::size_t i : {1, 2})
        BOOST_TEST(found[i]["reason"] == "restore_not_supported", found[i].dump());
    BOOST_TEST(found[3]["status"] == "optimal");
}

BOOST_AUTO_TEST_CASE(what_bridge_refuses) {
    const std::pair<const char*, const char*> wrong[] = {
        {R"("nodes":64,"switch_ports":129,)", "must be 2 to 2 nodes = 128"},
        {R"("nodes":64,"switch_ports":1,)", "must be 2 to 2 nodes"},
        {R"("nodes":64,"switch_ports":50,)", "power of two that divides"},
        {R"("nodes":64,"switch_ports":32,"ports":2,)", "have one port each"},
        {R"("nodes":64,"topology":"ring-uni",)", "alone"},
        {R"("nodes":64,"degree":2,)", "nothing here reads it"},
        {R"("nodes":64,"ports":2,"radix":3,)", "radix is ports + 1"},
        {R"("nodes":8,"radix":9,)", "has 1 to 7 ports"},
        {R"("nodes":64,"volumes":"bridge","ports":2,)", "are stated for one port"},
        {R"("nodes":64,"initial":"cold",)", "base, which is the ring here, or free"},
        {R"("nodes":64,"initial":"ring",)", "base, which is the ring here, or free"},
        {R"("nodes":64,"ports":2,"mirrored":true,)", "other direction of one port"},
        {R"("nodes":64,"hop_cost":-1,)", ">= 0"},
        {R"("nodes":64,"volumes":"swot",)", "exact"}};
    std::vector<std::string> problems;
    for (const auto& [own, text] : wrong) problems.push_back(problem(own));
    const auto found = answers(problems);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::string error = found[i].value("error", "");
        const std::string wanted = wrong[i].second;
        const bool has = error.find(wanted) != std::string::npos;
        BOOST_TEST(has, wrong[i].first << ": " << found[i].dump());
    }
}

BOOST_AUTO_TEST_CASE(switches_of_schedulers_are_0_or_1) {
    const auto found = answers(
        {problem(R"("nodes":64,"g-bruck":{"charge_first":2},)", "alltoall/bruck", "g-bruck"),
         problem(R"("nodes":64,"bridge-hybrid":{"mixed":7},)", "allreduce/bruck", "bridge-hybrid"),
         problem(R"("nodes":64,"bridge-hybrid":{"mixed":true},)", "allreduce/bruck",
                 "bridge-hybrid"),
         problem(R"("nodes":64,"order":"near","bridge-hybrid":{"mixed":0},)", "allreduce/bruck",
                 "bridge-hybrid"),
         problem(R"("nodes":64,"g-bruck":{"charge_first":1},)", "alltoall/bruck", "g-bruck")});
    const char* const wanted[] = {
        "g-bruck.charge_first = 2: must be 0 (no) or 1 (yes) (for example 1)",
        "bridge-hybrid.mixed = 7: must be 0 (no) or 1 (yes) (for example 1)",
        "bridge-hybrid.mixed = true: true or false where an integer is needed (for example 1)"};
    for (std::size_t i = 0; i < 3; ++i)
        BOOST_TEST(found[i].value("error", "") == wanted[i], found[i].dump());
    for (const std::size_t i : {3, 4}) BOOST_TEST(found[i]["status"] == "optimal", found[i].dump());
}

/// The whole vector in every step knows neither ports nor volumes.
BOOST_AUTO_TEST_CASE(the_latency_optimal_all_reduce_has_one_port) {
    const auto found = answers({problem(R"("nodes":64,"ports":2,)", "allreduce/bruck-latency"),
                                problem(R"("nodes":64,"radix":3,)", "allreduce/bruck-latency"),
                                problem(R"("nodes":64,"ports":2,)", "reduce-scatter/bruck")});
    BOOST_TEST(found[0].value("error", "") ==
                   "ports = 2: no algorithm here has ports (remove it, or take an "
                   "algorithm that has: reduce-scatter/bruck, allgather/bruck, allreduce/bruck, "
                   "alltoall/bruck)",
               found[0].dump());
    BOOST_TEST(found[1].value("error", "").starts_with("radix = 3: "), found[1].dump());
    BOOST_TEST(found[2]["status"] == "optimal", found[2].dump());
}

BOOST_AUTO_TEST_CASE(exchanges_need_powers_of_two_and_counts_below_the_steps) {
    const auto found =
        answers({problem(R"("nodes":12,)", "reduce-scatter/halving-doubling", "r-hd"),
                 problem(R"("nodes":64,"bridge-paper":{"reconfigurations":6},)", "alltoall/bruck",
                         "bridge-paper"),
                 problem(R"("nodes":64,"bridge-paper":{"reconfigurations":5},)", "alltoall/bruck",
                         "bridge-paper")});
    BOOST_TEST(found[0].dump().find("power of two") != std::string::npos, found[0].dump());
    BOOST_TEST(found[1]["status"] == "not_applicable", found[1].dump());
    BOOST_TEST(found[1]["reason"] == "too_many_reconfigurations", found[1].dump());
    BOOST_TEST(found[2]["n_reconfigurations"] == 5, found[2].dump());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
