#pragma once
// What the readers of all kinds of plans share: members with their places in messages, hardware,
// gates, waits for setups.

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "sweeps/simulation/plan_system.hpp"

namespace lightsweep::sweeps::simulation {

[[noreturn]] inline void refuse(const std::string& place, const std::string& fault) {
    throw std::invalid_argument("plan: " + place + ": " + fault);
}

/// A member, with its place in messages.
template <typename Value>
Value get(const Json& object, const char* key, const std::string& place) {
    if (!object.is_object() || !object.contains(key))
        refuse(place, std::string("\"") + key + "\" is missing: export the plan again");
    try {
        return object.at(key).get<Value>();
    } catch (const Json::exception&) {
        refuse(place, std::string("\"") + key + "\" = " + object.at(key).dump().substr(0, 40) +
                          " has another type: export the plan again");
    }
}
inline const Json& list(const Json& object, const char* key, const std::string& place) {
    if (!object.is_object() || !object.contains(key) || !object.at(key).is_array())
        refuse(place, std::string("\"") + key + "\" is no list: export the plan again");
    return object.at(key);
}
inline int whole(const Json& object, const char* key, const std::string& place, int least,
                 int most) {
    const auto value = get<std::int64_t>(object, key, place);
    if (value < least || value > most)
        refuse(place, std::string("\"") + key + "\" = " + std::to_string(value) + ", from " +
                          std::to_string(least) + " to " + std::to_string(most) + " is possible");
    return static_cast<int>(value);
}
inline double positive(const Json& object, const char* key, const std::string& place,
                       bool zero = true) {
    const auto value = get<double>(object, key, place);
    if (!(value >= 0) || !std::isfinite(value) || (!zero && value == 0))
        refuse(place, std::string("\"") + key + "\" = " + object.at(key).dump() +
                          ", a finite number above 0 is needed");
    return value;
}
inline std::string numbered(const char* what, std::size_t i) {
    return std::string(what) + "[" + std::to_string(i) + "]";
}

inline constexpr int most_ranks = 1 << 20, most_steps = 1 << 20;
inline constexpr double most_links = 5e7;

class PlanReader {
  public:
    PlanReader(const Json& plan, const PlanOptions& options) : plan_(plan), o_(options) {}

  protected:
    void read_head() {
        n_ = whole(plan_, "n", "plan", 1, most_ranks);
        const auto& hardware = hardware_of();
        s_.per_step = positive(hardware, "per_step_latency", "hardware");
        s_.per_hop = positive(hardware, "per_hop_latency", "hardware");
        bandwidth_ = positive(hardware, "bandwidth", "hardware", false);
        delay_ = positive(hardware, "reconfiguration_delay", "hardware");
        if (hardware.contains("compute_time") && positive(hardware, "compute_time", "hardware") > 0)
            refuse("hardware", "compute_time is above 0: the simulator knows no computation");
        s_.planned_end = plan_.contains("planned_time")
                             ? positive(plan_, "planned_time", "plan")
                             : positive(plan_, "completion_time", "plan");
        if (plan_.contains("rounding_time"))
            s_.rounding_time = positive(plan_, "rounding_time", "plan");
    }
    const Json& hardware_of() const {
        if (!plan_.contains("hardware") || !plan_.at("hardware").is_object())
            refuse("plan",
                   "\"hardware\" is missing: export the plan again, or give --bandwidth, "
                   "--per-step-latency, --per-hop-latency and --reconfiguration-delay");
        return plan_.at("hardware");
    }
    void plan_step(int step, double end) {
        if (s_.planned_ends.size() <= static_cast<std::size_t>(step))
            s_.planned_ends.resize(static_cast<std::size_t>(step) + 1, 0);
        auto& known = s_.planned_ends[static_cast<std::size_t>(step)];
        known = std::max(known, end);
    }

    // ---- gates -------------------------------------------------------------------------------
    /// Gates "all of these up to step s", one chain per rank, per plane, and one of everybody.
    class Chain {
      public:
        Chain(System& system, int steps) : s_(system) {
            for (int i = 0; i < steps; ++i) {
                gates_.push_back(s_.add_gate());
                if (i > 0) s_.wait(gates_.back(), gates_[gates_.size() - 2]);
            }
        }
        void add(int step, std::size_t item) { s_.wait(at(step), item); }
        /// Makes the item wait for all up to this step; -1: for nothing.
        void before(std::size_t item, int step) {
            if (step >= 0 && !gates_.empty()) s_.wait(item, at(step));
        }

      private:
        std::size_t at(int step) const {
            return gates_[std::min(static_cast<std::size_t>(step), gates_.size() - 1)];
        }
        System& s_;
        std::vector<std::size_t> gates_{};
    };
    void make_gates() {
        s_.n_items = s_.transfers.size() + s_.setups.size();
        const int steps = s_.steps();
        if ((static_cast<double>(n_) + static_cast<double>(s_.planes.size())) * steps > most_links)
            refuse("plan", "ranks times steps are above 5e7: simulate a smaller plan");
        everybody_.emplace_back(s_, steps);
        for (Rank r = 0; r < n_; ++r) ranks_.emplace_back(s_, steps);
        for (std::size_t p = 0; p < s_.planes.size(); ++p) planes_.emplace_back(s_, steps);
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto& one = s_.transfers[i];
            everybody_[0].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.source)].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.target)].add(one.step, i);
            std::set<int> used;
            for (const auto& way : one.ways)
                for (const auto& hop : way.hops)
                    used.insert(s_.track_of_link[static_cast<std::size_t>(hop.link)]);
            for (const int track : used) planes_[static_cast<std::size_t>(track)].add(one.step, i);
            if (o_.barriers) everybody_[0].before(i, one.step - 1);
        }
    }
    /// Waits for setup `number` of the plane; for one that never comes, for ever.
    void wait_for_setup(std::size_t item, std::size_t track, int number) {
        if (number <= 0) return;
        const auto& known = setups_of_[track];
        const auto at = static_cast<std::size_t>(number) - 1;
        if (at < known.size()) {
            s_.wait(item, s_.setup_item(known[at]));
            return;
        }
        const auto stuck = s_.add_gate();
        s_.wait(stuck, stuck);
        s_.wait(item, stuck);
    }
    void wait_for_setup_before(std::size_t track) {
        const auto& all = setups_of_[track];
        for (std::size_t c = 1; c < all.size(); ++c)
            s_.wait(s_.setup_item(all[c]), s_.setup_item(all[c - 1]));
    }

    const Json& plan_;
    const PlanOptions& o_;
    System s_{};
    Rank n_ = 0;
    double bandwidth_ = 0, delay_ = 0;
    std::vector<Chain> everybody_{}, ranks_{}, planes_{};
    std::vector<std::vector<std::size_t>> setups_of_{};  ///< per plane
};

/// Plans of kind planes and groups, and of kind topologies.
System read_plane_plan(const Json& plan, const PlanOptions& options);
System read_topology_plan(const Json& plan, const PlanOptions& options);

}  // namespace lightsweep::sweeps::simulation
