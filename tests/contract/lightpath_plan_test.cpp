// Execution plans of lightpaths, carried out from their JSON alone until every node has what it
// should, in the time that was promised; and what is shown to people adds up to it.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "engine/io/errors.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/contract/lightpath_machine.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lightpath_plans)

using Json = nlohmann::json;
const auto near = boost::test_tools::tolerance(1e-12);

sweeps::Solution solved(const std::string& scheduler, const std::string& collective, int nodes,
                        int wavelengths, const std::string& more = "") {
    const auto read = sweeps::read_problem(
        R"({"rules":"optree","topology":"wdm-ring","scheduler":")" + scheduler +
            R"(","collective":")" + collective + R"(/any","nodes":)" + std::to_string(nodes) +
            R"(,"wavelengths":)" + std::to_string(wavelengths) + "," + more +
            R"("message":"1MB","wavelength_bandwidth":"40Gbps","reconfiguration_delay":"25us"})",
        sweeps::domain_vocabulary());
    BOOST_TEST_REQUIRE(read.problem.has_value(), read.error);
    return sweeps::solve(*read.problem);
}

/// Every item where the collective wants it, with all contributions.
void check_result(const LightpathMachine& machine, const Json& plan,
                  const std::string& collective) {
    const int n = plan["n"], m = plan["items_per_node"];
    const bool reduces = collective == "reduce-scatter" || collective == "allreduce";
    for (int node = 0; node < n; ++node)
        for (int item = 0; item < n * m; ++item) {
            const int receiver = item % m / (m / n > 0 ? m / n : 1);
            const bool wanted = collective == "reduce-scatter" ? item / m == node
                                : collective == "alltoall"     ? receiver == node
                                                               : true;
            if (wanted) BOOST_TEST(machine.contributions(node, item) == (reduces ? n : 1));
        }
}

void check_plan_of(const std::string& scheduler, const std::string& collective, int nodes,
                   int wavelengths, const std::string& more = "") {
    const auto solution = solved(scheduler, collective, nodes, wavelengths, more);
    const auto plan = Json::parse(sweeps::lightpath_plan_json(solution));
    BOOST_TEST_CONTEXT(scheduler << " " << collective << " " << nodes << " " << wavelengths) {
        LightpathMachine machine(plan, collective != "allgather");
        machine.run();
        check_result(machine, plan, collective);
        BOOST_TEST(machine.end() == plan["planned_time"].get<double>(), near);
        BOOST_TEST(plan["planned_time"].get<double>() <=
                   plan["completion_time"].get<double>() * (1 + 1e-12));
        if (more.find("held") == std::string::npos)
            BOOST_TEST(std::abs(plan["planned_time"].get<double>() /
                                    plan["completion_time"].get<double>() -
                                1) < 1e-12);
    }
}

BOOST_AUTO_TEST_CASE(carried_out_from_their_text) {
    for (const char* scheduler : {"optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal"})
        for (const char* collective : {"allgather", "reduce-scatter", "allreduce"}) {
            check_plan_of(scheduler, collective, 16, 2);
            check_plan_of(scheduler, collective, 13, 3, R"("items_per_node":2,)");
            check_plan_of(scheduler, collective, 16, 4, R"("standing":"held",)");
        }
    check_plan_of("wdm-multicast", "allgather", 9, 2);
    check_plan_of("wdm-multicast", "allgather", 12, 2, R"("items_per_node":3,)");
    check_plan_of("wdm-optimal", "allgather", 12, 4, R"("transmitters":2,)");
}

/// A point under rules = common, with numbers that keep every term apart.
struct CommonPoint {
    std::string scheduler, collective;
    int nodes = 16, wavelengths = 4;
    double per_step = 1e-6, per_hop = 1e-7, delay = 5e-6, message = 1e6, bandwidth = 1e11;

