#include "analysis/bridge_claims.hpp"

#include <algorithm>

namespace lightsweep::analysis {

namespace {

constexpr auto yes = Verdict::reproduced;
constexpr auto depends = Verdict::depends_on_reading;

/// Schedules, model and planner; the evaluation's are in bridge_alltoall_claims.cpp and
/// bridge_scatter_claims.cpp.
constexpr Claim general_claims[] = {
    {1,
     "Table 1: six vectors of reconfigurations for 64 nodes",
     {"6 vectors of 6 steps", "Table 1"},
     "all six are the printed ones",
     "schedules and n_steps of bridge-paper with reconfigurations = 1 and 2, all-to-all, "
     "reduce-scatter and all-gather by Bruck on 64 nodes, 100 MB or more",
     yes,
     bridge_schedules::table_1},
    {2,
     "Against the all-to-all a reduce-scatter reconfigures one step earlier, an all-gather one "
     "later",
     {"1 step", "Sec. 3.5, Table 1"},
     "every reconfiguration of Table 1 is shifted by exactly one step",
     "the schedules of claim 1",
     yes,
     bridge_schedules::shifts_by_one},
    {29,
     "Figure 1: halving-doubling stays on the ring until its last R steps; Bruck leaves it earlier "
     "and ends lower",
     {"no number", "Fig. 1"},
     "R = 1, 2: so in the schedules with R reconfigurations, with fewer hops and less transmission "
     "(shares of m/2 over the bandwidth); sums are the reference's",
     "envelopes of bridge and r-hd, reduce-scatters on 64 nodes",
     yes,
     bridge_schedules::order_of_figure_1},
    {30,
     "Figure 2: hops, then congestion dominate the all-to-all on a ring; transmission dominates "
     "the ring all-reduce",
     {"no number", "Fig. 2"},
     "largest share: hops at 1 KB, congestion from 16 MB on (growing throughout), RING's "
     "transmission at 256 MB, its congestion 0; shares are the reference's within 0.005",
     "all parts of the times of s-bruck (all-to-all) and ring-hamiltonian (all-reduce), 1 KB, 100 "
     "KB, 1 MB, 16 MB, 256 MB",
     yes,
     bridge_model::shares_of_the_cost},
    {32,
     "Optimal schedules are found within milliseconds, up to 256 nodes",
     {"milliseconds, no number", "Sec. 3.4"},
     "the tasks of the whole sweep, each all schedules of some structures and their rows, take "
     "less than 10 ms of computing on average",
     "bridge-paper on 256 nodes",
     yes,
     bridge_model::planned_in_milliseconds},
    {33,
     "Mirrored halves on both directions of the links double the speed",
     {"2x", "Sec. 5"},
     "gain of 2 within 10 %: at all messages; depends on the reading if at some, since only "
     "transmission halves; gains are the reference's",
     "all-to-alls at 10 us with mirrored = true and without, 1 KB, 1 MB, 16 MB, 256 MB",
     depends,
     bridge_model::mirrored_halves},
    {34,
     "With z ports for n nodes a subring brings a peer to 2 n / z links instead of one",
     {"2 n / z links", "Sec. 3.7"},
     "links of all steps, and pairs that share one, are sums of min(2^k, 2 n / z), within 1e-9",
     "parts of the times of g-bruck, all-to-alls with switch_ports",
     yes,
     bridge_model::blocks_of_nodes},
};

}  // namespace

const std::vector<Claim>& bridge_claims() {
    static const std::vector<Claim> claims = [] {
        std::vector<Claim> all(std::begin(general_claims), std::end(general_claims));
        for (const auto& part : {bridge_alltoall::claims(), bridge_scatter::claims()})
            all.insert(all.end(), part.begin(), part.end());
        std::sort(all.begin(), all.end(),
                  [](const Claim& a, const Claim& b) { return a.number < b.number; });
        return all;
    }();
    return claims;
}

}  // namespace lightsweep::analysis
