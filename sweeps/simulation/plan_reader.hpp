#pragma once
// What the readers of all kinds of plans share: hardware, gates, waits for setups.

#include <algorithm>
#include <cmath>
#include <set>

#include "sweeps/simulation/plan_system.hpp"

namespace lightsweep::sweeps::simulation {

/// A whole number that an int holds.
inline int whole(const JsonPlace& place, int least, int most) {
    return static_cast<int>(place.whole(least, most));
}

inline constexpr int most_ranks = 1 << 20, most_steps = 1 << 20;
inline constexpr double most_links = 5e7, least_rate = 1e-300;

class PlanReader {
  public:
    PlanReader(const JsonPlace& plan, const PlanOptions& options) : plan_(plan), o_(options) {}

  protected:
    void read_head() {
        n_ = whole(plan_.at("n"), 1, most_ranks);
        if (!plan_.has("hardware"))
            plan_.refuse("has no hardware",
                         "export the plan again, or give --bandwidth, --per-step-latency, "
                         "--per-hop-latency and --reconfiguration-delay");
        const auto hardware = plan_.at("hardware");
        s_.per_step = hardware.at("per_step_latency").number(0);
        delay_ = hardware.at("reconfiguration_delay").number(0);
        if (hardware.has("compute_time") && hardware.at("compute_time").number(0) > 0)
            hardware.at("compute_time").refuse("the simulator knows no computation", "0");
        s_.planned_end =
            plan_.at(plan_.has("planned_time") ? "planned_time" : "completion_time").number(0);
        if (plan_.has("rounding_time")) s_.rounding_time = plan_.at("rounding_time").number(0);
    }
    /// Of links between ranks; lightpaths have neither.
    void read_links() {
        s_.per_hop = plan_.at("hardware").at("per_hop_latency").number(0);
        bandwidth_ = plan_.at("hardware").at("bandwidth").number(least_rate);
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
            plan_.at("n").refuse("ranks times steps are above 5e7", "simulate a smaller plan");
        everybody_.emplace_back(s_, steps);
        for (Rank r = 0; r < n_; ++r) ranks_.emplace_back(s_, steps);
        for (std::size_t p = 0; p < s_.planes.size(); ++p) planes_.emplace_back(s_, steps);
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto& one = s_.transfers[i];
            everybody_[0].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.source)].add(one.step, i);
            ranks_[static_cast<std::size_t>(one.target)].add(one.step, i);
            for (const Rank tap : one.taps) ranks_[static_cast<std::size_t>(tap)].add(one.step, i);
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

    // ---- one network that changes as a whole -------------------------------------------------
    /// The delay of a setup: the usual one, unless the plan says another.
    double delay_of(const JsonPlace& setup) const {
        if (!setup.has("end")) return delay_;
        const double planned = setup.at("end").number(0) - setup.at("start").number(0);
        return std::abs(planned - delay_) <= 1e-6 * delay_ ? delay_ : planned;
    }
    /// Adds a setup of the whole network before `step`.
    void add_setup(const JsonPlace& place, int step, std::vector<Circuit> circuits) {
        if (!s_.setups.empty() && step == s_.setups.back().step)
            place.refuse("its step has several setups", "the simulator knows one");
        if (!s_.setups.empty() && step < s_.setups.back().step)
            place.refuse("is out of order", "sort the setups by step");
        const auto c = s_.setups.size();
        setups_of_[0].push_back(c);
        s_.setups.push_back({0, static_cast<int>(c), step, delay_of(place), std::move(circuits)});
    }
    /// Setups that end before the step begins.
    int setups_before(int step) const {
        const auto after = std::ranges::upper_bound(s_.setups, step, {}, &Setup::step);
        return static_cast<int>(after - s_.setups.begin());
    }
    /// The waits that such plans do not say: transfers for the earlier steps of their ranks and the
    /// last setup, a setup for all earlier steps and the setup before it.
    void wait_step_by_step() {
        make_gates();
        wait_for_setup_before(0);
        for (std::size_t c = 0; c < s_.setups.size(); ++c)
            everybody_[0].before(s_.setup_item(c), s_.setups[c].step - 1);
        for (std::size_t i = 0; i < s_.transfers.size(); ++i) {
            const auto& one = s_.transfers[i];
            ranks_[static_cast<std::size_t>(one.source)].before(i, one.step - 1);
            ranks_[static_cast<std::size_t>(one.target)].before(i, one.step - 1);
            for (const Rank tap : one.taps)
                ranks_[static_cast<std::size_t>(tap)].before(i, one.step - 1);
            wait_for_setup(i, 0, setups_before(one.step));
        }
    }

    const JsonPlace& plan_;
    const PlanOptions& o_;
    System s_{};
    Rank n_ = 0;
    double bandwidth_ = 0, delay_ = 0;
    std::vector<Chain> everybody_{}, ranks_{}, planes_{};
    std::vector<std::vector<std::size_t>> setups_of_{};  ///< per plane
};

/// Plans of kind planes and groups, of kind topologies, and of kind lightpaths.
System read_plane_plan(const JsonPlace& plan, const PlanOptions& options);
System read_topology_plan(const JsonPlace& plan, const PlanOptions& options);
System read_lightpath_plan(const JsonPlace& plan, const PlanOptions& options);

}  // namespace lightsweep::sweeps::simulation
