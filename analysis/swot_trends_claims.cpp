// Claims 21 to 24: planes and delays, their list.
#include "analysis/swot_claims.hpp"

namespace lightsweep::analysis::swot_trends {

std::vector<Claim> claims() {
    constexpr auto yes = Verdict::reproduced;
    constexpr const char* planes =
        "strawman and swot of the all-reduce (and others) on 256 nodes with 2, 4 and 8 planes at 7 "
        "sizes: the grid figure-10 of "
        "sweeps/swot/paper.toml";
    constexpr const char* delays =
        "ideal, strawman and swot of the all-reduce (and others) on 256 nodes with 4 planes at 200 "
        "us, 2 and 20 ms: the grid "
        "figure-11 of sweeps/swot/paper.toml";
    return {
        {21,
         "More planes help, each doubling less than the one before (figure 10)",
         {"no number", "Fig. 10"},
         "the reductions of Strawman's all-reduce rise from 2 to 4 to 8 planes at all sizes, from "
         "4 to 8 by no more than from 2 to 4. By the values found: what bounds leave open to 8 "
         "planes stands beside them",
         planes,
         yes,
         more_planes_help},
        {22,
         "At large messages 8 planes do worse than 4 or 2",
         {"no number", "Fig. 10"},
         "impossible if twice the planes, each half as fast, take at no point longer than the "
         "bound of half of them: nothing that is left unproven can change the order. The paper "
         "blames its solver",
         planes,
         Verdict::impossible,
         eight_planes_below_four},
        {23,
         "The overhead stays high, falls behind a knee, and the knee moves right with the delay",
         {"no number", "Fig. 11"},
         "Strawman's time beyond Ideal's over Strawman's, which the release plots, never rises "
         "with the message; where it is 50 % is the knee, at larger messages for longer delays. "
         "Knees beyond 512 MB are extrapolated: Ideal is a line",
         delays,
         yes,
         overhead_falls_behind_a_knee},
        {24,
         "SWOT hides reconfigurations of 0.2 to 20 ms alike",
         {"no number", "Sec. 4.3.2"},
         "the reduction of Strawman's all-reduce of 32 MB is 50 % or more, and no smaller at "
         "longer delays",
         delays,
         yes,
         gain_at_longer_delays},
    };
}

}  // namespace lightsweep::analysis::swot_trends
