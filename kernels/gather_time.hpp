#pragma once
// Time of an all-gather from its steps, OpTree eq. 3: T = (d / B + a) S.
//
// The paper's a holds the reconfiguration of the micro-rings and the O/E/O conversion of one cycle
// per flit, yet treats it as a constant. Hence three readings of the conversion.

#include <cstdint>
#include <span>

namespace lightsweep::kernels {

/// What the O/E/O conversion adds to every step: nothing, one cycle (the flits follow each other),
/// or one cycle per flit. Without data it adds nothing.
enum class Conversion { none, pipelined, per_flit };

struct GatherTiming {
    double item = 0;             ///< d: one node's item [B], >= 0
    double bandwidth = 0;        ///< B: of one wavelength [B/s], > 0
    double reconfiguration = 0;  ///< a without conversion, charged per step [s], >= 0
    Conversion conversion = Conversion::none;
    double clock = 1e9;  ///< of the conversion [Hz]; an assumption, the paper names none
    double flit = 32;    ///< [B]
    double packet = 0;   ///< items fill up to whole packets of this many bytes; 0: no packets
};

/// a of eq. 3: reconfiguration and conversion [s].
double overhead(const GatherTiming& timing);
/// The item as transmitted, in whole packets [B].
double item_on_air(const GatherTiming& timing);
/// d / B + a [s].
double step_time(const GatherTiming& timing);
/// Eq. 3 [s].
double gather_time(const GatherTiming& timing, std::int64_t steps);
/// Eq. 3 where standing circuits cost nothing: S d / B + (conversion) S + reconfigurations a [s].
double held_gather_time(const GatherTiming& timing, std::int64_t steps,
                        std::int64_t reconfigurations);
/// Neighbour exchange as it is: 2 d in every step but the first [s].
double neighbor_exchange_time(const GatherTiming& timing, std::int64_t nodes);

/// time[i] = (item[i] / bandwidth[i] + delay[i]) * steps, arrays of the same length.
void gather_times(std::int64_t steps, std::span<const double> items, std::span<const double> delays,
                  std::span<const double> bandwidths, std::span<double> times);

}  // namespace lightsweep::kernels
