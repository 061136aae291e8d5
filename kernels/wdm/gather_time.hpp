#pragma once
// Time of an all-gather from its number of steps, OpTree eq. 3: T = (d / B + a) S.
//
// The paper's a contains the reconfiguration of the micro-rings and the O/E/O conversion of one
// cycle per flit, but is treated as a constant. Hence there are three readings of the conversion.
// Check by hand: d = 0 gives T = a S.

namespace lightsweep::kernels {

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
