#include "analysis/addanki_claims.hpp"

namespace lightsweep::analysis {

const std::vector<Claim>& addanki_claims() {
    using namespace addanki_figures;
    using namespace addanki_model;
    constexpr auto yes = Verdict::reproduced;
    constexpr auto no = Verdict::not_reproduced;
    constexpr auto depends = Verdict::depends_on_reading;
    static const std::vector<Claim> claims{
        {1,
         "On the topology that matches a step, the concurrent flow is 1 and every path has one "
         "link",
         "every-step rows: congestion 0, propagation = steps * per_hop_latency within 1e-12", yes,
         matched_topology_is_ideal},
        {2,
         "The optimum beats reconfiguring before every step by up to orders of magnitude, where "
         "the delay is high or messages are small",
         "largest speedup at the largest delay and smallest message; at least 10 in every panel "
         "and 100 somewhere on every ring",
         yes, gain_over_every_step},
        {3,
         "The optimum beats the static ring substantially, where the delay is low and messages are "
         "large",
         "at least 1.5 at the smallest delay and largest message, on every ring", yes,
         gain_over_static},
        {4, "The gain over the static ring needs large messages",
         "speedup over static nowhere falls as the message grows (1e-9); ring-uni and ring at 100 "
         "ns per step (smallest delay, smallest to largest message)",
         depends, gain_over_static_grows_with_message},
        {5, "In a diagonal band the optimum beats both static and every-step",
         "peak gain over both above 1.01, at larger delays for larger messages, on every ring "
         "(gain, share of cells above 1.01)",
         yes, transitional_regime},
        {6,
         "The same band, if recursive doubling means the algorithm that sends the full vector in "
         "every step",
         "as claim 5, on the unidirectional ring; without a band the paper must mean "
         "halving/doubling",
         no, full_vector_regime},
        {7, "No speedup is below 1 (white in the figures)", "least speedup at least 1 - 1e-12", yes,
         never_below_one},
        {8, "Dynamic programming solves the 0-1 program in polynomial time",
         "addanki (recurrence) equals addanki-milp (printed program) within 1e-9", yes,
         program_equals_recurrence},
        {9, "The formulation is a 0-1 program, which is NP-hard in general",
         "true of 0-1 programs; of this one only if its linear relaxation left a gap above 1e-6",
         depends, relaxation_is_integral},
        {10,
         "With high propagation delays the ring algorithm is the best all-reduce even for short "
         "messages",
         "static ring, no bytes: ring faster than halving/doubling and Swing at the largest "
         "per_hop_latency",
         depends, ring_algorithm_without_bytes},
        {11, "Co-prime rings as base topologies bring further gains",
         "needs circulant base topologies", Verdict::not_in_file, coprime_rings},
        {12,
         "Sequences of collectives, such as an all-to-all after an all-reduce, are covered as well",
         "optimum of the sequence between the sum of the optima and that sum plus one delay (1e-9)",
         yes, concatenation},
    };
    return claims;
}

}  // namespace lightsweep::analysis