    std::string text() const {
        return scheduler + " " + collective + " n = " + std::to_string(nodes) +
               ", w = " + std::to_string(wavelengths);
    }
    sweeps::Solution solved() const {
        const Json problem{{"rules", "common"},
                           {"topology", "wdm-ring"},
                           {"scheduler", scheduler},
                           {"collective", collective + "/any"},
                           {"nodes", nodes},
                           {"wavelengths", wavelengths},
                           {"message", message},
                           {"bandwidth", bandwidth},
                           {"per_step_latency", per_step},
                           {"per_hop_latency", per_hop},
                           {"reconfiguration_delay", delay}};
        const auto read = sweeps::read_problem(problem.dump(), sweeps::domain_vocabulary());
        BOOST_TEST_REQUIRE(read.problem.has_value(), read.error);
        return sweeps::solve(*read.problem);
    }
};

/// The time from the plan's own events: steps, fullest circuits, setups.
double time_of(const CommonPoint& point, const Json& plan, const LightpathMachine& machine) {
    const double item = point.message / point.nodes / plan["items_per_node"].get<double>() *
                        (point.collective == "alltoall" ? point.nodes : 1);
    return plan["steps"].get<double>() * (point.per_step + point.per_hop) +
           static_cast<double>(machine.slots()) * item * 2 * point.wavelengths / point.bandwidth +
           static_cast<double>(plan["controller"].size()) * point.delay;
}

Json check_common_plan(const CommonPoint& point) {
    BOOST_TEST_CONTEXT(point.text()) {
        const auto solution = point.solved();
        auto plan = Json::parse(sweeps::lightpath_plan_json(solution));
        LightpathMachine machine(
            plan, point.collective == "reduce-scatter" || point.collective == "allreduce");
        machine.run();
        check_result(machine, plan, point.collective);
        BOOST_TEST(machine.idle_setups() == 0u);
        BOOST_TEST(machine.end() == plan["planned_time"].get<double>(), near);
        BOOST_TEST(time_of(point, plan, machine) == plan["planned_time"].get<double>(), near);
        const int charged = plan["reconfigurations_charged"],
                  planned = plan["reconfigurations_planned"];
        BOOST_TEST(planned <= charged);
        BOOST_TEST(plan["planned_time"].get<double>() + (charged - planned) * point.delay ==
                       plan["completion_time"].get<double>(),
                   near);
        return plan;
    }
    return {};
}

const std::vector<std::string> common_schedulers{
    "optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal", "wdm-ring", "wdm-neighbor", "osm"};

BOOST_AUTO_TEST_CASE(common_plans_take_the_time_that_is_charged) {
    std::mt19937 random(11);
    const auto up_to = [&](double most) {
        return most * std::uniform_real_distribution<>(0.01, 1)(random);
    };
    std::size_t exact = 0, all = 0;
    for (int round = 0; round < 6; ++round)
        for (const auto& scheduler : common_schedulers)
            for (const char* collective :
                 {"allgather", "reduce-scatter", "allreduce", "alltoall"}) {
                if (std::string_view(collective) == "alltoall" && scheduler != "osm") continue;
                CommonPoint point{scheduler, collective, 2 + static_cast<int>(random() % 15),
                                  1 + static_cast<int>(random() % 6)};
                point.per_step = up_to(2e-6);
                point.per_hop = up_to(1e-6);
                point.delay = up_to(random() % 2 ? 1e-4 : 1e-7);
                point.message = up_to(1e7);
                const auto plan = check_common_plan(point);
                exact += plan["reconfigurations_charged"] == plan["reconfigurations_planned"];
                ++all;
            }
    BOOST_TEST_MESSAGE(exact << " of " << all << " plans need all setups that are charged");
    BOOST_TEST(2 * exact > all);
}

/// Around the neighbour ring nothing is ever set up; one stage of 16 nodes on 4 wavelengths takes
/// 8 steps with circuits of their own.
BOOST_AUTO_TEST_CASE(common_plans_by_hand) {
    const auto around = check_common_plan({"wdm-ring", "allgather"});
    BOOST_TEST(around["steps"] == 15);
    BOOST_TEST(around["controller"].empty());
    // 15 steps of 1.1 us, and 15/16 of 1 MB at 100 GB/s.
    BOOST_TEST(around["planned_time"].get<double>() == 16.5e-6 + 9.375e-6, near);
    const auto pairs = check_common_plan({"osm", "alltoall"});
    BOOST_TEST(pairs["steps"] == 8);
    BOOST_TEST(pairs["items_per_node"] == 16);
    BOOST_TEST(pairs["item_bytes"].get<double>() == 1e6 / 16, near);
    // 8 steps of 1.1 us, each a block on one of 8 lanes.
    BOOST_TEST(pairs["planned_time"].get<double>() == 8 * (1.1e-6 + 5e-6) + 8 * 1e6 / 16 * 8 / 1e11,
               near);
}

