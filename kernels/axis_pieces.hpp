#pragma once
// Which of several plans is best over a whole axis, exactly: a plan of S steps, H hops, R
// reconfigurations and X m/b of transmission takes
//
//     S per_step + H per_hop + X m/b + R D
//
// so that over D, or over m, the least of them is the lower envelope of lines. It is computed in
// rationals (kernels/exact_number.hpp): in doubles, lines through one point leave pieces of no
// width with winners of their own.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/exact_number.hpp"
#include "kernels/plane_minimum.hpp"

namespace lightsweep::kernels {

struct ExactLine {
    Rational intercept, slope;
};

struct ExactPiece {
    std::size_t line;  ///< the least from here on
    Rational from;
};

/// The least of the lines over [from, to), `to` null for no end; every piece reaches up to the
/// next. Of equal lines the first; where lines meet, the one that is least to the right. Empty
/// without lines. O(lines * pieces).
std::vector<ExactPiece> lower_envelope(std::span<const ExactLine> lines, const Rational& from,
                                       const Rational* to = nullptr);

/// What a plan costs, whatever the parameters.
struct AxisPlane {
    /// Fractions of small denominators but for rounding; all but X are whole where every hop and
    /// every change cost the same.
    double steps, hops, reconfigurations, transmission;
    bool operator==(const AxisPlane&) const = default;
};
/// Of every plan of a table, in its order; those that some topology cannot carry are left out.
std::vector<AxisPlane> axis_planes(const PlaneTable& table);

/// As they are written: a decimal is taken as such, 1e-6 as one millionth. Finite, >= 0, bandwidth
/// > 0; otherwise std::invalid_argument with name and value.
struct AxisParameters {
    double per_step, per_hop;  ///< [s]
    double bandwidth;          ///< of a node [B/s]
};

struct AxisPiece {
    std::size_t plane;  ///< index of the winner
    double from;        ///< [s] or [B]
};

/// Over the reconfiguration delay from 0 on, for a message [B].
std::vector<AxisPiece> delay_pieces(std::span<const AxisPlane> planes,
                                    const AxisParameters& parameters, double message);
/// Over the message in [from, to) [B], `to` infinite for no end, at a delay [s].
std::vector<AxisPiece> message_pieces(std::span<const AxisPlane> planes,
                                      const AxisParameters& parameters, double delay, double from,
                                      double to);

}  // namespace lightsweep::kernels
