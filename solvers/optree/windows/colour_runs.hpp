#pragma once
// Assigns the colours of a stage to wavelengths and steps so that circuits stand as long as
// possible.
//
// A stage repeats one pattern of colours for every item that a node passes on. A colour is a set of
// hops that share a wavelength; some colours are used for every second item only. All items of a
// colour follow each other, colour after colour, along w wavelengths of T steps each, from the end
// of one wavelength to the start of the next (the wrap-around rule: McNaughton, Scheduling with
// deadlines and loss functions, 1959). Circuits change only where a colour begins, so a stage
// reconfigures as often as there are different first slots modulo T. With q items, T = q c needs c
// = ceil(colours / w) reconfigurations, and no T needs fewer; the smallest T = ceil(slots / w) may
// need T of them.
//
// If no colour is limited to every second item, only some T are useful: for each divisor g of q the
// smallest multiple of g that is large enough. The reason is that T has min(colours, T / gcd(q, T))
// different residues, and of all T with gcd(q, T) = g the smallest has the fewest. If there are
// colours of every second item, these T are tried as well as those for the divisors of ceil(q / 2).

#include <cstdint>
#include <vector>

#include "solvers/optree/ring/ring_task.hpp"

namespace lightsweep::solvers::optree {

/// Steps and reconfigurations of a stage.
struct StageCost {
    std::int64_t steps = 0, reconfigurations = 0;

    double of(const ConstructionPrice& cost) const {
        return cost.per_step * static_cast<double>(steps) +
               cost.per_reconfiguration * static_cast<double>(reconfigurations);
    }
    void add(const StageCost& more) {
        steps += more.steps;
        reconfigurations += more.reconfigurations;
    }
};

/// Use of one fibre by a stage.
struct ColourRuns {
    std::int64_t whole = 0;   ///< colours used by every item
    std::int64_t halves = 0;  ///< colours used by every second item, after the others
    std::int64_t items = 1;   ///< items that a node passes on, >= 1

    std::int64_t half_items() const { return ceil_div(items, 2); }
    std::int64_t slots() const { return whole * items + halves * half_items(); }
    /// First slot of colour c, 0 <= c < whole + halves.
    std::int64_t first_slot(std::int64_t c) const {
        return c < whole ? c * items : whole * items + (c - whole) * half_items();
    }
    std::int64_t least_steps(std::int64_t wavelengths) const {
        return ceil_div(slots(), wavelengths);
    }
    /// Number of reconfigurations if no circuits stand at the start and the stage takes that many
    /// steps.
    std::int64_t changes(std::int64_t steps) const;
};

/// Maps the colours of a stage to steps and wavelengths.
struct SlotTable {
    ColourRuns runs;
    std::int64_t wavelengths;
    /// 0: item after item on all wavelengths, in the fewest possible steps.
    std::int64_t steps = 0;
    bool backward = false;

    struct Slot {
        std::int32_t step;
        std::int16_t wavelength;
    };
    /// Slot of item k on colour c; where c >= runs.whole it is the (k / 2)-th item of its colour.
    Slot of(std::int64_t c, std::int64_t k) const;
    std::int64_t n_steps() const { return steps > 0 ? steps : runs.least_steps(wavelengths); }
};

/// The cheapest number of steps on w wavelengths, the smallest among equals, with its
/// reconfigurations. They are counted only if they cost something, and are 0 otherwise. `divisors`
/// are those of runs.items.
StageCost best_runs(const ColourRuns& runs, std::int64_t wavelengths, const ConstructionPrice& cost,
                    const std::vector<std::int64_t>& divisors);

}  // namespace lightsweep::solvers::optree