/// Seconds behind a label of the text.
double shown(const std::string& text, const std::string& label) {
    const auto at = text.find(label);
    BOOST_TEST_REQUIRE((at != std::string::npos), label << " is missing in\n" << text);
    std::istringstream words(text.substr(at + label.size()));
    double value = 0;
    std::string unit;
    words >> value >> unit;
    const std::map<std::string, double> units{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    BOOST_TEST_REQUIRE(units.count(unit) == 1u, label << " is in " << unit);
    return value * units.at(unit);
}

/// The rows of the table: "0 0 16 8 4 100.0 % 1.2 us".
std::pair<int, double> table_of(const std::string& text) {
    std::istringstream lines(text.substr(text.find("slots used")));
    std::string line;
    std::getline(lines, line);
    std::pair<int, double> found{0, 0};
    while (std::getline(lines, line) && line.find('%') != std::string::npos) {
        ++found.first;
        found.second += shown(line, "%");
    }
    return found;
}

BOOST_AUTO_TEST_CASE(text_of_common_plans_adds_up) {
    for (const auto& scheduler : common_schedulers)
        for (const char* collective : {"allgather", "allreduce"}) {
            const CommonPoint point{scheduler, collective};
            const auto solution = point.solved();
            std::ostringstream out;
            sweeps::print_lightpaths(solution, out);
            const auto text = out.str();
            BOOST_TEST_CONTEXT(text) {
                const double steps = shown(text, "startup") + shown(text, "propagation") +
                                     shown(text, "transmission") + shown(text, "congestion");
                const auto digits = boost::test_tools::tolerance(2e-3);
                BOOST_TEST(steps + shown(text, "reconfiguration") == shown(text, "completion time"),
                           digits);
                const auto [rows, time] = table_of(text);
                BOOST_TEST(rows == solution.row.more_steps[0]);
                BOOST_TEST(time == steps, digits);
                BOOST_TEST(text.find("conversion") == std::string::npos);
            }
        }
}

BOOST_AUTO_TEST_CASE(held_circuits_are_set_up_once) {
    const auto plan = Json::parse(sweeps::lightpath_plan_json(
        solved("wdm-optimal", "allgather", 16, 1, R"("standing":"held",)")));
    BOOST_TEST(plan["controller"].size() <= 2u);
    BOOST_TEST(plan["steps"] == 8);
}

void check_refused(const std::string& scheduler, int nodes, const std::string& message) {
    BOOST_CHECK_EXCEPTION(sweeps::lightpath_plan_json(solved(scheduler, "allgather", nodes, 16)),
                          engine::BadInput, [&](const auto& refused) {
                              BOOST_TEST(refused.what() == message);
                              return true;
                          });
}

BOOST_AUTO_TEST_CASE(refused_by_name) {
    check_refused("wrht", 16, "a formula has no plan; take wdm-optimal");
    check_refused("wdm-optimal", 1024,
                  "nodes = 1024: has 1047552 lightpaths; a plan lists at most 262144, an "
                  "all-gather's of 512 nodes with whole items: take fewer nodes");
    const auto refused = [](const CommonPoint& point, const std::string& message) {
        BOOST_CHECK_EXCEPTION(
            sweeps::lightpath_plan_json(point.solved()), engine::BadInput,
            [&](const auto& fault) { return std::string(fault.what()).starts_with(message); });
    };
    refused({"wrht", "allgather"}, "a formula has no plan");
    refused({"wdm-windowed", "allgather", 1024, 64},
            "nodes = 1024, wavelengths = 64: too many lightpaths to make them one by one");
    refused({"wdm-ring", "allgather", 64, 64},
            "nodes = 64: has 516096 lightpaths of 1/128 item each; a plan");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
