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
};

/// A column at the point; nothing if no grid holds it.
std::optional<double> value_at(const FigureData& data, const Point& point,
                               const std::string& scheduler, const std::string& column = "n_steps");
/// The formula's steps with k* by the rule "ceil", "round" or "argmin".
std::optional<double> formula_steps(const FigureData& data, Point point, const char* rule);

/// What the paper's tables print: 1 - ours / theirs in percent, cut after two decimals.
double percent_fewer(double ours, double theirs);

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

/// A finding whose reference is exact to half a unit of its last digit.
Finding steps_finding(const std::string& place, const std::string& item, double value,
                      std::optional<double> reference);
Finding percent_finding(const std::string& place, const std::string& item, double value,
                        std::optional<double> reference);

}  // namespace lightsweep::analysis::optree_points
