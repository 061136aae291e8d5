#pragma once
// Exact winners along one axis: which of several schedules is cheapest at every reconfiguration
// delay, or at every message size. A schedule of S steps, H hops, R reconfigurations and X m/b of
// transmission takes
//
//     S per_step + H per_hop + X m/b + R D
//
// Over D, or over m, every schedule is a line, and the minimum is the lower envelope of these
// lines. It is computed in rationals (kernels/exact/exact_number.hpp): in doubles, lines through
// one point leave pieces of zero width with winners of their own.

#include <cstddef>
#include <span>
#include <vector>

namespace lightsweep::kernels {

/// What a plan costs, whatever the parameters.
struct ScheduleCost {
    /// Fractions with small denominators, up to rounding. All but `transmission` are whole numbers
    /// where every hop and every change costs the same.
    double steps, hops, reconfigurations, transmission;
    bool operator==(const ScheduleCost&) const = default;
};

/// Parameters that stay fixed along the axis. A decimal is taken as it is written: 1e-6 means
/// exactly one millionth. Values must be finite and >= 0, the bandwidth > 0; otherwise
/// std::invalid_argument with name and value.
struct AxisParameters {
    double per_step, per_hop;  ///< [s]
    double bandwidth;          ///< bandwidth of a node [B/s]
};

struct AxisPiece {
    std::size_t schedule;  ///< index of the cheapest schedule
    double from;           ///< start of the piece, [s] or [B]
};

/// Pieces over the reconfiguration delay from 0 on, for a message [B].
std::vector<AxisPiece> delay_pieces(std::span<const ScheduleCost> costs,
                                    const AxisParameters& parameters, double message);
/// Pieces over the message in [from, to) [B], at a delay [s]; an infinite `to` means no end.
std::vector<AxisPiece> message_pieces(std::span<const ScheduleCost> costs,
                                      const AxisParameters& parameters, double delay, double from,
                                      double to);

}  // namespace lightsweep::kernels
