#pragma once
// Nodes and switches that run an execution plan of lightpaths from its JSON alone: circuits stand
// before they are used, no two meet on a segment, every setup is needed, and data flow.

#include <algorithm>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace lightsweep::tests {

/// A node's data of an item are the nodes whose contribution is in it, at most 32 of them.
class LightpathMachine {
  public:
    using Json = nlohmann::json;

    LightpathMachine(const Json& plan, bool reduces)
        : n_(plan["n"]),
          m_(plan["items_per_node"]),
          plan_(plan),
          data_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_ * m_)) {
        for (int node = 0; node < n_; ++node)
            for (int item = 0; item < n_ * m_; ++item)
                if (reduces || node == item / m_) data_[place(node, item)] = 1u << node;
        if (plan["lit_at_start"] == "nothing") return;
        for (int node = 0; node < n_; ++node)
            for (int w = 0; w < plan["wavelengths"]; ++w) {
                lit_.insert({node, (node + 1) % n_, true, w});
                lit_.insert({node, (node + n_ - 1) % n_, false, w});
            }
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
        BOOST_TEST(setups_ == plan_["controller"].size());
        BOOST_TEST(setups_ == plan_["reconfigurations_planned"].get<std::size_t>());
    }
    int contributions(int node, int item) const { return std::popcount(data_[place(node, item)]); }
    /// Items of the fullest circuit, summed over the steps.
    std::size_t slots() const { return slots_; }
    /// When the last step ended [s].
    double end() const { return end_; }
    /// Setups without which the step that follows could have run.
    std::size_t idle_setups() const { return idle_setups_; }

  private:
    using Circuit =
        std::tuple<int, int, bool, int>;  ///< source, destination, clockwise, wavelength
    using Data = std::vector<std::uint32_t>;

    std::size_t place(int node, int item) const {
        return static_cast<std::size_t>(node) * static_cast<std::size_t>(n_ * m_) +
               static_cast<std::size_t>(item);
    }
    static Circuit circuit_of(int source, int destination, const Json& one) {
        return {source, destination, one["direction"] == "clockwise", one["wavelength"]};
    }
    void run_step(int step, const std::vector<std::pair<int, Json>>& sends,
                  const std::vector<std::pair<int, Json>>& receives) {
        std::map<Circuit, std::vector<Json>> sent;
        for (const auto& [source, one] : sends)
            sent[circuit_of(source, one["to"], one)].push_back(one);
        set_up_before(step, sent);
        std::size_t most = 0;
        std::set<Circuit> used;
        const double begin = end_;
        for (auto& [circuit, items] : sent) {
            BOOST_TEST(lit_.count(circuit) == 1u);
            check_times(begin, items);
            used.insert(circuit);
            most = std::max(most, items.size());
        }
        check_apart(used);
        slots_ += most;
        deliver(sent, receives);
    }
    void set_up_before(int step, const std::map<Circuit, std::vector<Json>>& sent) {
        if (setups_ == plan_["controller"].size()) return;
        const auto& setup = plan_["controller"][setups_];
        if (setup["for_step"] != step) return;
        ++setups_;
        idle_setups_ += std::all_of(sent.begin(), sent.end(),
                                    [&](const auto& one) { return lit_.count(one.first) > 0; });
        BOOST_TEST(setup["start"].get<double>() == end_);
        end_ = setup["end"];
        lit_.clear();
        for (const auto& one : setup["circuits"])
            BOOST_TEST(lit_.insert(circuit_of(one["source"], one["destination"], one)).second);
        check_apart(lit_);
    }
    /// One after the other, none before the step begins.
    void check_times(double begin, std::vector<Json>& items) {
        std::sort(items.begin(), items.end(),
                  [](const Json& a, const Json& b) { return a["start"] < b["start"]; });
        double free = begin;
        for (const auto& one : items) {
            BOOST_TEST(one["start"].get<double>() >= free * (1 - 1e-12));
            BOOST_TEST(one["end"].get<double>() > one["start"].get<double>());
            free = one["end"];
        }
        end_ = std::max(end_, free);
    }
    void check_apart(const std::set<Circuit>& circuits) const {
        std::set<std::tuple<bool, int, int>> segments;
        for (const auto& [source, destination, ahead, wavelength] : circuits)
            for (int v = source; v != destination;) {
                const int next = (v + (ahead ? 1 : n_ - 1)) % n_;
                BOOST_TEST(segments.insert({ahead, ahead ? v : next, wavelength}).second);
                v = next;
            }
    }
    /// What a step sends was there when it began.
    void deliver(const std::map<Circuit, std::vector<Json>>& sent,
                 const std::vector<std::pair<int, Json>>& receives) {
        std::set<std::tuple<int, bool, int, int>> on_air;
        for (const auto& [circuit, items] : sent)
            for (const auto& one : items)
                on_air.insert({std::get<0>(circuit), std::get<2>(circuit), std::get<3>(circuit),
                               one["item"].get<int>()});
        const auto before = data_;
        for (const auto& [node, one] : receives) {
            BOOST_TEST(on_air.count({one["from"], one["direction"] == "clockwise",
                                     one["wavelength"], one["item"]}) == 1u);
            const auto held = before[place(one["from"], one["item"])];
            BOOST_TEST(held != 0u, "the sender holds nothing");
            auto& here = data_[place(node, one["item"])];
            if (one["reduce"]) BOOST_TEST((here & held) == 0u);
            here = one["reduce"] ? here | held : held;
        }
    }

    int n_, m_;
    const Json& plan_;
    Data data_;
    std::set<Circuit> lit_{};
    std::size_t setups_ = 0, idle_setups_ = 0, slots_ = 0;
    double end_ = 0;
};

}  // namespace lightsweep::tests
