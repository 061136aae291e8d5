// Execution plans of lightpaths, carried out from their JSON alone: circuits stand before they are
// used, no two meet on a segment, and data flow until every node has what it should.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/errors.hpp"
#include "sweeps/cli/lightpath_plan_json.hpp"
#include "sweeps/domain_vocabulary.hpp"

namespace lightsweep::tests {
namespace {

using Json = nlohmann::json;

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

/// Nodes that run the plan. A node's data of an item are the nodes whose contribution is in it.
class Machine {
  public:
    Machine(const Json& plan, const std::string& collective)
        : n_(plan["n"]), m_(plan["items_per_node"]), plan_(plan) {
        for (int node = 0; node < n_; ++node)
            for (int item = 0; item < n_ * m_; ++item)
                if (collective != "allgather" || node == item / m_) data_[{node, item}] = {node};
    }
    void run() {
        std::map<int, std::vector<std::pair<int, Json>>> sends, receives;
        for (const auto& rank : plan_["ranks"]) {
            for (const auto& one : rank["sends"])
                sends[one["step"]].emplace_back(rank["rank"], one);
            for (const auto& one : rank["receives"])
                receives[one["step"]].emplace_back(rank["rank"], one);
        }
        for (const auto& [step, all] : sends) run_step(step, all, receives[step]);
        BOOST_TEST(static_cast<int>(sends.size()) == plan_["steps"].get<int>());
    }
    std::size_t contributions(int node, int item) const {
        const auto found = data_.find({node, item});
        return found == data_.end() ? 0 : found->second.size();
    }

  private:
    void run_step(int step, const std::vector<std::pair<int, Json>>& sends,
                  const std::vector<std::pair<int, Json>>& receives) {
        std::map<std::tuple<int, std::string, int>, Json> sent;  // by source, direction, wavelength
        slots_.clear();
        for (const auto& [source, one] : sends) {
            check_circuit(step, source, one);
            take_slots(source, one);
            BOOST_TEST(sent.insert({{source, one["direction"], one["wavelength"]}, one}).second);
        }
        const auto before = data_;
        for (const auto& [node, one] : receives) {
            const auto from = sent.find({one["from"], one["direction"], one["wavelength"]});
            BOOST_TEST_REQUIRE((from != sent.end()));
            BOOST_TEST(from->second["item"] == one["item"]);
            const std::pair place{node, one["item"].get<int>()};
            const auto held = before.find({one["from"], one["item"]});
            BOOST_TEST_REQUIRE((held != before.end()), "the sender holds nothing");
            if (!one["reduce"]) {
                data_[place] = held->second;
                continue;
            }
            for (const int node_of : held->second) BOOST_TEST(data_[place].insert(node_of).second);
        }
    }
    void check_circuit(int step, int source, const Json& one) const {
        const Json* setup = nullptr;
        for (const auto& next : plan_["controller"])
            if (next["for_step"] <= step) setup = &next;
        BOOST_TEST_REQUIRE(setup != nullptr);
        BOOST_TEST((*setup)["end"].get<double>() <= one["start"].get<double>());
        const Json circuit{{"source", source},
                           {"destination", one["to"]},
                           {"direction", one["direction"]},
                           {"wavelength", one["wavelength"]}};
        const auto& all = (*setup)["circuits"];
        BOOST_TEST((std::find(all.begin(), all.end(), circuit) != all.end()));
    }
    void take_slots(int source, const Json& one) {
        const bool ahead = one["direction"] == "clockwise";
        for (int at = source; at != one["to"];) {
            const int next = (at + (ahead ? 1 : n_ - 1)) % n_;
            BOOST_TEST(slots_.insert({ahead, ahead ? at : next, one["wavelength"]}).second);
            at = next;
        }
    }

    int n_, m_;
    const Json& plan_;
    std::map<std::pair<int, int>, std::set<int>> data_{};
    std::set<std::tuple<bool, int, int>> slots_{};
};

void check_plan_of(const std::string& scheduler, const std::string& collective, int nodes,
                   int wavelengths, const std::string& more = "") {
    const auto solution = solved(scheduler, collective, nodes, wavelengths, more);
    const auto plan = Json::parse(sweeps::lightpath_plan_json(solution));
    BOOST_TEST_CONTEXT(scheduler << " " << collective << " " << nodes << " " << wavelengths) {
        Machine machine(plan, collective);
        machine.run();
        const int m = plan["items_per_node"];
        for (int node = 0; node < nodes; ++node)
            for (int item = 0; item < nodes * m; ++item) {
                const auto wanted = collective == "allgather" ? 1 : nodes;
                if (collective != "reduce-scatter" || item / m == node)
                    BOOST_TEST(static_cast<int>(machine.contributions(node, item)) == wanted);
            }
        BOOST_TEST(plan["planned_time"].get<double>() <=
                   plan["completion_time"].get<double>() * (1 + 1e-12));
        if (more.find("held") == std::string::npos)
            BOOST_TEST(std::abs(plan["planned_time"].get<double>() /
                                    plan["completion_time"].get<double>() -
                                1) < 1e-12);
    }
}

BOOST_AUTO_TEST_SUITE(lightpath_plans)

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
                  "all-gather's of 512 nodes: take fewer nodes");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
