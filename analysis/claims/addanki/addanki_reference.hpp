#pragma once
// Numbers of the model of Addanki et al. (HotNets 2025) by an independent computation, rounded as
// they are given: 64 nodes, 800 Gbit/s, 100 ns per link; delays 10^(-9 + i/8) s, i = 0..56,
// messages 2^k B, k = 10..32. The paper itself prints no numbers beside its figures.

#include <optional>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis::addanki_reference {

using Number = std::optional<Reference>;

/// Speedup over every-step at 1 KiB and 10 ms, where it peaks.
Number gain_over_every_step(const FigurePanel& panel);
/// What sharing links multiplies the transmission with: the speedup over the static ring where
/// latencies vanish.
Number limit_over_static(const FigurePanel& panel);
/// Speedup over the static ring at 1 KiB and 1 ns.
Number gain_without_bytes(const FigurePanel& panel);
/// Largest speedup over both static and every-step, and the share of cells where it is above 1.01;
/// on the whole grid only.
Number band_peak(const FigurePanel& panel);
Number band_share(const FigurePanel& panel);

/// Links that the steps of an all-reduce pass on the static ring, one after the other.
Number links_passed(const FigurePanel& panel);
/// per_hop over per_step latency from which the ring algorithm beats another one without bytes.
Number ring_wins_from_ratio(const FigurePanel& other);
/// Bytes from which it does at 100 ns per step and per link.
Number ring_wins_from_message(const FigurePanel& other);

}  // namespace lightsweep::analysis::addanki_reference
