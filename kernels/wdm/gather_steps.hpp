#pragma once
// Step counts of an all-gather on an optical ring by formula: OpTree's Theorem 1 in exact integers,
// and the competitors of its Table 1. These are formulas, not schedules: the theorem's count may be
// below the fewest steps of any schedule (N = 32, w = 64: 1 against 2).
//
// The ring has N nodes, one fibre each way and w wavelengths per fibre; a lightpath carries one
// item per step. Theorem 1 for k stages is read with one ceiling at the end and a real radix m =
// N^(1/k). This reading gives the paper's tables and its figure 4.

#include <cstdint>

namespace lightsweep::kernels {

/// Lemma 1: number of wavelengths for an all-to-all in one stage on a line, floor(N^2 / 4).
std::int64_t line_wavelengths(std::int64_t nodes);
/// The number that Lemma 1 prints for a ring, ceil(N^2 / 8); for odd N one less is enough.
std::int64_t ring_wavelengths_printed(std::int64_t nodes);

/// Theorem 1: ceil((2k-1) N^(1+1/k) / (8w)) exactly, i.e. the smallest s with (8ws)^k >= (2k-1)^k
/// N^(k+1). It is 0 for N = 1; k = 1 is the one-stage model. N in [1, 2^31), w, k >= 1; otherwise
/// std::invalid_argument.
std::int64_t theorem_steps(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages);
/// Theorem 1 without its ceiling (0 for N = 1).
double theorem_steps_real(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages);

/// Readings of eq. 2: ceiling (the paper's tables), rounding (its figure 4), or argmin, the k that
/// minimises the theorem before its ceiling.
enum class StageRule { ceiling, rounding, argmin };

/// Stationary point k of Theorem 1, (ln N + sqrt(ln N (ln N - 2))) / 2; NaN for N <= 7.
double best_stages_real(std::int64_t nodes);
/// k* by that rule; 1 for N <= 7, where the theorem's count grows with k.
std::int64_t best_stages(std::int64_t nodes, StageRule rule);
/// Theorem 1 at k*.
std::int64_t optree_steps(std::int64_t nodes, std::int64_t wavelengths, StageRule rule);

/// Which of WRHT's two broadcasts is counted: theta - 1 or theta rounds of m^(theta-1), with m = 2w
/// + 1. Let r = ceil(N / m^(theta-1)). few_roots takes the shorter one iff r <= w (inferred; it
/// fits every entry of Tables 1 to 3). lemma takes it iff an all-to-all among r nodes needs at most
/// w wavelengths by Lemma 1. The other two rules fix the choice.
enum class WrhtRule { few_roots, lemma, shorter, longer };

/// theta = ceil(log_m N) by integer powers, at least 1.
std::int64_t wrht_stages(std::int64_t nodes, std::int64_t wavelengths);
std::int64_t wrht_steps(std::int64_t nodes, std::int64_t wavelengths, WrhtRule rule);

/// Unidirectional ring, one item per step: N - 1 steps.
std::int64_t ring_steps_unidirectional(std::int64_t nodes);
/// Neighbour exchange: ceil(N / 2) steps.
std::int64_t neighbor_exchange_steps(std::int64_t nodes);
/// One-stage model as printed: ceil(N^2 / (8w)) steps, 0 for N = 1.
std::int64_t one_stage_steps(std::int64_t nodes, std::int64_t wavelengths);

// Time of an all-gather from its number of steps, OpTree eq. 3: T = (d / B + a) S.
//
// The paper's a contains the reconfiguration of the micro-rings and the O/E/O conversion of one
// cycle per flit, but is treated as a constant. Hence there are three readings of the conversion.
// Check by hand: d = 0 gives T = a S.

/// Time that the O/E/O conversion adds to every step: nothing, one cycle (pipelined flits), or one
/// cycle per flit. Without data it adds nothing.
enum class Conversion { none, pipelined, per_flit };

struct GatherTiming {
    double item = 0;             ///< d: one node's item [B], >= 0
    double bandwidth = 0;        ///< B: bandwidth of one wavelength [B/s], > 0
    double reconfiguration = 0;  ///< part of a without conversion, charged per step [s], >= 0
    Conversion conversion = Conversion::none;
    double clock = 1e9;  ///< clock of the conversion [Hz]; an assumption, the paper names none
    double flit = 32;    ///< [B]
    double packet = 0;   ///< packet size, to which items are filled up [B]; 0: no packets
};

/// The constant a of eq. 3: reconfiguration and conversion [s].
double overhead(const GatherTiming& timing);
/// The item as transmitted, in whole packets [B].
double item_on_air(const GatherTiming& timing);

}  // namespace lightsweep::kernels
