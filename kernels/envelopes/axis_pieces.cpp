#include "kernels/envelopes/axis_pieces.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "kernels/exact/exact_number.hpp"

namespace lightsweep::kernels {

namespace {

struct ExactLine {
    Rational intercept, slope;
};

struct ExactPiece {
    std::size_t line;  ///< the least from here on
    Rational from;
};

Rational decimal_of(const char* name, double value) {
    if (std::isfinite(value) && value >= 0) return Rational::decimal(value);
    throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) +
                                ": give a finite number, 0 or more");
}

struct ExactParameters {
    Rational per_step, per_hop, bandwidth;

    explicit ExactParameters(const AxisParameters& p)
        : per_step(decimal_of("per_step_latency", p.per_step)),
          per_hop(decimal_of("per_hop_latency", p.per_hop)),
          bandwidth(decimal_of("bandwidth", p.bandwidth)) {
        if (p.bandwidth == 0) throw std::invalid_argument("bandwidth = 0: give more than 0");
    }
    Rational latency(const ScheduleCost& cost) const {
        return Rational::simplest(cost.steps) * per_step + Rational::simplest(cost.hops) * per_hop;
    }
    /// Seconds per byte of the message.
    Rational per_byte(const ScheduleCost& cost) const {
        return Rational::simplest(cost.transmission) / bandwidth;
    }
};

std::vector<AxisPiece> rounded(const std::vector<ExactPiece>& pieces) {
    std::vector<AxisPiece> result;
    for (const auto& piece : pieces) result.push_back({piece.line, piece.from.rounded()});
    return result;
}

/// The line that is smallest just right of x.
std::size_t first_winner(std::span<const ExactLine> lines, const Rational& x) {
    std::size_t best = 0;
    const auto at = [&](std::size_t i) { return lines[i].intercept + lines[i].slope * x; };
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto order = at(i) <=> at(best);
        if (order < 0 || (order == 0 && lines[i].slope < lines[best].slope)) best = i;
    }
    return best;
}

/// The point where a flatter line first undercuts `winner`; of several such lines the flattest,
/// then the first.
std::optional<ExactPiece> next_winner(std::span<const ExactLine> lines, std::size_t winner) {
    std::optional<ExactPiece> next;
    const auto& now = lines[winner];
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!(lines[i].slope < now.slope)) continue;
        const auto x = (lines[i].intercept - now.intercept) / (now.slope - lines[i].slope);
        const auto order = next ? x <=> next->from : std::strong_ordering::less;
        if (order < 0 || (order == 0 && lines[i].slope < lines[next->line].slope))
            next = ExactPiece{i, x};
    }
    return next;
}

/// The least of the lines over [from, to), `to` null for no end; every piece reaches up to the
/// next. Of equal lines the first; where lines meet, the one that is least to the right. Empty
/// without lines. O(lines * pieces).
std::vector<ExactPiece> lower_envelope(std::span<const ExactLine> lines, const Rational& from,
                                       const Rational* to = nullptr) {
    if (lines.empty() || (to && !(from < *to))) return {};
    std::vector<ExactPiece> pieces{{first_winner(lines, from), from}};
    for (;;) {
        auto next = next_winner(lines, pieces.back().line);
        if (!next || (to && !(next->from < *to))) return pieces;
        pieces.push_back(std::move(*next));
    }
}

}  // namespace

std::vector<AxisPiece> delay_pieces(std::span<const ScheduleCost> costs,
                                    const AxisParameters& parameters, double message) {
    const ExactParameters p(parameters);
    const auto bytes = decimal_of("message", message);
    std::vector<ExactLine> lines;
    for (const auto& cost : costs)
        lines.push_back({p.latency(cost) + p.per_byte(cost) * bytes,
                         Rational::simplest(cost.reconfigurations)});
    return rounded(lower_envelope(lines, 0));
}

std::vector<AxisPiece> message_pieces(std::span<const ScheduleCost> costs,
                                      const AxisParameters& parameters, double delay, double from,
                                      double to) {
    const ExactParameters p(parameters);
    const auto seconds = decimal_of("reconfiguration_delay", delay);
    const bool ends = !std::isinf(to);
    const auto end = ends ? decimal_of("message_to", to) : Rational();
    std::vector<ExactLine> lines;
    for (const auto& cost : costs)
        lines.push_back({p.latency(cost) + Rational::simplest(cost.reconfigurations) * seconds,
                         p.per_byte(cost)});
    return rounded(lower_envelope(lines, decimal_of("message_from", from), ends ? &end : nullptr));
}

}  // namespace lightsweep::kernels
