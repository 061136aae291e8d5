#pragma once
// Colours of a stage on wavelengths and steps, such that circuits stand as long as they can.
//
// A stage repeats one pattern of colours - each a set of hops that share a wavelength - for every
// item that a node passes on, some of its colours for every second item only. All items of a colour
// follow each other, colour after colour along w wavelengths of T steps each, from the end of one
// wavelength to the start of the next (the wrap-around rule: McNaughton, Scheduling with deadlines
// and loss functions, 1959). Circuits change only where a colour begins, so that a stage
// reconfigures as often as there are different first slots modulo T. T = q c with q items needs c =
// ceil(colours / w) reconfigurations, no T fewer; the least T = ceil(slots / w) may need T of them.
//
// Without colours of every second item only those T are of use that are the least multiple of a
// divisor g of q from there on: there are min(colours, T / gcd(q, T)) different residues, and of
// all T with gcd(q, T) = g the smallest has the fewest. With them these T are tried, and those for
// the divisors of ceil(q / 2).

#include <cstdint>
#include <vector>

#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

struct StageCost {
    std::int64_t steps = 0, reconfigurations = 0;

    double of(const PlanCost& cost) const {
        return cost.per_step * static_cast<double>(steps) +
               cost.per_reconfiguration * static_cast<double>(reconfigurations);
    }
    void add(const StageCost& more) {
        steps += more.steps;
        reconfigurations += more.reconfigurations;
    }
};

/// What a stage uses of one fibre.
struct ColourRuns {
    std::int64_t whole = 0;   ///< colours used by every item
    std::int64_t halves = 0;  ///< colours used by every second item, after the others
    std::int64_t items = 1;   ///< that a node passes on, >= 1

    std::int64_t half_items() const { return ceil_div(items, 2); }
    std::int64_t slots() const { return whole * items + halves * half_items(); }
    /// First slot of colour c, 0 <= c < whole + halves.
    std::int64_t first_slot(std::int64_t c) const {
        return c < whole ? c * items : whole * items + (c - whole) * half_items();
    }
    std::int64_t least_steps(std::int64_t wavelengths) const {
        return ceil_div(slots(), wavelengths);
    }
    /// Reconfigurations where nothing stands at first and the stage takes that many steps.
    std::int64_t changes(std::int64_t steps) const;
};

/// Where the colours of a stage go.
struct SlotTable {
    ColourRuns runs;
    std::int64_t wavelengths;
    std::int64_t steps = 0;  ///< 0: item after item on all wavelengths, as few as there can be
    bool backward = false;

    struct Slot {
        std::int32_t step;
        std::int16_t wavelength;
    };
    /// Of item k on colour c; where c >= runs.whole it is the (k / 2)th of its colour.
    Slot of(std::int64_t c, std::int64_t k) const;
    std::int64_t n_steps() const { return steps > 0 ? steps : runs.least_steps(wavelengths); }
};

/// The cheapest number of steps on w wavelengths, the fewest among equals, and its
/// reconfigurations, which are counted (else 0) only where they cost. `divisors`: of runs.items.
StageCost best_runs(const ColourRuns& runs, std::int64_t wavelengths, const PlanCost& cost,
                    const std::vector<std::int64_t>& divisors);

}  // namespace lightsweep::solvers::optree
