#pragma once
// What the simulator carries out: transfers, setups of circuits and gates, each of which begins at
// the moment when all that it waits for has ended.
//
//   transfer   a start-up, then all its ways begin at once; it ends when the last way has arrived
//   setup      its plane is dark for the delay, then the new circuits stand
//   gate       ends at once; it stands for many items that others wait for
//
// Items are numbered: transfers first, then setups, then gates. Units: [B], [B/s], [s].

#include <cstdint>
#include <string>
#include <vector>

#include "sweeps/simulation/fair_shares.hpp"

namespace lightsweep::sweeps::simulation {

using Rank = int;

/// A link that stands, and the rank to which it leads; of a segment of a lightpath, the number of
/// the lightpath.
struct Circuit {
    Link link;
    Rank to;
};

/// One path of a transfer's bytes.
struct Way {
    std::vector<Circuit> hops;  ///< at least one
    double bytes;
    int distance = 0;  ///< links between the ends, for latencies by distance; 0: the way's own
    /// Ports of source and target that all ways of a node share (cut-through); -1: none.
    Link out = -1, in = -1;
    /// Of a lightpath, which is one hop: its segments after the first, held and checked with it.
    std::vector<Circuit> segments{};
};

/// Bytes begin .. end - 1 of a buffer of a rank.
struct BufferRange {
    int buffer;  ///< scratch space counts as the vector that it stands for
    std::int64_t begin, end;
};

struct Transfer {
    int step;
    int plane;  ///< number of its plane; -1: a whole topology
    Rank source, target;
    std::vector<Way> ways;
    std::vector<BufferRange> reads{}, writes{};  ///< at the source, at the target
    std::vector<Rank> taps{};  ///< ranks that a tapped lightpath passes: they receive as well
};

struct Setup {
    int track;   ///< index of the plane among those of the system
    int number;  ///< of this setup on its plane
    int step;    ///< the first step that uses it
    double delay;
    std::vector<Circuit> circuits;
};

struct Violation {
    std::string code;  ///< one of the codes below
    int plane, step;   ///< -1: whole topology, no step
    double time;
};
inline constexpr const char *dark_plane = "dark_plane", *changes_under_flow = "changes_under_flow",
                            *other_circuit = "other_circuit", *wrong_receiver = "receiver",
                            *way_loops = "loop", *overruns = "overrun", *never_ends = "never_ends";

struct System {
    std::vector<double> capacity{};     ///< of every link
    std::vector<int> track_of_link{};   ///< index of its plane; -1: stands always
    std::vector<std::string> places{};  ///< of every link, in words
    std::vector<int> planes{};          ///< number of every plane in the plan; -1: whole topology
    std::vector<Circuit> standing{};    ///< at the start
    std::vector<Transfer> transfers{};
    std::vector<Setup> setups{};
    bool exclusive = false;  ///< the plan promises that no two flows share a circuit
    double per_step = 0, per_hop = 0;

    std::size_t n_items = 0;  ///< transfers, setups and gates
    struct Wait {
        std::size_t item, on;  ///< `item` begins after `on` has ended
    };
    std::vector<Wait> waits{};
    std::vector<Violation> faults{};  ///< found without a run: ends that disagree, loops

    double planned_end = 0, rounding_time = 0;
    std::vector<double> planned_ends{};  ///< per step, as the plan says

    int steps() const { return static_cast<int>(planned_ends.size()); }
    Link add_link(double rate, int track, std::string place = {}) {
        capacity.push_back(rate);
        track_of_link.push_back(track);
        places.push_back(std::move(place));
        return static_cast<Link>(capacity.size()) - 1;
    }
    std::size_t setup_item(std::size_t setup) const { return transfers.size() + setup; }
    std::size_t add_gate() { return n_items++; }
    void wait(std::size_t item, std::size_t on) { waits.push_back({item, on}); }
};

}  // namespace lightsweep::sweeps::simulation
