#pragma once
// Carries a system out, event by event: flows share links by max-min fairness, planes are dark
// while they change, and nothing begins before what it waits for has ended.
//
// State: time, active flows, and a queue of timed events (end of a start-up, an arrival, the end of
// a setup, a next hop). All flows and events within t (1 + 1e-12) happen together at t: flows
// first, then the queue by (time, number of creation). Rates are computed once after all of them.
// Cost: moments times active flows, plus what kernels of fair_shares.hpp need.
//
// A breach of the plan is a violation and does not stop the run: a flow that begins on a circuit
// that is dark or leads elsewhere, a setup while a flow is on its plane, bytes that are sent before
// they have been received, items that never begin.

#include "sweeps/simulation/jitter.hpp"
#include "sweeps/simulation/system.hpp"

namespace lightsweep::sweeps::simulation {

struct RunOptions {
    bool store = false;          ///< store and forward, hop by hop; else cut-through
    bool weighted = false;       ///< flows rise in proportion to their bytes
    bool by_distance = false;    ///< latency by the distance of the ends, not by the way's links
    bool acknowledged = false;   ///< a way ends when its sender knows: latency both ways
    bool relay_startup = false;  ///< every relay pays per_step (store and forward)
    double mtu = 0;              ///< bytes of a packet; 0: no packets
    Jitter jitter{};
};

struct PlaneUse {
    double dark = 0;       ///< time that it was dark, from the first setup on [s]
    double dark_idle = 0;  ///< part of it in which nobody sent
};

struct Run {
    double end = 0;
    std::vector<double> begin, finish;  ///< of every item; infinite: never
    std::vector<std::size_t> released;  ///< the item that it waited for last; itself: none
    std::vector<double> carried;        ///< bytes of every link
    std::vector<PlaneUse> planes;
    std::vector<Violation> violations;  ///< one per code, plane and step, by time

    bool sound() const { return violations.empty(); }
};

Run carry_out(const System& system, const RunOptions& options);

}  // namespace lightsweep::sweeps::simulation
