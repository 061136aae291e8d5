#include "analysis/addanki_claims.hpp"

#include <algorithm>

namespace lightsweep::analysis {

namespace {

using namespace addanki_figures;
using namespace addanki_model;

constexpr auto yes = Verdict::reproduced;
constexpr auto no = Verdict::not_reproduced;
constexpr auto depends = Verdict::depends_on_reading;

constexpr const char* panels =
    "times of static, every-step and addanki on 64 nodes, messages from 1 KiB to 1 GiB at least, "
    "delays from 10 ns to 10 ms at least";
constexpr const char* witnesses = "times and bounds of addanki and addanki-milp";

/// What figures 1 and 2 show.
constexpr Claim figure_claims[] = {
    {2,
     "The optimum beats reconfiguring before every step by up to orders of magnitude, where the "
     "delay is high or messages are small",
     {"orders of magnitude, no number", "Fig. 1a-1d"},
     "the peak lies at the largest delay and smallest message, at least 10 in every panel and 100 "
     "somewhere on every ring; it is the reference's to half a unit of its last digit",
     panels,
     yes,
     gain_over_every_step},
    {3,
     "The optimum beats the static ring substantially, where the delay is low and messages are "
     "large",
     {"no number", "Fig. 1e-1h"},
     "at least 1.5 at the smallest delay and largest message, in every panel; the limit without "
     "latencies, 1 + congestion / transmission, is the reference's within 0.0005",
     panels,
     yes,
     gain_over_static},
    {4,
     "The gain over the static ring needs large messages",
     {"no number", "Sec. 3.4"},
     "nowhere falls as the message grows (1e-9); at the smallest delay and message it is the "
     "reference's within 0.0005",
     "the panels of claim 2 on ring-uni and ring, at 100 ns per step or less",
     depends,
     gain_over_static_grows_with_message},
    {5,
     "In a diagonal band the optimum beats both static and every-step",
     {"no number", "Fig. 2"},
     "peak gain over both above 1.01, at larger delays for larger messages, in every panel; on the "
     "grid of figure 1 peak and share of cells are the reference's within 0.0005",
     panels,
     yes,
     transitional_regime},
    {6,
     "The same band, if recursive doubling means the algorithm that sends the full vector in every "
     "step",
     {"no number", "Fig. 2"},
     "as claim 5; the reference has no cell above 1 (1e-9), so the paper must mean "
     "halving/doubling",
     "allreduce/recursive-doubling on ring-uni",
     no,
     full_vector_regime},
    {7,
     "No speedup is below 1 (white in the figures)",
     {"1", "Fig. 1"},
     "least speedup 1 within 1e-12",
     panels,
     yes,
     never_below_one},
};

/// The model and its solution.
constexpr Claim model_claims[] = {
    {1,
     "On the topology that matches a step, the concurrent flow is 1 and every path has one link",
     {"flow 1, 1 link", "Sec. 3.3"},
     "every-step rows: congestion 0 and propagation = steps * per_hop_latency, within 1e-12",
     "n_steps, propagation_time and congestion_time of every-step",
     yes,
     matched_topology_is_ideal},
    {8,
     "Dynamic programming solves the 0-1 program in polynomial time",
     {"no number", "Sec. 3.3"},
     "addanki (recurrence) equals addanki-milp (printed program) within 1e-9",
     witnesses,
     yes,
     program_equals_recurrence},
    {9,
     "The formulation is a 0-1 program, which is NP-hard in general",
     {"no number", "Sec. 3.3"},
     "true of 0-1 programs; of this one only if its linear relaxation left a gap above 1e-9",
     witnesses,
     depends,
     relaxation_is_integral},
    {10,
     "With high propagation delays the ring algorithm is the best all-reduce even for short "
     "messages",
     {"no number", "Sec. 4"},
     "static ring, no bytes: faster than halving/doubling and Swing at the largest "
     "per_hop_latency; "
     "links and crossings are the reference's to half a unit of its last digit",
     "allreduce/ring, halving-doubling and swing with message = 0 on two rings",
     depends,
     ring_algorithm_without_bytes},
    {11,
     "Co-prime rings as base topologies bring further gains",
     {"no number", "Sec. 3.3"},
     "mean 1/theta over the 63 shifts (1 + congestion / transmission of static) below that of "
     "offsets {1, -1}, the bidirectional ring, for every other pair of offsets; it is the "
     "reference's to half a unit of its last digit",
     "alltoall/shift on circulants of 64 nodes with link_bandwidth = split, {1, -1} among them",
     yes,
     coprime_rings},
    {12,
     "Sequences of collectives, such as an all-to-all after an all-reduce, are covered as well",
     {"no number", "Sec. 3.3"},
     "optimum of the sequence between the sum of the optima and that sum plus one delay (1e-9)",
     "a custom collective and its parts at the same delays",
     yes,
     concatenation},
};

}  // namespace

const std::vector<Claim>& addanki_claims() {
    static const std::vector<Claim> claims = [] {
        std::vector<Claim> all(std::begin(figure_claims), std::end(figure_claims));
        all.insert(all.end(), std::begin(model_claims), std::end(model_claims));
        std::sort(all.begin(), all.end(),
                  [](const Claim& a, const Claim& b) { return a.number < b.number; });
        return all;
    }();
    return claims;
}

}  // namespace lightsweep::analysis
