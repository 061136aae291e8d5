#pragma once
// Common part of the judges of figures 1 and 2: one trial per panel, with its numbers as findings.

#include <functional>
#include <optional>

#include "analysis/claims/claim.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::addanki_figures {

using Panels = std::vector<const FigurePanel*>;

/// The panels of figures 1 and 2: 64 nodes; halving-doubling, Swing or the all-to-all; messages at
/// least from 1 KiB to 1 GiB; delays at least from 10 ns to 10 ms; with times of static, every-step
/// and addanki; on rings, at 800 Gbit/s. Smaller parts of the grid do not support the claims.
Panels figure(const FigureData& data);
/// The same at another bandwidth; and on circulants.
Panels at_other_bandwidths(const FigureData& data);
Panels on_circulants(const FigureData& data);
/// Ratio other / best; 1 for 0 / 0.
double speedup(double other, double best);
/// Time of `scheduler` over that of addanki per cell.
std::vector<double> speedup_over(const FigurePanel& panel, const std::string& scheduler);
/// The smaller time of static and every-step over the time of addanki, per cell: figure 2.
std::vector<double> speedup_over_both(const FigurePanel& panel);
/// 1 + congestion / transmission of the static plan at the largest message: the speedup where
/// latencies vanish; nothing if the file lacks the parts.
std::optional<double> congestion_factor(const FigurePanel& panel);
/// Short names for a line of numbers: "HD near", "Swing", "all-to-all".
std::string short_name(const FigurePanel& panel);

// Numbers of the model of Addanki et al. (HotNets 2025) by an independent computation, rounded as
// they are given: 64 nodes, 800 Gbit/s, 100 ns per link; delays 10^(-9 + i/8) s, i = 0..56,
// messages 2^k B, k = 10..32. The paper itself prints no numbers beside its figures.

using Number = std::optional<Reference>;

/// The number of that name for a panel on 64 nodes, from the rows of a claim: `number`, `ring`,
/// `per_step_latency` (any if it is absent), a value per collective (or "never"), and the `unit` of
/// the last digit.
Number number_for(const FigurePanel& panel, const char* number, const Rows& rows);
/// 100 ns per link and 800 Gbit/s; messages that begin at 1 KiB; all messages and delays.
bool has_the_fabric(const FigurePanel& panel);
bool starts_at_one_kib(const FigurePanel& panel);
bool is_the_whole_grid(const FigurePanel& panel);

/// Two speedups that differ by less are the same.
inline constexpr double round_off = 1e-9;

/// What one panel says on its own.
struct Trial {
    bool holds;
    std::vector<Finding> findings;
};

/// "ring-uni, 100 ns per step": what the numbers of one line share.
std::string setting(const FigurePanel& panel);

/// A speedup of the panel; `what` is added to its setting.
Finding gain_of(const FigurePanel& panel, double value, Number reference = {},
                const std::string& what = "");

/// Place of the largest value.
std::size_t peak(const std::vector<double>& values);

/// Judges every panel on its own: reproduced if it holds for all, not if for none, else dependent
/// on the reading; not judged without panels.
Judgement judge_panels(const Panels& panels, const std::function<Trial(const FigurePanel&)>& test);

}  // namespace lightsweep::analysis::addanki_figures
