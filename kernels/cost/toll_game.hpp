#pragma once
// A game that finds good tolls for the bound of path_tolls.hpp, for one number of steps on a ring
// or torus where the best ones (toll_program.hpp) take too long.
//
// In every round all paths are weighed by e^(-toll / heat). Tolls rise where many of them pass, and
// are scaled back to the length of their move, so that the tolls of each round are a proof. After
// the rounds, tolls that no cheapest path needs are moved to where one does (polish).

#include <cstdint>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// Not for several threads.
class TollGame {
  public:
    /// end: a displacement in every dimension.
    TollGame(const std::vector<Node>& dims, bool directed, std::int64_t steps,
             const std::vector<Node>& end);

    /// The greatest X that the rounds prove [m/b].
    double bound();

  private:
    /// Consecutive displacements x, .. that a move takes to y, ..
    struct Run {
        std::size_t x, y, count;
    };
    struct Move {
        double length;  ///< links
        std::vector<Run> runs;
    };
    using Layers = std::vector<std::vector<double>>;  ///< per step and displacement
    /// All moves but the one that stays. The last dimension is contiguous.
    static std::vector<Move> moves_of(const std::vector<Node>& dims, bool directed);
    /// Of tolls or weights, by displacement.
    template <typename Values>
    auto* of(Values& values, std::size_t step, std::size_t move) const {
        return values.data() + (step * moves_.size() + move) * nodes_;
    }
    /// Calls visit(move, run) for every run that paths to the end can take in the step.
    template <typename Visit>
    void each_run(std::size_t step, const Visit& visit) const {
        for (std::size_t m = 0; m < moves_.size(); ++m)
            for (const auto& run : moves_[m].runs)
                if (const auto kept = usable(step, run); kept.count > 0) visit(m, kept);
    }
    /// The part of a run that starts at 0 in the first step, and ends at the end in the last.
    Run usable(std::size_t step, Run run) const {
        const auto keep = [&run](std::size_t from, std::size_t wanted) {
            if (wanted < from || wanted >= from + run.count)
                run.count = 0;
            else
                run = {run.x + wanted - from, run.y + wanted - from, 1};
        };
        if (step == 0) keep(run.x, 0);
        if (step + 1 == steps_ && run.count > 0) keep(run.y, end_);
        return run;
    }

    void spread_evenly();
    void count_paths(double rarer);
    void raise(double growth);
    Layers from_start() const;
    Layers to_end() const;
    Layers heights() const;
    void polish();
    /// The cheapest path's toll.
    double cheapest() const { return from_start()[steps_][end_]; }

    bool directed_;
    std::vector<Move> moves_;
    std::size_t nodes_, steps_, end_ = 0;
    std::vector<double> tolls_{}, passed_{};  ///< passed: weight of a path's step with its toll
    Layers before_{}, after_{};               ///< weights of paths to and from a node
};

}  // namespace lightsweep::kernels
