#pragma once
// Points of OpTree's evaluation in a sweep: which row holds a scheduler's steps or time there.

#include <map>
#include <optional>
#include <string>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis::optree_points {

/// A ring, 40 Gbit/s per wavelength and 25 us per step, all-gather.
///
/// item     of a node [B]; 0: any
/// stages   k of the formula; 0: by its rule
/// options  that the scheduler's group must have, as text; a missing one is empty
struct Point {
    double nodes = 1024, wavelengths = 64;
    double item = 0, stages = 0;
    std::map<std::string, std::string> options{};

    std::optional<std::size_t> cell_in(const FigurePanel& panel,
                                       const std::string& scheduler) const;
};

/// A scheduler's steps at the point.
double steps_at(const FigureData& data, const Point& point, const std::string& scheduler);
/// The formula's steps with k* by the rule "ceil", "round" or "argmin".
double formula_steps(const FigureData& data, Point point, const char* rule = "ceil");

/// "OpTree", "WRHT", "Ring", "NE", "OSM": the paper's name of a scheduler, or its own.
std::string title_of(const std::string& scheduler);

/// Mean, and standard deviation of the population.
struct Spread {
    double mean, deviation;
};
Spread spread_of(const std::vector<double>& values);

/// "N = 1024, w = 64".
std::string describe(const Point& point);
/// Writers of findings: whole numbers, two decimals.
std::string count(double value);
std::string hundredths(double value);

/// Adds a finding whose reference is exact.
void add_steps(const std::string& place, const std::string& item, double value, Judgement& result,
               std::optional<double> reference = {});

}  // namespace lightsweep::analysis::optree_points
