#pragma once
// Common part of the judges of figures 1 and 2: one trial per panel, with its numbers as findings.

#include "analysis/claims/addanki/addanki_reference.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::addanki_figures {

using Panels = std::vector<const FigurePanel*>;

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
Finding gain_of(const FigurePanel& panel, double value, addanki_reference::Number reference,
                const std::string& what = "");

/// Place of the largest value.
std::size_t peak(const std::vector<double>& values);

/// Judges every panel on its own: reproduced if it holds for all, not if for none, else dependent
/// on the reading; not judged without panels.
Judgement judge_panels(const Panels& panels, Trial (*test)(const FigurePanel&));

}  // namespace lightsweep::analysis::addanki_figures
